"""Plays the tournaments and studies of a page and reads their tables."""

import csv
import pathlib
import subprocess
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = ROOT / "results/runs/findings"


@dataclass(frozen=True)
class SeatRow:
    """A seat at the end of a game; `points` orders the seats: the score, then the keys that break ties."""

    seat: int
    bot: str
    score: int
    points: int
    win_share: float
    row: dict


# The three keys that break ties lie within half of this number on either side of 0; a point of the score counts as
# much as it to the third power.
TIE = 10_000
POINT = TIE**3


class Lab:
    """Runs commands of the program; finished runs are read, interrupted ones go on."""

    def __init__(self, binary, threads, full=False):
        self.binary = pathlib.Path(binary).resolve()
        self.threads = threads
        self.full = full
        self.runs = RUNS / "full" if full else RUNS

    def size(self, cell, key="deals"):
        """Returns how many deals a cell plays: those of the published page, or those of its full size."""
        return cell["full"] if self.full and key == "deals" else cell[key]

    def play(self, command, manifest, name, *options):
        """Runs a command with a manifest and returns the folder of the run."""
        folder = self.runs / name
        print(f"{command} {name}", file=sys.stderr, flush=True)
        if self.threads:
            options = [*options, "--threads", str(self.threads)]
        args = [str(self.binary), command, str(manifest), "--out", str(folder), "--quiet", *options]
        done = subprocess.run(args, stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            sys.exit(f"`{command} {manifest}` ended with status {done.returncode}")
        return folder

    def study(self, command, manifest, name, full):
        """Runs a study that has a manifest of its own; `full` is the number of deals of its full size."""
        return self.play(command, manifest, name, *(["--deals", str(full)] if self.full else []))

    def run(self, command, name, text):
        """Writes a manifest and runs a command with it."""
        return self.play(command, self.write(f"{name.replace('/', '-')}.toml", text), name)

    def write(self, name, text):
        """Writes a file, such as a variant, beside the manifests and returns its path."""
        file = self.runs / "manifests" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return str(file)

    def tournament(self, name, game, players, seed, deals, lineup, variant="standard", bots=None):
        """Plays a tournament with rotations and returns its folder; `bots` are those of the finding's manifest."""
        rules = "" if variant == "standard" else f"variant = {toml(variant)}\n"
        text = (
            f'name = "{name.split("/")[-1]}"\ngame = "{game}"\nplayers = {players}\nseed = {seed}\ndeals = {deals}\n'
            f'format = "table"\nlineup = {toml(lineup)}\nseating = "rotations"\n{rules}'
            + "".join(f"[bots.{bot}]\n" + "".join(f"{key} = {inline(value)}\n" for key, value in preset.items())
                      for bot, preset in (bots or {}).items() if bot in lineup)
        )
        return self.run("tournament", name, text)


def short(name):
    """Returns the name of a bot or variant that may be the path of a file."""
    return pathlib.Path(name).stem


def toml(value):
    """Writes a text or a list of texts; paths of files are those of the repository."""
    if isinstance(value, list):
        return "[" + ", ".join(toml(part) for part in value) + "]"
    return '"' + (str(ROOT / value) if value.endswith(".toml") else value) + '"'


def inline(value):
    """Writes a value of a preset on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(part)}" for key, part in value.items()) + " }"
    return str(value).lower() if isinstance(value, bool) else toml(value) if isinstance(value, str) else str(value)


def read_seats(folder):
    """Returns the seats of each finished game, in seat order, as lists of `SeatRow`."""
    games = []
    number = None
    with open(pathlib.Path(folder) / "seats.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["win_share"] in ("", "NA"):
                continue
            if row["game"] != number:
                number = row["game"]
                games.append([])
            score = int(row["score"])
            points = score
            for key in ("tie_1", "tie_2", "tie_3"):
                if abs(int(row[key])) >= TIE // 2:
                    sys.exit(f"{folder}/seats.csv: game {number}: {key} is {row[key]}; allowed: within {TIE // 2 - 1} of 0")
                points = points * TIE + int(row[key])
            games[-1].append(SeatRow(int(row["seat"]), row["bot"], score, points, float(row["win_share"]), row))
    return games


def write_csv(path, columns, rows):
    """Writes a table; numbers with a point have six digits."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow([f"{cell:.6f}" if isinstance(cell, float) else cell for cell in row])


def read_csv(path):
    """Reads a table as a list of dictionaries, with numbers as numbers."""

    def value(text):
        for kind in (int, float):
            try:
                return kind(text)
            except ValueError:
                pass
        return text

    with open(path, newline="") as file:
        return [{key: value(text) for key, text in row.items()} for row in csv.DictReader(file)]


# The controls of all findings, one table: what was planted, what was found, what was wanted, and whether that is right.
CONTROLS = ["finding", "control", "found", "wanted", "right"]


def write_controls(out, rows):
    """Writes the controls of the finding with this folder into the table of all, in the place of those before."""
    path = out.parent / "controls.csv"
    others = []
    if path.exists():
        with open(path, newline="") as file:
            others = [row for row in list(csv.reader(file))[1:] if row[0] != out.name]
    own = [[out.name, *row] for row in rows]
    write_csv(path, CONTROLS, sorted([*others, *own], key=lambda row: row[0]))


def read_controls(out):
    """Reads the controls of the finding with this folder."""
    return [row for row in read_csv(out.parent / "controls.csv") if row["finding"] == out.name]
