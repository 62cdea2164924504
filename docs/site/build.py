#!/usr/bin/env python3
"""Builds the documents as a site: `docs/site/build.py [--program FILE] [--page DIR] [--out DIR]`.

It needs the packages of `requirements.txt`, and the program for the pages that are its output. With the folder that
`crates/page/build.sh` made, the games can be played at `table/`. A warning of MkDocs, a link to nothing, and a request to
another host are errors.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from html.parser import HTMLParser
from posixpath import normpath, relpath
from pathlib import Path

import api
import material

ROOT = Path(__file__).resolve().parents[2]
HERE = "docs/site"
# The documents that the site has, with the folders of pictures beside them.
PAGES = re.compile(
    r"(README|ARCHITECTURE|CHANGELOG|CONTRIBUTING)\.md|(docs|results|experiments/findings|experiments/cluster)/.*\.md"
)
PICTURES = (".png", ".svg")
# The commands that a page is about.
GUIDES = {
    "docs/analyze.md": ["analyze", "position"],
    "docs/balance.md": ["balance"],
    "docs/bench.md": ["bench"],
    "docs/bots.md": ["bots"],
    "docs/choices.md": ["choices"],
    "docs/external-bots.md": ["check-bot"],
    "docs/features.md": ["games"],
    "docs/learn.md": ["learn"],
    "docs/ledger.md": ["ledger", "gallery"],
    "docs/parquet.md": ["export"],
    "docs/play.md": ["serve", "play"],
    "docs/protocol.md": ["protocol"],
    "docs/review.md": ["review"],
    "docs/tournaments.md": ["tournament", "sprt", "ladder", "standings", "merge", "replay"],
    "docs/tune.md": ["tune"],
}
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
CODE = re.compile(r"(`+)(.+?)\1")
FENCE = re.compile(r"^ {0,3}(```|~~~)")


def fail(message: str) -> None:
    sys.exit(f"error: {message}")


class Site:
    """The folder of sources, in the layout of the repository."""

    def __init__(self, program: Path, out: Path, work: Path) -> None:
        self.program, self.out, self.work = program, out, work
        self.sources = self.work / "pages"
        listed = self.run("git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard")
        self.tracked = {path for path in listed.split("\n") if (ROOT / path).is_file()}
        package = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]
        self.repository = package.get("repository") or fail("Cargo.toml: [workspace.package] has no repository")
        pages = {path for path in self.tracked if PAGES.fullmatch(path)}
        self.pages = {path for path in pages if not path.startswith(f"{HERE}/")}
        self.generated = self.of_program()
        self.pages |= self.generated.keys()
        self.problems: list[str] = []

    @staticmethod
    def run(*command: str) -> str:
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        if done.returncode != 0:
            fail(f"{' '.join(command)}: {done.stderr.strip()}")
        return done.stdout

    def say(self, *arguments: str) -> str:
        return self.run(str(self.program), *arguments)

    def games(self) -> list[str]:
        rows = self.say("games").split("\n\n")[0].splitlines()[1:]
        return list(dict.fromkeys(row.split()[0] for row in rows))

    def commands(self, *above: str) -> list[tuple[str, str]]:
        """Returns each command below one, by name, with its help."""
        text = self.say(*above, "--help")
        found = [(" ".join(above), text)] if above else []
        listed = text.partition("\nCommands:\n")[2].partition("\n\n")[0]
        for name in re.findall(r"^ {2}(\S+)", listed, re.M):
            if name != "help":
                found += self.commands(*above, name)
        return found

    def of_program(self) -> dict[str, str]:
        """Returns the pages that are output of the program, or end with it."""
        commands = self.commands()
        guide_of = {name: guide for guide, names in GUIDES.items() for name in names}
        known = {name for name, _ in commands}
        if unknown := guide_of.keys() - known:
            fail(f"{HERE}/build.py: GUIDES names commands that the program has not: {sorted(unknown)}")
        text = "# Every command\n\nWhat `tradewinds COMMAND --help` prints.\n"
        for name, help_text in commands:
            text += f"\n## tradewinds {name}\n\n"
            if guide := guide_of.get(name):
                text += f"Explained in [{guide.removeprefix('docs/')}]({guide.removeprefix('docs/')}).\n\n"
            text += f"```text\n{help_text.rstrip()}\n```\n"
        pages = {"docs/commands.md": text}

        text = "# Shipped bots, games and settings\n\n## Games and variants\n\n"
        text += f"What `tradewinds games` prints.\n\n```text\n{self.say('games').rstrip()}\n```\n"
        text += f"\n## Bots\n\nWhat `tradewinds bots` prints.\n\n```text\n{self.say('bots').rstrip()}\n```\n"
        for game in self.games():
            shown = self.say("bots", "show", "ismcts", "--game", game)
            text += f"\n## ismcts in {game}\n\nWhat `tradewinds bots show ismcts --game {game}` prints: each weight and "
            text += f"setting, with its default and its meaning.\n\n```text\n{shown.rstrip()}\n```\n"
        pages["docs/settings.md"] = text

        features = self.say("games", "--features", "--markdown")
        pages["docs/features.md"] = (ROOT / "docs/features.md").read_text(encoding="utf-8") + "\n" + features
        pages["docs/python-api.md"] = api.page(ROOT / "crates/python/python/tradewinds")
        for guide, names in GUIDES.items():
            if guide not in self.tracked:
                fail(f"{HERE}/build.py: GUIDES names {guide}, which is not there")
            links = ", ".join(f"[tradewinds {name}](commands.md#tradewinds-{name})" for name in names)
            base = pages.get(guide) or (ROOT / guide).read_text(encoding="utf-8")
            title, _, rest = base.partition("\n")
            pages[guide] = f"{title}\n\n*All options: {links}.*\n{rest}"
        return pages

    def link(self, page: str, target: str) -> str:
        """Returns a link of a page as the site has it."""
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target) or not path:
            return target
        goal = normpath(str(Path(page).parent / path))
        anchor = f"#{anchor}" if anchor else ""
        if goal in self.pages or (goal in self.tracked and goal.endswith(PICTURES)):
            return target
        if f"{goal}/README.md" in self.pages:
            return relpath(f"{goal}/README.md", Path(page).parent) + anchor
        if goal in self.tracked:
            return f"{self.repository}/blob/HEAD/{goal}{anchor}"
        if goal == "." or any(path.startswith(f"{goal}/") for path in self.tracked):
            return f"{self.repository}/tree/HEAD/{'' if goal == '.' else goal}"
        self.problems.append(f"{page}: found a link to {target}, which is not there")
        return target

    def prose(self, page: str, line: str) -> str:
        """Returns a line outside blocks of code as the site has it."""
        code: list[str] = []

        def put_away(match: re.Match) -> str:
            code.append(match[0])
            return f"\0{len(code) - 1}\0"

        line = CODE.sub(put_away, line)
        line = re.sub(r"<!--.*?-->", "", line)
        # Pictures of another host, such as badges.
        line = re.sub(r"\[!\[[^\]]*\]\(https?:[^)]*\)\]\([^)]*\)", "", line)
        line = LINK.sub(lambda match: match[1] + self.link(page, match[2]) + match[3], line)
        return re.sub("\0(\\d+)\0", lambda match: code[int(match[1])], line)

    def page(self, page: str, text: str) -> str:
        """Returns a page as the site has it. What GitHub shows as a list or a table needs a blank line before it here,
        and what belongs to an item of a list four spaces."""
        lines, fence, item, begun = [], "", 0, 0
        for line in text.split("\n"):
            above = lines[-1] if lines else ""
            inside = item and line.startswith(" " * item)
            bare = line[item:] if inside else line
            mark = FENCE.match(bare)
            if fence:
                fence = "" if mark and mark[1] == fence else fence
            elif mark:
                fence = mark[1]
                if above.strip():
                    lines.append("")
            else:
                bare = self.prose(page, bare)
                begin = re.match(r"[-*+] |\d+\. ", bare)
                begins = begin or bare.startswith("|")
                is_loose = begin and item and not inside and "" in lines[begun:]
                if begins and above.strip() and (is_loose or not re.match(r"[-*+] |\d+\. |\|| {2,}", above)):
                    lines.append("")
                if begin and not inside:
                    item, begun = len(begin[0]), len(lines)
                elif item and line.strip() and not inside and not above.strip():
                    item = 0
            lines.append("    " + bare if inside else bare)
        if page == "README.md":
            lines[:0] = ["---", "hide: [navigation]", "---", ""]
        return "\n".join(lines)

    def assemble(self) -> None:
        shown = set()
        for page in sorted(self.pages):
            text = self.generated.get(page) or (ROOT / page).read_text(encoding="utf-8")
            place = self.sources / page
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(self.page(page, text), encoding="utf-8")
            shown |= {
                normpath(str(Path(page).parent / match[2])) for match in LINK.finditer(text) if match[2].endswith(PICTURES)
            }
        for picture in sorted(shown & self.tracked):
            place = self.sources / picture
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / picture, place)
        place = self.sources / HERE
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / HERE / "site.css", place)
        icon = Path(material.__file__).parent / "templates/.icons/material/sail-boat.svg"
        shutil.copy(icon, place / "icon.svg")
        if self.problems:
            fail("\n".join(self.problems))

    @staticmethod
    def title(page: str) -> str:
        """Returns the short name of a page of a folder, such as *Seat price*."""
        path = Path(page)
        name = path.parent.name if path.name == "README.md" else path.stem
        return re.sub(r"^\d+-", "", name).replace("-", " ").replace("_", " ").capitalize()

    def config(self) -> str:
        """Returns the configuration of MkDocs, with each folder of `nav` as its pages that stand nowhere else there."""
        lines = (ROOT / HERE / "mkdocs.yml").read_text(encoding="utf-8").replace("REPOSITORY", self.repository).split("\n")
        begin = lines.index("nav:")
        entries = [re.fullmatch(r"( *- )(.+): (\S+)", line) for line in lines]
        left = self.pages - {entry[3] for entry in entries[begin:] if entry}
        # The deeper folders first: what is in them is not in those above.
        folders = sorted({entry[3] for entry in entries[begin:] if entry and entry[3].endswith("/")}, key=len)
        pages_of: dict[str, list[str]] = {}
        for folder in reversed(folders):
            pages_of[folder] = sorted(
                (page for page in left if page.startswith(folder)), key=lambda page: (page != f"{folder}README.md", page)
            )
            left -= set(pages_of[folder])
        out = lines[:begin]
        for line, entry in zip(lines[begin:], entries[begin:]):
            if entry and (pages := pages_of.get(entry[3])) is not None:
                indent = " " * (len(entry[1]) + 2)
                out.append(f"{entry[1]}{entry[2]}:")
                first = f"{entry[3]}README.md"
                out += [f"{indent}- {page}" if page == first else f"{indent}- {self.title(page)}: {page}" for page in pages]
            else:
                out.append(line)
        if left:
            fail(f"{HERE}/mkdocs.yml: nav has no place for {sorted(left)}")
        return "\n".join(out) + f"\ndocs_dir: {self.sources}\nsite_dir: {self.out}\n"


class Requests(HTMLParser):
    """Collects what a browser fetches for a page, and text that looks like Markdown which was not understood."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.raw: list[str] = []
        self.above: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "link" and values.get("rel") not in ("canonical", "prev", "next"):
            self.fetched.append(values.get("href") or "")
        self.fetched += [value or "" for name, value in attrs if name in ("src", "srcset", "data")]
        if tag in ("p", "pre", "code", "script", "style"):
            self.above.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.above and self.above[-1] == tag:
            self.above.pop()

    def handle_data(self, data: str) -> None:
        if self.above == ["p"] and re.search(r"^([-*] |```|\|.*\|$)", data, re.M):
            self.raw.append(data.strip()[:60])


