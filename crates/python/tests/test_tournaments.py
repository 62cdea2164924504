"""Tournaments played from Python."""

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import bots_for_tests
import tradewinds
from tradewinds import State

HERE = Path(__file__).parent
MANIFEST = {
    "name": "python-test",
    "game": "puerto-rico",
    "players": 3,
    "seed": 1,
    "deals": 2,
    "format": "table",
    "seating": "rotations",
    "lineup": ["steady", "random", "shipper"],
}


def test_standings_are_frames(tmp_path):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    run = tradewinds.tournament(MANIFEST, tmp_path / "run")
    assert run.outcome == "played" and "steady" in str(run)
    frame = run.standings()
    assert isinstance(frame, pandas.DataFrame) and set(frame["bot"]) == set(MANIFEST["lineup"])
    games = run.table("games", "polars")
    assert isinstance(games, polars.DataFrame) and games.height == 6
    assert {"games", "seats", "roles", "standings"} <= set(run.tables)
    again = tradewinds.tournament(MANIFEST, tmp_path / "run", threads=2)
    assert again.outcome == "played before" and str(again) == str(run)
    with pytest.raises(ValueError, match="table: found 'nothing'; allowed: "):
        run.table("nothing")
    with pytest.raises(ValueError, match="library: found"):
        run.table("games", "excel")


def test_parquet_files_are_frames(tmp_path):
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    text = tradewinds.tournament(MANIFEST, tmp_path / "text")
    run = tradewinds.tournament({**MANIFEST, "tables": "parquet"}, tmp_path / "run")
    assert run.tables == text.tables and not (run.folder / "games.csv").exists()
    for name in ("games", "seats", "roles"):
        expected = text.table(name, "polars")
        frame = run.table(name, "polars")
        assert isinstance(frame, polars.DataFrame) and frame.columns == expected.columns
        assert frame.height == expected.height > 0
    frame = run.table("seats")
    assert isinstance(frame, pandas.DataFrame)
    pandas.testing.assert_series_equal(frame["score"], text.table("seats")["score"])


def test_ctrl_c_stops_it_and_the_same_call_goes_on(tmp_path, ctrl_c):
    manifest = {**MANIFEST, "deals": 2000}
    begun = time.perf_counter()
    with ctrl_c(0.3):
        tradewinds.tournament(manifest, tmp_path / "run", threads=1)
    stopped = time.perf_counter() - begun
    assert (tmp_path / "run" / "standings.csv").is_file()
    run = tradewinds.tournament(manifest, tmp_path / "run")
    whole = tradewinds.tournament(manifest, tmp_path / "whole")
    assert run.outcome == "played" and str(run) == str(whole) and stopped < 20
    for name in whole.tables:
        assert (run.folder / f"{name}.csv").read_bytes() == (whole.folder / f"{name}.csv").read_bytes()


def test_parts_merge_into_the_same_bytes(tmp_path):
    whole = tradewinds.tournament(MANIFEST, tmp_path / "whole", threads=1)
    parts = [tradewinds.tournament(MANIFEST, tmp_path / f"part{i}", shard=f"{i}/2").folder for i in (1, 2)]
    merged = tradewinds.merge(MANIFEST, parts, tmp_path / "merged")
    assert str(merged) == str(whole)
    for name in whole.tables:
        assert (merged.folder / f"{name}.csv").read_bytes() == (whole.folder / f"{name}.csv").read_bytes()


def test_records_can_be_looked_at(tmp_path):
    run = tradewinds.tournament({**MANIFEST, "record": "games", "deals": 1}, tmp_path / "run")
    record = json.loads(run.records()[0].read_text())
    state = State.from_record(record)
    assert state.is_over and state.scores()["points"] == [seat["score"] for seat in record["seats"]]
    middle = State.from_record(run.records()[0].read_text(), 20)
    assert middle.decisions == 20 and not middle.is_over
    with pytest.raises(ValueError, match="decisions: found 100000"):
        State.from_record(record, 100_000)
    record["players"] = 5
    with pytest.raises(ValueError, match="crc"):
        State.from_record(record)


