"""The page of the Python package: what its sources say of each class and function."""

import ast
import re
from pathlib import Path

# The files of the package that have the texts of their names, with the module in which users find them.
MODULES = {
    "_native.pyi": "tradewinds",
    "tournaments.py": "tradewinds",
    "bot.py": "tradewinds",
    "aec.py": "tradewinds",
    "gym.py": "tradewinds",
    "packing.py": "tradewinds",
    "sb3.py": "tradewinds.sb3",
    "openspiel.py": "tradewinds.openspiel",
}
Function = (ast.FunctionDef, ast.AsyncFunctionDef)


def signature(node: ast.FunctionDef) -> str:
    """Returns a function's arguments with their defaults, without types and `self`."""
    node = ast.parse(ast.unparse(node)).body[0]
    for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]:
        if argument:
            argument.annotation = None
    node.args.args = [argument for argument in node.args.args if argument.arg not in ("self", "cls")]
    return f"{node.name}({ast.unparse(node.args)})"


def member(node: ast.stmt) -> str:
    """Returns the text of a method or a property; none for what is not documented."""
    text = ast.get_docstring(node) if isinstance(node, Function) else None
    if not text or node.name.startswith("_"):
        return ""
    is_property = any(ast.unparse(mark) == "property" for mark in node.decorator_list)
    return f"#### `{node.name if is_property else signature(node)}`\n\n```text\n{text}\n```\n\n"


def page(package: Path) -> str:
    """Returns the page, in Markdown."""
    out = "# Every class and function of Python\n\nWhat `help()` says of them. [Python](python.md) explains their use.\n\n"
    exported = re.findall(r'^    "(\w+)": "\w+",$', (package / "__init__.py").read_text(encoding="utf-8"), re.M)
    statistics = re.search(r"from \._native import (.+)", (package / "stats.py").read_text(encoding="utf-8"))[1].split(", ")
    for file, of_file in MODULES.items():
        for node in ast.parse((package / file).read_text(encoding="utf-8")).body:
            text = ast.get_docstring(node) if isinstance(node, (ast.ClassDef, *Function)) else None
            if not text or node.name.startswith("_"):
                continue
            module = "tradewinds.stats" if node.name in statistics else of_file
            if module == "tradewinds" and node.name not in exported:
                continue
            name = node.name if isinstance(node, ast.ClassDef) else signature(node)
            out += f"## `{module}.{name}`\n\n```text\n{text}\n```\n\n"
            if isinstance(node, ast.ClassDef):
                out += "".join(member(child) for child in node.body)
    return out
