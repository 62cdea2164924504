#!/usr/bin/env python3
"""Plays the reference results again and writes their text, CSV files and pages anew.

    python3 experiments/replay.py [--bin target/release/tradewinds] [--list] [FILTER ...]

Each command in a README.md below results/ is run, the block of text after it is replaced by what the
command prints, a table of ratings by those of the run, and the files beside it by those of the same
name in the run's folder. A script that the page runs on RUN, the folder of the run before it, is run with it, too. FILTER leaves only
commands that contain one of these texts. Runs stand in results/runs/replay and go on where they were interrupted. What the README says
about the figures is not changed: read it again afterwards.
"""

import argparse
import csv
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

PREFIXES = ("    tradewinds ", "    cargo run --release -- ")
# A script that reads the folder of the command before it, which is called RUN.
SCRIPT = "    python3 experiments/"
# A file that a page links to is copied if it has at most as many bytes.
LINKED = 20_000
RATINGS = ["| bot | rating | win share | score |", "|---|--:|--:|--:|"]
STUDIES = ("tournament", "sprt", "roles", "choices", "balance", "tune", "ladder")


def commands(lines):
    """Yields the number of each command's line and its arguments."""
    for number, line in enumerate(lines):
        for prefix in PREFIXES:
            if line.startswith(prefix) and line[len(prefix):].split()[0] in STUDIES:
                yield number, shlex.split(line[len(prefix):])


def line_of(lines, args):
    """Returns the number of a command's line as the page is now: the games took time, and somebody may have edited it."""
    for number, found in commands(lines):
        if found == args:
            return number
    sys.exit(f"{shlex.join(args)}: the page does not have this command any more")


def block_after(lines, number):
    """Returns where the block of text in the section of a line begins and ends, without its fences."""
    fence = (at for at in range(number, len(lines)) if lines[at].startswith(("```", "## ")))
    start = next(fence, None)
    if start is None or lines[start].startswith("## "):
        return None
    end = next(at for at in range(start + 1, len(lines)) if lines[at].startswith("```"))
    return start + 1, end


def shown(kind, output):
    """Returns what of a command's output a README shows: of a tournament the first table."""
    output = output.split("\nfiles: ")[0].rstrip()
    if kind == "tournament":
        output = "\n\n".join(output.split("\n\n")[:2])
    return output.split("\n")


def scripts_after(lines, number):
    """Yields the number of each line after a command that runs a script on RUN, and its arguments, up to the next command."""
    later = next((at for at, _ in commands(lines) if at > number), len(lines))
    for at in range(number + 1, later):
        if lines[at].startswith(SCRIPT) and "RUN" in (args := shlex.split(lines[at])):
            yield at, args


def ratings_after(lines, number):
    """Returns where the rows of a table of ratings in the section of a line begin and end."""
    until = next((at for at in range(number, len(lines)) if lines[at].startswith("## ")), len(lines))
    start = next((at + 2 for at in range(number, until) if lines[at : at + 2] == RATINGS), None)
    if start is None:
        return None
    end = next((at for at in range(start, until) if not lines[at].startswith("| ")), until)
    return start, end


def ratings(standings):
    """Returns the rows of the table of ratings, the highest first."""
    with standings.open() as file:
        rows = sorted(csv.DictReader(file), key=lambda row: -float(row["rating"]))
    text = "| `{bot}` | {rating:+.0f} [{low:+.0f}, {high:+.0f}] | {share:.3f} | {score:.2f} |"
    return [
        text.format(
            bot=row["bot"],
            rating=float(row["rating"]),
            low=float(row["rating_low"]),
            high=float(row["rating_high"]),
            share=float(row["win_share"]),
            score=float(row["mean_score"]),
        )
        for row in rows
    ]


def section(lines, number):
    """Returns the name of the `## ` section that a line is in."""
    return next((line[3:].strip() for line in reversed(lines[:number]) if line.startswith("## ")), None)


def copy_files(readme, name, args, run):
    """Copies the files that stand beside a README from the folder of the run."""
    # A page of several runs has one table of each: by its section, by the manifest of a second ladder, or by the game.
    manifest = pathlib.Path(args[1])
    for stem, table in ((name, "standings.csv"), (manifest.stem, "ladder.csv"), (manifest.parent.name, "standings.csv")):
        single = readme.parent / f"{stem}.csv"
        if single.name != table and single.exists() and (run / table).exists():
            shutil.copy(run / table, single)
            return
    for file in readme.parent.iterdir():
        if file.suffix in (".csv", ".html") and (run / file.name).exists():
            shutil.copy(run / file.name, file)
    if "report.html" in readme.read_text() and (run / "report.html").exists():
        shutil.copy(run / "report.html", readme.parent)
        settle_links(readme.parent / "report.html", run)


def settle_links(page, run):
    """Copies the small files that a page links to, and leaves of links to others their text."""

    def settled(link):
        path = link[1]
        if not (page.parent / path).exists() and (run / path).is_file() and (run / path).stat().st_size <= LINKED:
            (page.parent / path).parent.mkdir(exist_ok=True)
            shutil.copy(run / path, page.parent / path)
        return link[0] if (page.parent / path).exists() else link[2]

    page.write_text(re.sub(r'<a href="([^"#:]+)"[^>]*>([^<]*)</a>', settled, page.read_text()))


def play(binary, readme, args):
    """Runs a command into a folder of its own and returns what it printed and the folder."""
    slug = re.sub(r"[^a-z0-9]+", "-", " ".join(args).lower().replace("experiments/", "").replace(".toml", ""))
    run = pathlib.Path("results/runs/replay") / slug.strip("-")
    if "--out" not in args:
        args = [*args, "--out", str(run)]
    else:
        run = pathlib.Path(args[args.index("--out") + 1])
    return printed(readme, [binary, *args]), run


def printed(readme, args):
    """Runs a command and returns what it printed."""
    done = subprocess.run(args, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{readme}: {shlex.join(args)} ended with status {done.returncode}")
    return done.stdout


def replaced(lines, number, output):
    """Puts what a command printed into the block after its line."""
    if block := block_after(lines, number):
        lines[block[0] : block[1]] = output


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default="target/release/tradewinds", help="the program to run")
    parser.add_argument("--list", action="store_true", help="only list the commands")
    parser.add_argument("filter", nargs="*", metavar="FILTER", help="a text that the command contains")
    options = parser.parse_args()
    known = False
    for readme in sorted(pathlib.Path("results").rglob("README.md")):
        if "runs" in readme.parts:
            continue
        for _, args in list(commands(readme.read_text().split("\n"))):
            text = shlex.join(args)
            if options.filter and not any(part in text for part in options.filter):
                continue
            known = True
            print(f"{readme}: {text}", flush=True)
            if options.list:
                continue
            output, run = play(options.bin, readme, args)
            lines = readme.read_text().split("\n")
            number = line_of(lines, args)
            replaced(lines, number, shown(args[0], output))
            # From the end, since a block may change its length.
            for at, script in reversed(list(scripts_after(lines, number))):
                output = printed(readme, [str(run) if part == "RUN" else part for part in script])
                replaced(lines, at, output.rstrip().split("\n"))
            if rows := ratings_after(lines, number):
                lines[rows[0] : rows[1]] = ratings(run / "standings.csv")
            readme.write_text("\n".join(lines))
            copy_files(readme, section(lines, number), args, run)
    if not known:
        wanted = " or ".join(options.filter)
        sys.exit(f"found no command in results with {wanted}; --list shows all" if wanted else "results has no commands")


if __name__ == "__main__":
    main()