def test_bots_written_in_python_sit_at_the_table(tmp_path):
    manifest = {**MANIFEST, "deals": 1, "lineup": ["mine", "searcher", "random"]}
    bots = {"mine": f"{HERE / 'bots_for_tests.py'}:first", "searcher": f"{HERE / 'bots_for_tests.py'}:Searcher"}
    run = tradewinds.tournament(manifest, tmp_path / "run", bots=bots)
    faults = run.table("faults")
    assert set(faults["bot"]) == {"mine", "searcher"} and faults["decisions"].min() > 10
    assert not faults[["timeouts", "crashes", "illegal"]].to_numpy().any()
    again = tradewinds.tournament(manifest, tmp_path / "run", bots=bots)
    assert again.outcome == "played before"
    # The searcher's worlds have the rules of the tournament.
    (tmp_path / "dear.toml").write_text('name = "dear"\ngame = "puerto-rico"\n[set]\n"building.factory.cost" = 1\n')
    by_others = {**manifest, "variant": str(tmp_path / "dear.toml"), "deals": 4, "record": "games"}
    run = tradewinds.tournament(by_others, tmp_path / "others", bots=bots)
    assert not run.table("faults")[["timeouts", "crashes", "illegal"]].to_numpy().any()
    assert [State.from_record(path.read_text()).variant for path in run.records()] == ["dear"] * len(run.records())
    numbers = [int(path.stem.split("-")[1]) for path in run.records()]
    assert len(numbers) > 10 and numbers == sorted(numbers)
    # So have its parts, and they are joined.
    parts = [tmp_path / f"part-{part}" for part in (1, 2)]
    for part, folder in enumerate(parts, 1):
        tradewinds.tournament(by_others, folder, bots=bots, shard=f"{part}/2")
    whole = tradewinds.merge(by_others, parts, tmp_path / "whole", bots=bots)
    assert whole.table("standings").equals(run.table("standings"))


@pytest.mark.parametrize("edited", ["mine.py", "beside.py"])
def test_a_bot_whose_code_changed_is_another_bot(edited, tmp_path):
    (tmp_path / "mine.py").write_text("import beside\ndef f(decision):\n    return decision.legal[beside.place]\n")
    (tmp_path / "beside.py").write_text("place = 0\n")
    manifest, bots = {**MANIFEST, "deals": 1, "lineup": ["mine", "random", "random"]}, {"mine": f"{tmp_path / 'mine.py'}:f"}
    assert tradewinds.tournament(manifest, tmp_path / "run", bots=bots).outcome == "played"
    (tmp_path / "other.py").write_text("")
    assert tradewinds.tournament(manifest, tmp_path / "run", bots=bots).outcome == "played before"
    with (tmp_path / edited).open("a") as file:
        file.write("place = -1\n")
    with pytest.raises(ValueError, match="choose another folder"):
        tradewinds.tournament(manifest, tmp_path / "run", bots=bots)


@pytest.mark.parametrize("bot", ["f", "__file__ + ':f'"])
def test_a_script_without_a_guard_is_refused(bot, tmp_path):
    script = tmp_path / "script.py"
    text = f"""import tradewinds
def f(decision):
    return decision.legal[0]
manifest = {{**{MANIFEST!r}, "deals": 1, "lineup": ["mine", "random", "random"]}}
GUARD
    print(tradewinds.tournament(manifest, {str(tmp_path / 'run')!r}, bots={{"mine": {bot}}}).outcome)
"""
    script.write_text(text.replace("GUARD", "if True:"))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and 'put the call under if __name__ == "__main__":' in done.stderr.splitlines()[-1]
    assert not (tmp_path / "run").exists()
    script.write_text(text.replace("GUARD", 'if __name__ == "__main__":'))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "played\n", done.stderr


