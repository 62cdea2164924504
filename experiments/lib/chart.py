"""Charts as SVG: rows of points with their intervals."""

from dataclasses import dataclass
from html import escape

COLOURS = ["#0b6e8a", "#c2571a", "#5a7d2a", "#7a4b94", "#9c2f45", "#55606a"]
LEFT, WIDTH, ROW, TOP = 210, 760, 16, 54


@dataclass
class Point:
    """A point of a row: which series it belongs to, its value and its interval, or none."""

    series: str
    value: float
    low: float | None = None
    high: float | None = None


def nice_step(span):
    """Returns a round step that divides a span in at most eight parts."""
    step = 10.0 ** -6
    while True:
        for factor in (1, 2, 5):
            if span / (step * factor) <= 8:
                return step * factor
        step *= 10


def label(value, step, unit):
    digits = 0
    while digits < 6 and abs(round(step * 10**digits) - step * 10**digits) > 1e-9:
        digits += 1
    return f"{value:.{digits}f}{unit}"


def dots(title, rows, axis, unit="", mark=None):
    """Draws groups of points below each other: `rows` are pairs of a name and a list of `Point`; `mark` is a
    value with a vertical line, such as the chance level, and its name."""
    series = list(dict.fromkeys(point.series for _, points in rows for point in points))
    ends = [end for _, points in rows for p in points for end in (p.value, p.low, p.high) if end is not None]
    if mark:
        ends.append(mark[0])
    low, high = min(ends), max(ends)
    step = nice_step((high - low) or 1.0)
    first = int(low // step)
    last = first
    while last * step < high - 1e-9:
        last += 1
    low, high = first * step, max(last, first + 1) * step
    x = lambda value: LEFT + (WIDTH - LEFT - 30) * (value - low) / (high - low)
    heights = [ROW * len(points) + 12 for _, points in rows]
    bottom = TOP + sum(heights)
    legend = 18 * ((len(series) + 2) // 3)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 52 + legend}" width="{WIDTH}" '
        f'font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="{escape(title, True)}">',
        f'<rect width="{WIDTH}" height="{bottom + 52 + legend}" fill="#ffffff"/>',
        f'<text x="12" y="24" font-size="16" font-weight="600" fill="#1b2a33">{escape(title)}</text>',
    ]
    for tick in range(first, last + 1):
        at = x(tick * step)
        out.append(f'<line x1="{at:.1f}" y1="{TOP - 8}" x2="{at:.1f}" y2="{bottom}" stroke="#e3e8eb"/>')
        out.append(
            f'<text x="{at:.1f}" y="{bottom + 16}" text-anchor="middle" fill="#55606a">{label(tick * step, step, unit)}</text>'
        )
    if mark:
        at = x(mark[0])
        out.append(f'<line x1="{at:.1f}" y1="{TOP - 8}" x2="{at:.1f}" y2="{bottom}" stroke="#8a949b" stroke-dasharray="4 3"/>')
        out.append(f'<text x="{at:.1f}" y="{TOP - 12}" text-anchor="middle" fill="#55606a" font-size="11">{escape(mark[1])}</text>')
    y = TOP
    for (name, points), height in zip(rows, heights):
        middle = y + (height - 12) / 2 + 4.5
        out.append(f'<text x="{LEFT - 12}" y="{middle:.1f}" text-anchor="end" fill="#1b2a33">{escape(name)}</text>')
        for index, point in enumerate(points):
            at, colour = y + ROW * index + ROW / 2, COLOURS[series.index(point.series) % len(COLOURS)]
            said = f"{name}, {point.series}: {point.value:.4g}"
            if point.low is not None:
                said += f" ({point.low:.4g} to {point.high:.4g})"
                out.append(f'<line x1="{x(point.low):.1f}" y1="{at}" x2="{x(point.high):.1f}" y2="{at}" stroke="{colour}" stroke-width="2"/>')
            out.append(f'<circle cx="{x(point.value):.1f}" cy="{at}" r="4" fill="{colour}"><title>{escape(said)}</title></circle>')
        y += height
        out.append(f'<line x1="12" y1="{y - 6}" x2="{WIDTH - 30}" y2="{y - 6}" stroke="#f0f3f5"/>')
    out.append(f'<text x="{(LEFT + WIDTH - 30) / 2:.0f}" y="{bottom + 36}" text-anchor="middle" fill="#55606a">{escape(axis)}</text>')
    for index, name in enumerate(series):
        at, line = LEFT + 175 * (index % 3), bottom + 54 + 18 * (index // 3)
        out.append(f'<circle cx="{at}" cy="{line - 4}" r="4" fill="{COLOURS[index % len(COLOURS)]}"/>')
        out.append(f'<text x="{at + 10}" y="{line}" fill="#1b2a33">{escape(name)}</text>')
    return "\n".join([*out, "</svg>", ""])
