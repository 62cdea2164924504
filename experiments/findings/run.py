#!/usr/bin/env python3
"""Plays the findings and writes their pages.

    python3 experiments/findings/run.py [--bin target/release/tradewinds] [--threads N] [--full] [--check | --ledger] [FILTER ...]

Each page is a module here with a manifest and an appendix beside it. Its runs stand in results/runs/findings and go on
where they were interrupted; its tables, its picture and the marked blocks of its page are written to
results/findings/NAME, and those of its appendix here. The same files have the same bytes each time. FILTER leaves only
pages whose name contains one of these texts.
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
    "seat-price", "opening-book", "second-round", "buildings", "price-list", "indigo-and-swap", "luck", "weak-neighbour",
    "kingmaking", "turn-order", "settlers-and-engines", "street", "announcing",
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=str(ROOT / "target/release/tradewinds"), help="the program to run")
    parser.add_argument("--threads", type=int, help="threads of each run [default: one for each core]")
    parser.add_argument("--full", action="store_true", help="play the full sizes, in folders of their own; nothing published changes")
    parser.add_argument("--check", action="store_true", help="play nothing: check that pages, appendices and rows of the ledger are those of the tables")
    parser.add_argument("--ledger", action="store_true", help="play nothing: print the rows of the ledger that the tables make")
    parser.add_argument("filter", nargs="*", metavar="FILTER", help="a text that the page's name contains")
    options = parser.parse_args()
    chosen = [name for name in PAGES if not options.filter or any(part in name for part in options.filter)]
    if options.ledger:
        print(claims.printed(chosen), end="")
        return
    stale = []
    for name in chosen:
        finding = importlib.import_module(name.replace("-", "_"))
        published, appendix = ROOT / "results/findings" / name, ROOT / "experiments/findings" / f"{name}.md"
        out = ROOT / "results/runs/findings/full" / name if options.full else published
        if not options.check:
            finding.measure(Lab(options.bin, options.threads, options.full), out)
        blocks, pictures = finding.pages(out)
        texts = page.filled({path: path.read_text() for path in (published / "README.md", appendix)}, blocks)
        files = {out / path.name if options.full else path: text for path, text in texts.items()}
        files |= {out / picture: drawn for picture, drawn in pictures.items()}
        for file, content in files.items():
            if options.check:
                stale += [] if file.exists() and file.read_text() == content else [str(file)]
            else:
                file.write_text(content)
        if options.check and claims.LEDGER.exists():
            stale += [f"row {row} of {claims.LEDGER}" for row in claims.stale(name)]
    if stale:
        sys.exit("not those of their tables: " + ", ".join(stale))


if __name__ == "__main__":
    main()