@pytest.mark.parametrize("name", ["../../precious", "a/b", "a\\b", "", ".hidden", "-x", "dot.", "NUL", "com1.x", "a b", "ſ", "NA", 5])
def test_a_name_is_checked_before_it_is_a_path(name, tmp_path):
    manifest = {**MANIFEST, "lineup": [name, "random", "random"]}
    with pytest.raises(ValueError, match=r"^bots: found .*; allowed: letters, digits, '\.', '_' and '-', beginning"):
        tradewinds.tournament(manifest, tmp_path / "in" / "run", bots={name: bots_for_tests.first})
    with pytest.raises(ValueError, match=r"^manifest.toml: name: found .*; allowed: letters, digits"):
        tradewinds.tournament({**MANIFEST, "name": name}, bots={"steady": bots_for_tests.first})
    assert not list(tmp_path.iterdir())


def test_manifests_have_tables_in_tables(tmp_path):
    calm = {"base": "ismcts", "search": {"iterations": 5}, "never": {"build": ["build factory"]}}
    manifest = {**MANIFEST, "deals": 1, "lineup": ["calm", "random", "random"], "bots": {"calm": calm}}
    run = tradewinds.tournament(manifest, tmp_path / "run")
    assert "calm" in str(run) and "factory" in (run.folder / "bots" / "calm.toml").read_text()
    # Beside a bot in Python, from a dictionary as from a text.
    text = "".join(f"{key} = {json.dumps(MANIFEST[key])}\n" for key in MANIFEST if key not in ("lineup", "deals"))
    text += """deals = 1
lineup = ["calm", "mine", "random"]
[bots.calm]
base = "ismcts"
search = { iterations = 5 }
never.build = ["build factory"]
"""
    bots = {"mine": f"{HERE / 'bots_for_tests.py'}:first"}
    runs = [
        tradewinds.tournament(given, tmp_path / f"both{place}", bots=bots)
        for place, given in enumerate(({**manifest, "lineup": ["calm", "mine", "random"]}, text))
    ]
    assert runs[0].table("games").equals(runs[1].table("games"))
    with pytest.raises(ValueError, match="bots: found 'calm', which the manifest has, too, as .bots.calm.; allowed: another"):
        tradewinds.tournament(manifest, tmp_path / "twice", bots={"calm": bots_for_tests.first})
    for key in (5, None):
        with pytest.raises(ValueError, match=f"manifest: found the key {key}; allowed: texts"):
            tradewinds.tournament({**MANIFEST, "search": {key: 1}}, tmp_path / "run")


def test_numbers_of_a_manifest_are_of_any_type(tmp_path):
    run = tradewinds.tournament({**MANIFEST, "deals": np.int64(1), "seed": np.uint8(1)}, tmp_path / "run")
    assert tradewinds.tournament({**MANIFEST, "deals": 1}, run.folder).outcome == "played before"
    for seed in (2**63, -(2**63) - 1):
        with pytest.raises(ValueError, match=f"^seed: found {seed}; allowed: a whole number from -2.63, below 2.63"):
            tradewinds.tournament({**MANIFEST, "seed": seed}, tmp_path / "run")
    with pytest.raises(ValueError, match=r"^manifest.toml: lineup: found 5; allowed: a list"):
        tradewinds.tournament({**MANIFEST, "lineup": 5}, tmp_path / "run", bots={"mine": bots_for_tests.first})


def test_what_cannot_be_found_or_called_is_refused(tmp_path):
    manifest = {**MANIFEST, "lineup": ["mine", "random", "random"]}
    for bot in (bots_for_tests.Searcher().choose, bots_for_tests.Searcher(), len, [].append, lambda decision: 0):
        with pytest.raises(ValueError, match=r"^bots\['mine'\]: found .*; allowed: a function or class at the top of a module"):
            tradewinds.tournament(manifest, tmp_path / "run", bots={"mine": bot})
    (tmp_path / "mine.py").write_text("class Deep:\n    def __init__(self, depth): pass\n    def choose(self, decision): pass\n")
    for bot in (f"{HERE / 'bots_for_tests.py'}:Searcher.choose", f"{tmp_path / 'mine.py'}:Deep"):
        with pytest.raises(ValueError, match="missing a required.*allowed: a function of the decision alone, or a class that"):
            tradewinds.tournament(manifest, tmp_path / "run", bots={"mine": bot})


