"""What the wheel brings along, and that its type stubs say what is there."""

import ast
import inspect
from importlib import metadata
from pathlib import Path

import pytest

import tradewinds
from tradewinds import _native

PACKAGE = Path(tradewinds.__file__).parent


def test_the_wheel_has_licence_types_and_metadata():
    files = {str(path) for path in metadata.files("tradewinds")}
    for name in ("py.typed", "_native.pyi", "__init__.pyi", "aec.py", "openspiel.py", "sb3.py"):
        assert f"tradewinds/{name}" in files
    licences = [path for path in files if path.startswith("tradewinds-") and path.endswith("LICENSE")]
    assert len(licences) == 1
    text = metadata.distribution("tradewinds").read_text(f"licenses/{Path(licences[0]).name}")
    assert "MIT License" in text and "Apache License, Version 2.0" in text
    found = metadata.metadata("tradewinds")
    assert found["Version"] == tradewinds.__version__
    assert found["License-Expression"] == "MIT OR Apache-2.0" and found["License-File"] == "LICENSE"
    assert found["Summary"] and found["Requires-Python"] == ">=3.10"
    assert found["Description-Content-Type"].startswith("text/markdown") and "# Python" in found.get_payload()
    assert any(path.startswith("tradewinds/_native") and "abi3" in path for path in files)


def stubs():
    return {node.name: node for node in ast.parse((PACKAGE / "_native.pyi").read_text()).body if hasattr(node, "name")}


def parameters(function):
    every = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return [argument.arg for argument in every if argument.arg not in ("self", "cls")]


def test_the_stubs_name_what_is_there():
    typed = {"Field", "ActionGroup", "Layout", "Scores"}
    names = {name for name in dir(_native) if not name.startswith("_")}
    assert set(stubs()) - typed == names
    for name, node in stubs().items():
        if isinstance(node, ast.FunctionDef):
            assert parameters(node) == list(inspect.signature(getattr(_native, name)).parameters)


@pytest.mark.parametrize("name", ["VecEnv", "State", "SearchResult"])
def test_the_stubs_have_all_methods_and_their_parameters(name):
    found = getattr(_native, name)
    body = stubs()[name].body
    named = {node.target.id if isinstance(node, ast.AnnAssign) else node.name for node in body}
    assert {member for member in named if not member.startswith("_")} == {
        member for member in dir(found) if not member.startswith("_")
    }
    for node in body:
        is_property = isinstance(node, ast.AnnAssign) or any(
            isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list
        )
        if not is_property and not node.name.startswith("__"):
            there = inspect.signature(getattr(found, node.name)).parameters
            assert parameters(node) == [parameter for parameter in there if parameter != "self"], node.name
    if name != "SearchResult":
        made = next(node for node in body if getattr(node, "name", "") == "__new__")
        assert parameters(made) == list(inspect.signature(found).parameters)


def test_every_public_name_can_be_imported():
    exported = ast.parse((PACKAGE / "__init__.pyi").read_text()).body
    names = {alias.asname for node in exported for alias in node.names}
    assert names == set(tradewinds.__all__)
    for name in names:
        pytest.importorskip("pettingzoo")
        assert getattr(tradewinds, name) is not None