def check(html: Path) -> None:
    """Fails where a page fetches something from another host, or shows Markdown."""
    problems = []
    for path in sorted(html.rglob("*.html")):
        found = Requests()
        found.feed(path.read_text(encoding="utf-8"))
        foreign = [url for url in found.fetched if re.match(r"(https?:)?//", url)]
        problems += [f"{path.relative_to(html)}: found a request to {url}" for url in foreign]
        problems += [f"{path.relative_to(html)}: found {text!r}; a list or table needs a blank line" for text in found.raw]
    for path in sorted(html.rglob("*.css")):
        for url in re.findall(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')]+)", path.read_text(encoding="utf-8")):
            problems.append(f"{path.relative_to(html)}: found a request to {url}")
    if problems:
        fail("\n".join(problems))


def build(site: Site, page: Path | None) -> None:
    """Builds the site in its folder, and checks it."""
    site.assemble()
    config = site.work / "mkdocs.yml"
    config.write_text(site.config(), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config)]
    # Not with --quiet, which does not count warnings.
    env = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        fail("\n".join(line for line in done.stderr.splitlines() if not line.startswith("INFO")))
    if page:
        shutil.copytree(page, site.out / "table")
    check(site.out)
    print(f"the site is in {site.out}: {len(site.pages)} pages")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/tradewinds", help="the program")
    parser.add_argument("--page", type=Path, help="the folder of the page in which the games are played")
    parser.add_argument("--out", type=Path, default=ROOT / "target/site", help="the folder of the site, which is emptied")
    args = parser.parse_args()
    if not args.program.is_file():
        fail(f"--program: {args.program} is not there; `cargo build --release` makes it")
    if args.page and not (args.page / "page.wasm").is_file():
        fail(f"--page: {args.page} has no page.wasm; `crates/page/build.sh DIR` makes it")
    with tempfile.TemporaryDirectory() as work:
        build(Site(args.program.resolve(), args.out.resolve(), Path(work).resolve()), args.page)


if __name__ == "__main__":
    main()