def test_a_library_that_is_missing_is_named(tmp_path, monkeypatch):
    run = tradewinds.tournament({**MANIFEST, "deals": 1}, tmp_path / "run")
    for library in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(ModuleNotFoundError, match=f"^library: found no package '{library}'; allowed: .*: pip install {library}"):
            run.standings(library)


def test_wrong_manifests_are_named(tmp_path):
    def refused(words, manifest, **settings):
        with pytest.raises(ValueError) as error:
            tradewinds.tournament(manifest, tmp_path / "refused", **settings)
        assert words in str(error.value), error.value
        assert not (tmp_path / "refused").exists()

    refused("steady", {**MANIFEST, "lineup": ["steddy", "random", "random"]})
    refused("players", {**MANIFEST, "players": 9})
    refused("dealz", {**MANIFEST, "dealz": 3})
    refused("seed: found None", {**MANIFEST, "seed": None})
    refused("a TOML file", tmp_path / "nothing.toml")
    refused("shard: found '3/2'".replace("'", '"'), MANIFEST, shard="3/2")
    refused("shard: found 3; allowed: I/N", MANIFEST, shard=3)
    refused("threads: found -1", MANIFEST, threads=-1)
    refused("manifest: found 5; allowed: a TOML file, its text, or a dictionary", 5)
    refused("bots: found ['steady']; allowed: a dictionary", MANIFEST, bots=["steady"])
    with pytest.raises(ValueError, match="out: found 5; allowed: a path"):
        tradewinds.tournament(MANIFEST, 5)
    with pytest.raises(ValueError, match="parts: found 'a'; allowed: a list of folders"):
        tradewinds.merge(MANIFEST, "a", tmp_path / "merged")
    refused("bots: found 'other'", MANIFEST, bots={"other": bots_for_tests.first})
    refused("at the top of a module", MANIFEST, bots={"steady": lambda decision: decision.legal[0]})
    tradewinds.tournament(MANIFEST, tmp_path / "run")
    with pytest.raises(ValueError, match="choose another folder"):
        tradewinds.tournament({**MANIFEST, "seed": 2}, tmp_path / "run")


def test_bots_that_are_not_there_are_named_before_the_first_game(tmp_path):
    broken, bad = tmp_path / "broken.py", tmp_path / "bad.py"
    broken.write_text("import nothing_of_this_name\n")
    bad.write_text("number = 5\nclass NoBot:\n    pass\n")
    manifest = {**MANIFEST, "lineup": ["mine", "random", "random"]}
    for bot, words in (
        (f"{HERE / 'bots_for_tests.py'}:nosuch", "found no 'nosuch' in"),
        (f"{HERE / 'bots_for_tests.py'}:nosuch", "allowed: Searcher, first)"),
        (f"{HERE / 'nothing.py'}:first", "allowed: a Python file"),
        ("no_module_of_this_name:first", "ModuleNotFoundError: No module named 'no_module_of_this_name'"),
        (f"{broken}:first", "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        (f"{bad}:number", "found 5; allowed: a function, or a class"),
        (f"{bad}:NoBot", "a class with a method 'choose'"),
        ("first", "allowed: FILE.py:NAME or MODULE:NAME"),
    ):
        with pytest.raises(ValueError, match=r"^bots\['mine'\]: found ") as error:
            tradewinds.tournament(manifest, tmp_path / "run", bots={"mine": bot})
        assert words in str(error.value) and "\n" not in str(error.value)
        assert not (tmp_path / "run").exists()


def test_nested_manifests_are_refused(tmp_path):
    nested = []
    for _ in range(100_000):
        nested = [nested]
    text = 'name = "x"\nlineup = ' + "[" * 100_000 + "]" * 100_000 + "\n"
    for manifest in ({**MANIFEST, "lineup": nested}, {**MANIFEST, "search": {"x": nested}}, text, nested):
        for settings in ({}, {"bots": {"mine": "x:y"}}):
            with pytest.raises(ValueError):
                tradewinds.tournament(manifest, tmp_path / "run", **settings)
    with pytest.raises(ValueError, match="manifest: found lists or tables nested too deeply"):
        tradewinds.tournament({**MANIFEST, "lineup": nested}, tmp_path / "run")
