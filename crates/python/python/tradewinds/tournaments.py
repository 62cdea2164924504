"""Tournaments: a manifest is played into a folder, and its tables are read from there."""

from __future__ import annotations

import inspect
import json
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from . import _native
from . import bot as bot_module
from ._messages import shown

__all__ = ["Run", "merge", "tournament"]


class Run:
    """A finished run: its folder and its tables; `tournament` and `merge` return it, and `str(run)` is its standings.

    folder: the folder with the files of the run.
    found: what the native half has found: `text`, the standings, and `outcome`, "played", "played before" or "merged".
    """

    def __init__(self, folder: Path, found: Mapping[str, Any]):
        #: The folder with the files of the run.
        self.folder = folder
        #: "played", "played before" or "merged".
        self.outcome: str = found["outcome"]
        self._text: str = found["text"]

    def _files(self) -> dict[str, list[Path]]:
        """The files of each table: one of text, or those of its parts in Parquet."""
        files: dict[str, list[Path]] = {}
        for path in sorted([*self.folder.glob("*.csv"), *self.folder.glob("*/shard=*/part.parquet")]):
            name = path.stem if path.suffix == ".csv" else path.parts[-3]
            files.setdefault(name, []).append(path)
        return files

    @property
    def tables(self) -> list[str]:
        """The names of the tables."""
        return sorted(self._files())

    def table(self, name: str, library: str = "pandas"):
        """Reads a table as a frame; docs/csv.md explains its columns and units.

        name: one of `tables`.
        library: "pandas" or "polars". Pandas reads Parquet files with pyarrow.
        """
        paths = self._files().get(name)
        if paths is None:
            raise ValueError(f"table: found {shown(name)}; allowed: {', '.join(self.tables)}")
        is_text = paths[0].suffix == ".csv"
        if library == "pandas":
            import pandas

            if is_text:
                # Only an empty cell is a missing value: "null" may be the name of a bot.
                return pandas.read_csv(paths[0], na_values=[""], keep_default_na=False)
            return pandas.concat([pandas.read_parquet(path, partitioning=None) for path in paths], ignore_index=True)
        if library == "polars":
            import polars

            if is_text:
                return polars.read_csv(paths[0])
            return polars.read_parquet(paths, hive_partitioning=False)
        raise ValueError(f"library: found {shown(library)}; allowed: pandas, polars")

    def standings(self, library: str = "pandas"):
        """Reads the standings.

        library: "pandas" or "polars".
        """
        return self.table("standings", library)

    def records(self) -> list[Path]:
        """Lists the records of the games, if the manifest asks for them; `State.from_record` reads one."""
        return sorted((self.folder / "records").glob("*.json"))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r}, {self.outcome!r})"


def tournament(
    manifest: str | PathLike[str] | Mapping[str, Any],
    out: str | PathLike[str] | None = None,
    *,
    bots: Mapping[str, str | Callable[..., Any]] | None = None,
    threads: int = 0,
    shard: str | None = None,
) -> Run:
    """Plays a tournament, or goes on with one that was interrupted, and returns its tables.

    manifest: a file, its TOML text, or a dictionary of its fields.
    out: the folder of the run, `results/runs/NAME` if None.
    bots: bots written in Python by the names that the line-up uses: a function or class of a module or script, or
        `FILE.py:NAME`. Each is imported before the first game.
    threads: the number of threads, 0 for one per core.
    shard: plays one part, such as "1/4", for `merge`; None for all.

    Ctrl-C stops it, once the tables of the finished blocks are written, or at once if it is pressed again; the same call
    goes on.
    """
    text, source = _read(manifest)
    folder = _folder(text, source, out)
    if bots is not None and not isinstance(bots, Mapping):
        raise ValueError(f"bots: found {shown(bots)}; allowed: a dictionary of names and functions or classes")
    if bots:
        text, source = _with_bots(text, source, folder, bots)
    found = _native.run_tournament(text, source, folder, threads, shard)
    return Run(folder, found)


def merge(
    manifest: str | PathLike[str] | Mapping[str, Any],
    parts: Sequence[str | PathLike[str]],
    out: str | PathLike[str],
) -> Run:
    """Joins the parts of a tournament into the files that one machine would have written.

    manifest: as for `tournament`.
    parts: the folders of all parts.
    out: the folder of the whole.

    A part that differs from the others by more than chance allows is named in a warning. Ctrl-C returns at once, while
    the parts are still joined; when Python ends before that, the same call goes on.
    """
    text, source = _read(manifest)
    if not isinstance(parts, Sequence) or isinstance(parts, (str, bytes)):
        raise ValueError(f"parts: found {shown(parts)}; allowed: a list of folders")
    parts = [_path("parts", part) for part in parts]
    found = _native.merge_runs(text, source, parts, _path("out", out))
    for part, difference in found.pop("suspects"):
        warnings.warn(
            f"{parts[part]} differs from the other parts by more than chance allows, in {difference}", stacklevel=2
        )
    return Run(Path(out), found)


