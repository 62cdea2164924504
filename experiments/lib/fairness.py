"""What the pages about fairer rules have in common: the verdicts of `tradewinds balance` and the seats under each rule."""

from lib import chart, page

# The verdict where no deal differs; studies that are published have the second word for it.
SAME = ("the same in every deal", "the same games")


def verdict(verdicts, table, players, variant):
    """Returns the row about seats of a variant."""
    return next(row for row in verdicts if (row["table"], row["players"], row["variant"], row["question"]) == (table, players, variant, "seats"))


def verdict_table(verdicts, names):
    """Returns the table of the verdicts on seats; `names` says how a page calls the variants."""
    rows = []
    for row in verdicts:
        if row["question"] == "seats" and row["verdict"] not in SAME:
            before, after = (f"{100 * row[column]:.1f}" for column in ("baseline", "unfairness"))
            change = [f"{100 * row['change']:+.1f}", page.percents(row["change_low"], row["change_high"])]
            rows.append([names[row["variant"]], f"`{row['table']}`", row["players"], row["deals"], before, after, *change, row["verdict"]])
    columns = ["rules", "bots", "players", "deals", "unfairness before", "after", "change", "interval", "verdict"]
    return page.table(columns, rows)


def seats(metrics, table, players, variant):
    """Returns the rows of the win share of each starting place."""
    key = (table, players, variant, "win_share_place")
    return [row for row in metrics if (row["table"], row["players"], row["variant"], row["metric"]) == key]


def seat_table(metrics, tables, names, seat="seat"):
    """Returns the table of the win shares of the starting places; `tables` are pairs of bots and a number of players."""
    rows = []
    for table, players in tables:
        for variant, name in names.items():
            cell = seats(metrics, table, players, variant)
            if cell:
                shares = [f"{100 * row['estimate']:.1f} ({page.percents(row['low'], row['high'], 0)})" for row in cell]
                rows.append([name, f"`{table}`", players, *shares, *[""] * (5 - players)])
    return page.table(["rules", "bots", "players", f"{seat} 1", "2", "3", "4", "5"], rows)


def seat_chart(title, metrics, table, names):
    """Draws the win shares of the starting places under each rule."""
    groups = []
    for players in (3, 4, 5):
        for variant, name in names.items():
            points = [
                chart.Point(f"seat {place}", 100 * row["estimate"], 100 * row["low"], 100 * row["high"])
                for place, row in enumerate(seats(metrics, table, players, variant), 1)
            ]
            if points:
                groups.append((f"{players}: {name}", points))
    return chart.dots(title, groups, "win share", " %")


def controls(verdicts, table, planted, null):
    """Returns a sentence about the controls: unfairness that was planted, and a variant that changes nothing."""
    found = sum(verdict(verdicts, table, players, planted)["verdict"] == "less fair" for players in (3, 4, 5))
    same = [row["verdict"] in SAME for row in verdicts if row["variant"] == null]
    said = f"Unfairness that was planted is found with {found} of 3 numbers of players, and a variant that changes nothing plays {'the same games' if all(same) and same else 'other games'}."
    return said if found == 3 and all(same) and same else said + " **A control went wrong: do not trust this page.**"
