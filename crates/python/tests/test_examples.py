"""The examples run; those that need large packages only where these are installed."""

import importlib.util
import json
import os
import sys
from pathlib import Path

import pytest

import tradewinds

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
MANIFEST = """
name = "shards"
game = "puerto-rico"
players = 4
seed = 1
deals = 6
format = "table"
lineup = ["steady", "builder", "shipper", "random"]
seating = "rotations"
"""


def load(name):
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_speed_script_measures():
    speed = load("speed")
    candidates = speed.vectors()
    assert len(candidates) == 16 and candidates[0][2](0.01) >= 10 * speed.GAMES
    text = speed.table([(candidates[0][0], candidates[0][1], 3.2e6), ("slow", "one game", 11_600)])
    assert "|3.20 M|" in text and "|11.6 k|" in text


def test_a_game_of_your_own_is_measured_in_all_forms(tmp_path):
    # `cargo test` builds this example, and `.ci/run` names it.
    program = os.environ.get("TRADEWINDS_PRIZES")
    if program is None:
        pytest.skip("TRADEWINDS_PRIZES names no prizes_program")
    speed = load("foreign_speed")
    figures = speed.measure(program, 300, 1)
    assert list(figures) == ["Rust", "class in Python", "program on pipes"]
    assert all(iterations > 0 for (iterations,) in figures.values())
    assert speed.table(figures).splitlines()[2].startswith("| Rust | ")
    speed.write_rows(tmp_path / "measured.csv", figures)
    rows = (tmp_path / "measured.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows] == ["id", "foreign-speed-python", "foreign-speed-pipes"]


def test_ray_joins_the_bytes_of_one_machine(tmp_path):
    ray = pytest.importorskip("ray")
    shards = load("ray_shards")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    try:
        joined = shards.play(MANIFEST, 3, tmp_path / "joined")
    finally:
        ray.shutdown()
    whole = tradewinds.tournament(MANIFEST, tmp_path / "whole")
    assert str(joined) == str(whole)
    for name in whole.tables:
        assert (joined.folder / f"{name}.csv").read_bytes() == (whole.folder / f"{name}.csv").read_bytes()


def test_the_notebook_runs(tmp_path, monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("matplotlib")
    pytest.importorskip("ipykernel")
    text = (EXAMPLES / "tournament.ipynb").read_text()
    notebook = nbformat.reads(text.replace("DEALS = 100", "DEALS = 2"), as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = json.dumps([cell.get("outputs", []) for cell in notebook.cells])
    assert "image/png" in outputs


def test_ppo_learns_a_little(tmp_path, monkeypatch):
    pytest.importorskip("sb3_contrib")
    pytest.importorskip("matplotlib")
    ppo = load("ppo")
    arguments = ["ppo.py", "--minutes", "0.02", "--marks", "1", "--games", "8", "--num-envs", "16", "--threads", "1"]
    monkeypatch.setattr(sys, "argv", [*arguments, "--out", str(tmp_path)])
    ppo.main()
    assert (tmp_path / "curve.csv").read_text().count("\n") == 3
    assert (tmp_path / "curve.svg").is_file() and (tmp_path / "model.zip").is_file()


def test_the_ten_lines_of_ppo_learn(capsys):
    pytest.importorskip("sb3_contrib")
    torch = pytest.importorskip("torch")
    # So small a network is slower on more threads.
    torch.set_num_threads(1)
    page = (EXAMPLES.parents[2] / "docs" / "python.md").read_text()
    code = page.split("<!-- ppo: begin -->\n```python\n")[1].split("```\n<!-- ppo: end -->")[0]
    exec(compile(code, "docs/python.md", "exec"), {})
    # A player at random has 0.25; 200 games have a standard error of 0.03.
    assert float(capsys.readouterr().out) > 0.5
