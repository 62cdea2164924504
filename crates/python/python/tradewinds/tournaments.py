"""Tournaments: a manifest is played into a folder, and its tables are read from there."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from . import _native
from . import bot as bot_module
from ._messages import shown, whole

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

    def table(self, name: str, library: str = "pandas") -> Any:
        """Reads a table as a frame; docs/csv.md explains its columns and units.

        name: one of `tables`.
        library: "pandas" or "polars". Pandas reads Parquet files with pyarrow.
        """
        paths = self._files().get(name)
        if paths is None:
            raise ValueError(f"table: found {shown(name)}; allowed: {', '.join(self.tables)}")
        if library not in ("pandas", "polars"):
            raise ValueError(f"library: found {shown(library)}; allowed: pandas, polars")
        try:
            frames = importlib.import_module(library)
        except ModuleNotFoundError as error:
            if error.name != library:
                raise
            text = f"library: found no package {library!r}; allowed: once it is installed: pip install {library}"
            raise ModuleNotFoundError(text, name=library) from None
        is_text = paths[0].suffix == ".csv"
        if library == "polars":
            return frames.read_csv(paths[0]) if is_text else frames.read_parquet(paths, hive_partitioning=False)
        if is_text:
            # Only an empty cell is a missing value: "null" may be the name of a bot.
            return frames.read_csv(paths[0], na_values=[""], keep_default_na=False)
        return frames.concat([frames.read_parquet(path, partitioning=None) for path in paths], ignore_index=True)

    def standings(self, library: str = "pandas") -> Any:
        """Reads the standings.

        library: "pandas" or "polars".
        """
        return self.table("standings", library)

    def records(self) -> list[Path]:
        """Lists the records of the games by their numbers, if the manifest asks for them; `State.from_record` reads one."""
        return sorted((self.folder / "records").glob("*.json"), key=lambda path: (len(path.name), path.name))

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
        `FILE.py:NAME`. Each is imported before the first game: a script with bots of its own has the call
        under `if __name__ == "__main__":`.
    threads: the number of threads, 0 for one per core.
    shard: plays one part, such as "1/4", for `merge`; None for all.

    Ctrl-C stops it, once the tables of the finished blocks are written, or at once if it is pressed again; the same call
    goes on. With another manifest, or after a change of a bot's code, the folder is refused.
    """
    if bot_module.is_bots_process():
        allowed = 'none there: in a script, put the call under if __name__ == "__main__":'
        raise ValueError(f"tournament: found a call in a bot's process, which imports the bot's file; allowed: {allowed}")
    text, source = _read(manifest)
    folder = _folder(text, source, out)
    if written := _checked(bots):
        text, source = _with_bots(text, source, folder, written)
    found = _native.run_tournament(text, source, folder, threads, shard)
    return Run(folder, found)


def merge(
    manifest: str | PathLike[str] | Mapping[str, Any],
    parts: Sequence[str | PathLike[str]],
    out: str | PathLike[str],
    *,
    bots: Mapping[str, str | Callable[..., Any]] | None = None,
) -> Run:
    """Joins the parts of a tournament into the files that one machine would have written.

    manifest, bots: as for `tournament`.
    parts: the folders of all parts.
    out: the folder of the whole.

    A part that differs from the others by more than chance allows is named in a warning. Ctrl-C returns at once, while
    the parts are still joined; when Python ends before that, the same call goes on.
    """
    text, source = _read(manifest)
    if not isinstance(parts, Sequence) or isinstance(parts, (str, bytes)):
        raise ValueError(f"parts: found {shown(parts)}; allowed: a list of folders")
    parts = [_path("parts", part) for part in parts]
    folder = _path("out", out)
    if written := _checked(bots):
        text, source = _with_bots(text, source, folder, written)
    found = _native.merge_runs(text, source, parts, folder)
    for part, difference in found.pop("suspects"):
        warnings.warn(
            f"{parts[part]} differs from the other parts by more than chance allows, in {difference}", stacklevel=2
        )
    return Run(folder, found)


