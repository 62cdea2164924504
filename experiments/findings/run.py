#!/usr/bin/env python3
"""Plays the findings and writes their pages.

    python3 experiments/findings/run.py [--bin target/release/tradewinds] [--threads N] [--full] [--check] [FILTER ...]

Each page is a module here with a manifest beside it. Its runs stand in results/runs/findings and go on where they were
interrupted; its tables, pictures and the marked blocks of its page are written to results/findings/NAME. The
same files have the same bytes each time. FILTER leaves only pages whose name contains one of these texts.
"""

import argparse
import importlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from lib import page  # noqa: E402
from lib.lab import ROOT, Lab  # noqa: E402

# In the order of the questions.
PAGES = ["seat_price", "opening_book", "second_round", "buildings", "price_list", "indigo_and_swap", "luck", "weak_neighbour", "kingmaking", "turn_order", "settlers_and_engines", "street", "announcing"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=str(ROOT / "target/release/tradewinds"), help="the program to run")
    parser.add_argument("--threads", type=int, help="threads of each run [default: one for each core]")
    parser.add_argument("--full", action="store_true", help="play the full sizes, in folders of their own; nothing published changes")
    parser.add_argument("--check", action="store_true", help="play nothing: check that the pages are those of their tables")
    parser.add_argument("filter", nargs="*", metavar="FILTER", help="a text that the page's name contains")
    options = parser.parse_args()
    stale = []
    for module in PAGES:
        finding = importlib.import_module(module)
        if options.filter and not any(part in finding.NAME for part in options.filter):
            continue
        published = ROOT / "results/findings" / finding.NAME
        out = ROOT / "results/runs/findings/full" / finding.NAME if options.full else published
        if not options.check:
            finding.measure(Lab(options.bin, options.threads, options.full), out)
        blocks, pictures = finding.pages(out)
        text = (published / "README.md").read_text()
        files = {out / "README.md": page.filled(text, blocks, published / "README.md")}
        files |= {out / name: picture for name, picture in pictures.items()}
        for file, content in files.items():
            if options.check:
                stale += [] if file.exists() and file.read_text() == content else [file]
            else:
                file.write_text(content)
    if stale:
        sys.exit("not those of their tables: " + ", ".join(str(file) for file in stale))


if __name__ == "__main__":
    main()