def _path(name: str, value: Any, allowed: str = "a path") -> Path:
    if isinstance(value, (str, PathLike)):
        return Path(value)
    raise ValueError(f"{name}: found {shown(value)}; allowed: {allowed}")


def _read(manifest) -> tuple[str, Path]:
    if isinstance(manifest, Mapping):
        return _to_toml(manifest), Path("manifest.toml")
    if isinstance(manifest, str) and "\n" in manifest:
        return manifest, Path("manifest.toml")
    path = _path("manifest", manifest, "a TOML file, its text, or a dictionary")
    try:
        return path.read_text(encoding="utf-8"), path
    except OSError as error:
        raise ValueError(f"manifest: found {shown(str(path))} ({error.strerror}); allowed: a TOML file") from error


def _to_toml(fields: Mapping[str, Any]) -> str:
    """Writes a manifest; its tables come last."""
    try:
        lines = [f"{key} = {_value(key, value)}" for key, value in fields.items() if not isinstance(value, Mapping)]
        for key, value in fields.items():
            if isinstance(value, Mapping):
                lines += ["", f"[{key}]"] + [f"{inner} = {_value(inner, item)}" for inner, item in value.items()]
    except RecursionError:
        raise _nested("manifest") from None
    return "\n".join(lines) + "\n"


def _nested(name: str) -> ValueError:
    return ValueError(f"{name}: found lists or tables nested too deeply; allowed: what docs/tournaments.md lists")


def _value(key: str, value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(key, item) for item in value) + "]"
    if isinstance(value, PathLike):
        value = str(value)
    if isinstance(value, (bool, str, int, float)):
        return json.dumps(value, ensure_ascii=False)
    raise ValueError(f"{key}: found {shown(value)}; allowed: text, a number, true or false, or a list of them")


def _fields(text: str, source: Path) -> dict[str, Any]:
    """Reads only what is needed before the manifest is checked."""
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        import tomli as tomllib  # type: ignore[no-redef]
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{source}: found {error}; allowed: TOML") from error
    except RecursionError:
        raise _nested(str(source)) from None


def _folder(text: str, source: Path, out) -> Path:
    if out is not None:
        return _path("out", out)
    name = _fields(text, source).get("name")
    if not isinstance(name, str):
        raise ValueError(f"{source}: name: found {shown(name)}; allowed: the name of the run")
    return Path("results/runs") / name


def _with_bots(text: str, source: Path, folder: Path, bots) -> tuple[str, Path]:
    """Writes presets of the bots beside the folder, and a manifest that names them by their files."""
    presets = folder.parent / f"{folder.name}.bots"
    presets.mkdir(parents=True, exist_ok=True)
    fields = _fields(text, source)
    lineup = fields.get("lineup", [])
    unused = [name for name in bots if name not in lineup]
    if unused:
        allowed = ", ".join(map(str, lineup))
        raise ValueError(f"bots: found {shown(unused[0])}; allowed: bots of the line-up: {allowed}")
    for name, bot in bots.items():
        target = _target(name, bot)
        bot_module.check(name, target)
        command = [sys.executable, "-m", "tradewinds.bot", target]
        preset = {
            "name": name,
            "game": "any",
            "about": "a bot written in Python",
            "kind": "external",
            "command": command,
        }
        path = presets / f"{name}.toml"
        path.write_text(_to_toml(preset), encoding="utf-8")
        fields["lineup"] = [str(path.resolve()) if entry == name else entry for entry in fields["lineup"]]
    base = source.resolve()
    return _to_toml(fields), base


def _target(name: str, bot) -> str:
    """Says how a process finds a bot."""
    if isinstance(bot, str):
        return bot
    path, module = getattr(bot, "__qualname__", ""), getattr(bot, "__module__", "")
    if not path or "<" in path:
        allowed = "a function or class at the top of a module or script"
        raise ValueError(f"bots[{name!r}]: found {shown(bot)}; allowed: {allowed}")
    if module == "__main__":
        try:
            file = inspect.getfile(bot)
        except (OSError, TypeError):
            file = ""
        if not Path(file).is_file():
            allowed = "one of a file, since it runs in a process of its own"
            raise ValueError(f"bots[{name!r}]: found a bot of a notebook or prompt; allowed: {allowed}")
        return f"{Path(file).resolve()}:{path}"
    return f"{module}:{path}"
