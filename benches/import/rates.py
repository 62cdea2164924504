"""Counts how many games `tradewinds import` completes, by the share of the detail that was removed.

    benches/import/rates.py PROGRAM --games 8 --effort 10000 --shares 50 --only puerto-rico,age-of-discovery
    benches/import/rates.py PROGRAM --games 4 --effort 10000 --shares 0,50 --only mundus-novus
    benches/import/rates.py PROGRAM --games 4 --effort 10000 --shares 0,25,50 --only francis-drake

rates.csv holds what they printed.

The games are played by `steady`, with each number of players in turn. All chance is removed: the deal and the random
events. A detail is all that follows the first word of a decision; the share is drawn by a seed. A completion counts if
its decisions agree with the list, its points are those of the game, and `tradewinds replay` verifies it.
"""

import argparse
import json
import random
import subprocess
import tempfile
from pathlib import Path

PLAYERS = {"puerto-rico": [2, 3, 4, 5], "mundus-novus": [2, 3, 4, 5], "age-of-discovery": [2, 3, 4, 5],
           "francis-drake": [3, 4, 5]}


def play(program, folder, game, number):
    """Returns the record of a game of this number."""
    players = PLAYERS[game][number % len(PLAYERS[game])]
    lineup = ", ".join(['"steady"'] * players)
    run = folder / f"{game}-{number}"
    manifest = folder / f"{game}-{number}.toml"
    manifest.write_text(f'name = "rates"\ngame = "{game}"\nplayers = {players}\nseed = {number + 1}\ndeals = 1\n'
                        f'format = "table"\nlineup = [{lineup}]\nrecord = "games"\n')
    subprocess.run([program, "-q", "tournament", manifest, "--out", run], check=True, capture_output=True)
    return json.loads((run / "records/game-0.json").read_text())


def remove(record, share, seed):
    """Returns the list of the decisions without chance and without a share of the details."""
    draw = random.Random(seed)
    names = [f"P{seat + 1}" for seat in range(record["players"])]
    texts = []
    for step in record["actions"]:
        first, _, rest = step["action"].partition(" ")
        texts.append(f"{first} ?" if rest and draw.random() < share else step["action"])
    scores = ", ".join(str(seat["score"]) for seat in record["seats"])
    lines = [f"{names[step['seat']]}: {text}" for step, text in zip(record["actions"], texts)]
    head = [f"game: {record['game']}", f"players: {', '.join(names)}", f"scores: {scores}", "forced: all"]
    return texts, "\n".join(head + lines) + "\n"


def agrees(record, texts, found):
    """Returns whether a completion has the decisions and the points of a game."""
    def fits(text, step, done):
        word = text.removesuffix(" ?")
        same = done["action"] == text if word == text else done["action"].startswith(word + " ")
        return same and step["seat"] == done["seat"]

    points = [[seat["score"] for seat in game["seats"]] for game in (record, found)]
    decisions = len(texts) == len(found["actions"])
    return decisions and points[0] == points[1] and all(map(fits, texts, record["actions"], found["actions"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=4, help="games of each kind")
    parser.add_argument("--effort", type=int, default=1000, help="thousands of games that are tried for each")
    parser.add_argument("--shares", default="0,25,50", help="percent of the details that are removed")
    parser.add_argument("--only", default=",".join(PLAYERS), help="the games")
    args = parser.parse_args()
    print("game,removed_percent,effort,games,completed", flush=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for game in args.only.split(","):
            records = [play(args.program, folder, game, number) for number in range(args.games)]
            for share in map(int, args.shares.split(",")):
                completed = 0
                for number, record in enumerate(records):
                    texts, text = remove(record, share / 100, number)
                    notes, out = folder / "notes.txt", folder / "out.json"
                    notes.write_text(text)
                    command = [args.program, "-q", "import", notes, "--out", out, "--force"]
                    if subprocess.run([*command, "--effort", str(args.effort)], capture_output=True).returncode == 0:
                        found = json.loads(out.read_text())
                        subprocess.run([args.program, "-q", "replay", out], check=True, capture_output=True)
                        completed += agrees(record, texts, found)
                print(f"{game},{share},{args.effort},{len(records)},{completed}", flush=True)


if __name__ == "__main__":
    main()