def _checked(bots: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if bots is not None and not isinstance(bots, Mapping):
        raise ValueError(f"bots: found {shown(bots)}; allowed: a dictionary of names and functions or classes")
    return bots or {}


def _path(name: str, value: Any, allowed: str = "a path") -> Path:
    if isinstance(value, (str, PathLike)):
        return Path(value)
    raise ValueError(f"{name}: found {shown(value)}; allowed: {allowed}")


def _read(manifest: Any) -> tuple[str, Path]:
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
    """Writes a manifest; its tables come last, and tables in them in one line."""
    try:
        lines = [_line(key, value) for key, value in fields.items() if not isinstance(value, Mapping)]
        for key, value in fields.items():
            if isinstance(value, Mapping):
                lines += ["", f"[{_key(key)}]"] + [_line(inner, item) for inner, item in value.items()]
    except RecursionError:
        raise _nested("manifest") from None
    return "\n".join(lines) + "\n"


def _nested(name: str) -> ValueError:
    return ValueError(f"{name}: found lists or tables nested too deeply; allowed: what docs/tournaments.md lists")


def _line(key: Any, value: Any) -> str:
    return f"{_key(key)} = {_value(key, value)}"


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise ValueError(f"manifest: found the key {shown(key)}; allowed: texts")
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _value(key: str, value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(key, item) for item in value) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_line(inner, item) for inner, item in value.items()) + " }"
    if isinstance(value, PathLike):
        value = str(value)
    if isinstance(value, (bool, str, float)):
        return json.dumps(value, ensure_ascii=False)
    if hasattr(value, "__index__"):
        return str(whole(key, value, range(-(2**63), 2**63), "a whole number from -2^63, below 2^63"))
    raise ValueError(f"{key}: found {shown(value)}; allowed: text, a number, true or false, a list or a dictionary of them")


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


def _folder(text: str, source: Path, out: Any) -> Path:
    if out is not None:
        return _path("out", out)
    return Path("results/runs") / _native.file_name(f"{source}: name", _fields(text, source).get("name"))


def _with_bots(text: str, source: Path, folder: Path, bots: Mapping[str, Any]) -> tuple[str, Path]:
    """Writes presets of the bots beside the folder, and a manifest that names them by their files."""
    fields = _fields(text, source)
    lineup = fields.get("lineup", [])
    if not isinstance(lineup, list):
        raise ValueError(f"{source}: lineup: found {shown(lineup)}; allowed: a list")
    unused = [name for name in bots if name not in lineup]
    if unused:
        allowed = ", ".join(map(str, lineup))
        raise ValueError(f"bots: found {shown(unused[0])}; allowed: bots of the line-up: {allowed}")
    targets = {_native.file_name("bots", name): _target(name, bot) for name, bot in bots.items()}
    tables = fields.get("bots")
    twice = [name for name in targets if isinstance(tables, Mapping) and name in tables]
    if twice:
        raise ValueError(f"bots: found {shown(twice[0])}, which the manifest has, too, as [bots.{twice[0]}]; allowed: another name")
    presets = folder.parent / f"{folder.name}.bots"
    for name, target in targets.items():
        code = bot_module.check(name, target)
        command = [sys.executable, "-m", "tradewinds.bot", target]
        preset = {
            "name": name,
            "game": "any",
            "about": "a bot written in Python",
            "kind": "external",
            "command": command,
            # The bot does not read it: the run folder refuses another preset, so other code, too.
            "options": {"code_checksum": code},
        }
        presets.mkdir(parents=True, exist_ok=True)
        path = presets / f"{name}.toml"
        path.write_text(_to_toml(preset), encoding="utf-8")
        fields["lineup"] = [str(path.resolve()) if entry == name else entry for entry in fields["lineup"]]
    base = source.resolve()
    return _to_toml(fields), base


def _target(name: str, bot: Any) -> str:
    """Says how a process finds a bot."""
    if isinstance(bot, str):
        return bot
    path, module = getattr(bot, "__qualname__", ""), getattr(bot, "__module__", "")
    # A method that is bound to an object, and a function that is not written in Python, cannot be found by their names.
    if not (inspect.isfunction(bot) or inspect.isclass(bot)) or "<" in path:
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
