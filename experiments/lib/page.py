"""Writes what a script knows into a page: blocks of text between two markers, and pictures.

    <!-- begin NAME -->
    what stands here is replaced
    <!-- end NAME -->

An appendix is a template, in which a line stands for each block; the whole page is not in git:

    {{NAME}}
"""

import re
import sys


def table(columns, rows):
    """Returns a Markdown table; the first column is text, the others are numbers."""
    head = "| " + " | ".join(columns) + " |"
    rule = "|---|" + "--:|" * (len(columns) - 1)
    return "\n".join([head, rule, *("| " + " | ".join(map(str, row)) + " |" for row in rows)])


def percent(value, digits=1):
    return f"{100 * value:.{digits}f} %"


def percents(low, high, digits=1):
    return " to ".join(f"{round(100 * end, digits) + 0.0:.{digits}f}" for end in (low, high))


def signed(value, digits=1):
    """Returns a number with its sign; what is rounded to 0 has a plus."""
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def listing(words):
    """Joins words to a list in a sentence."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]])) if words else "none"


def p_text(p):
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def control_verdict(checks):
    """Returns a sentence about controls; the rows have what was found, what was wanted and whether it is right."""
    right = [row["right"] == "True" for row in checks]
    said = f"{sum(right)} of the {len(right)} controls came out as they have to."
    return said if all(right) else said + " **A control went wrong: do not trust this page.**"


def control_table(checks):
    """Returns the table of controls."""
    show = lambda value: f"{value:.3f}" if isinstance(value, float) else value
    rows = [[row["control"], show(row["found"]), show(row["wanted"]), "right" if row["right"] == "True" else "**wrong**"] for row in checks]
    return table(["control", "found", "wanted", ""], rows)


def reconstructed(subject, game):
    """Returns the mark of a finding that rests on numbers which no source gives."""
    return f"**Reconstructed numbers.** This finding is on {subject}, and rests on numbers that no source gives: [which]\
(../../{game}/README.md), and `tradewinds games {game} --reconstructed`."


BEGIN = re.compile(r"<!-- begin (\S+) -->")
PLACE = re.compile(r"^\{\{(\S+)\}\}$", re.M)


def filled(pages, blocks):
    """Returns pages, by path, with their blocks replaced; each block has to stand in at least one of them, and no other
    does. The block `ledger` is left to `tradewinds gallery`."""
    found = {name for text in pages.values() for name in BEGIN.findall(text) + PLACE.findall(text)} - {"ledger"}
    if found != set(blocks):
        sys.exit(f"{', '.join(map(str, pages))}: found the markers {sorted(found)}; wanted: {sorted(blocks)}")
    whole = lambda text: PLACE.sub(lambda match: blocks[match[1]], text)
    return {path: whole(filled_page(text, blocks, path)) for path, text in pages.items()}


def filled_page(text, blocks, path):
    """Returns a page with those of the blocks replaced that stand in it, each at most once."""
    for name, block in blocks.items():
        begun = text.count(f"<!-- begin {name} -->")
        pattern = re.compile(rf"(<!-- begin {re.escape(name)} -->\n).*?(<!-- end {re.escape(name)} -->)", re.S)
        text, count = pattern.subn(lambda match: f"{match[1]}{block}\n{match[2]}", text)
        if count != begun or count > 1:
            sys.exit(f"{path}: found {begun} beginnings and {count} whole blocks of {name}; wanted: at most one, with its end")
    return text
