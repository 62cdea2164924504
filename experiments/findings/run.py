#!/usr/bin/env python3
"""Plays the findings and writes their pages.

    python3 experiments/findings/run.py [--bin target/release/tradewinds] [--threads N] [--full]
                                        [--check | --ledger | --appendices DIR] [FILTER ...]

Each page is a module here with a manifest and the template of an appendix beside it. Its runs stand in
results/runs/findings and go on where they were interrupted; its tables, its picture and the marked blocks of its page
are written to results/findings/NAME, and with --appendices, which plays nothing, whole appendices to a folder. The same
files have the same bytes each time. FILTER leaves only pages whose name contains one of these texts.
"""

import argparse
import importlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import claims  # noqa: E402
from lib import page  # noqa: E402
from lib.lab import ROOT, Lab  # noqa: E402

# In the order of the questions.
PAGES = [
    "seat-price", "opening-book", "second-round", "buildings", "dead-buildings", "fair-seats", "price-list", "indigo-and-swap", "luck",
    "weak-neighbour", "kingmaking", "turn-order", "settlers-and-engines", "street", "announcing",
]


def written(name, finding, out):
    """Returns the files of a finding with tables in this folder, by path with their texts, and its whole appendix."""
    pages = ROOT / "results/findings" / name / "README.md", ROOT / "experiments/findings" / f"{name}.md"
    blocks, pictures = finding.pages(out)
    texts = page.filled({path: path.read_text() for path in pages}, blocks)
    files = {out / "README.md": texts[pages[0]]} | {out / picture: drawn for picture, drawn in pictures.items()}
    return files, texts[pages[1]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=str(ROOT / "target/release/tradewinds"), help="the program to run")
    parser.add_argument("--threads", type=int, help="threads of each run [default: one for each core]")
    parser.add_argument("--full", action="store_true", help="play the full sizes, in folders of their own; nothing published changes")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--check", action="store_true", help="play nothing: check that pages and rows of the ledger are those of the tables, and that appendices can be made of them")
    only.add_argument("--ledger", action="store_true", help="play nothing: print the rows of the ledger that the tables make")
    only.add_argument("--appendices", type=pathlib.Path, metavar="DIR", help="play nothing: write the appendices with their tables to this folder")
    parser.add_argument("filter", nargs="*", metavar="FILTER", help="a text that the page's name contains")
    options = parser.parse_args()
    chosen = [name for name in PAGES if not options.filter or any(part in name for part in options.filter)]
    if not chosen:
        sys.exit(f"FILTER: found {', '.join(options.filter)}; allowed: a part of {', '.join(PAGES)}")
    if options.ledger:
        print(claims.printed(chosen), end="")
        return
    stale = []
    for name in chosen:
        finding = importlib.import_module(name.replace("-", "_"))
        published = ROOT / "results/findings" / name
        out = ROOT / "results/runs/findings/full" / name if options.full else published
        if not (options.check or options.appendices):
            finding.measure(Lab(options.bin, options.threads, options.full), out)
        files, appendix = written(name, finding, out)
        if options.appendices:
            files = {options.appendices / f"{name}.md": appendix}
        elif options.full:
            files[out / f"{name}.md"] = appendix
        for file, content in files.items():
            if options.check:
                stale += [] if file.exists() and file.read_text() == content else [str(file)]
            else:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(content)
        if options.check and claims.LEDGER.exists():
            stale += [f"row {row} of {claims.LEDGER}" for row in claims.stale(name)]
    if stale:
        sys.exit("not those of their tables: " + ", ".join(stale))


if __name__ == "__main__":
    main()
