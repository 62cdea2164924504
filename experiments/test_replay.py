#!/usr/bin/env python3
"""Tests of playing a page again, with a program that only prints. `python3 experiments/test_replay.py` runs them."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PAGE = """# A page

    tradewinds choices experiments/a.toml

## Tables

    python3 experiments/figures.py RUN --csv results/a/figures.csv

```text
old
older
```

## Another

    tradewinds tournament experiments/game/b.toml

```text
old
```
"""

# Writes its manifest's name, and standings, into the folder of the run.
PROGRAM = """#!/bin/sh
for last; do :; done
mkdir -p "$last"
echo "$2" > "$last/what"
echo "of $2" > "$last/standings.csv"
echo "played $2"
"""

# What somebody writes above the commands while the games are played.
ADDED = """# A page

```text
somebody's
```
"""

EDITING = f"""{PROGRAM}
{{ printf '%s' "{ADDED.replace('`', chr(92) + '`')}"; tail -n +2 results/a/README.md; }} > edited
mv edited results/a/README.md
"""

FIGURES = """import pathlib, sys
print("figures of", pathlib.Path(sys.argv[1], "what").read_text().strip())
pathlib.Path(sys.argv[3]).write_text("a,b\\n")
"""


class Replay(unittest.TestCase):
    def replay(self, folder, manifest, program=PROGRAM):
        """Plays the command with this manifest again, in a new project in a folder, and returns the folder's path."""
        script = pathlib.Path(__file__).with_name("replay.py").resolve()
        root = pathlib.Path(folder)
        files = {
            "results/a/README.md": PAGE, "results/a/game.csv": "old\n", "experiments/figures.py": FIGURES, "program": program,
        }
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        os.chmod(root / "program", 0o755)
        command = [sys.executable, script, "--bin", "./program", manifest]
        subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
        return root

    def test_a_page_and_its_script(self):
        with tempfile.TemporaryDirectory() as folder:
            root = self.replay(folder, "experiments/a.toml")
            # The command chosen was played, its script read its run, and the other block is as it was.
            wanted = PAGE.replace("old\nolder", "figures of experiments/a.toml")
            self.assertEqual((root / "results/a/README.md").read_text(), wanted)
            self.assertEqual((root / "results/a/figures.csv").read_text(), "a,b\n")
            self.assertEqual((root / "results/a/game.csv").read_text(), "old\n")

    def test_a_page_that_is_edited_meanwhile(self):
        with tempfile.TemporaryDirectory() as folder:
            root = self.replay(folder, "experiments/game/b.toml", EDITING)
            wanted = PAGE.replace("# A page\n", ADDED, 1).replace("```text\nold\n```", "```text\nplayed experiments/game/b.toml\n```")
            self.assertEqual((root / "results/a/README.md").read_text(), wanted)

    def test_a_table_with_the_name_of_the_game(self):
        with tempfile.TemporaryDirectory() as folder:
            root = self.replay(folder, "experiments/game/b.toml")
            self.assertEqual((root / "results/a/game.csv").read_text(), "of experiments/game/b.toml\n")

    def test_a_command_that_is_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            root = self.replay(folder, "experiments/a.toml")
            script = pathlib.Path(__file__).with_name("replay.py").resolve()
            for arguments in (["nosuch"], ["--list", "nosuch"]):
                done = subprocess.run([sys.executable, script, *arguments], cwd=root, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn("no command in results with nosuch", done.stderr)


if __name__ == "__main__":
    unittest.main()
