"""What the wheel brings along, and that its type stubs say what is there."""

import ast
import inspect
import os
import re
import subprocess
import sys
import typing
from importlib import metadata
from pathlib import Path

import pytest

import tradewinds
from tradewinds import _native, foreign, stats

PACKAGE = Path(tradewinds.__file__).parent


def test_the_wheel_has_licence_types_and_metadata():
    files = {str(path) for path in metadata.files("tradewinds")}
    for name in ("py.typed", "_native.pyi", "__init__.pyi", "aec.py", "openspiel.py", "foreign.py", "sb3.py", "stats.py"):
        assert f"tradewinds/{name}" in files
    found = metadata.metadata("tradewinds")
    assert sorted(found.get_all("License-File")) == ["LICENSE-APACHE", "LICENSE-MIT"]
    for name, title in (("LICENSE-MIT", "MIT License"), ("LICENSE-APACHE", "Apache License")):
        assert title in metadata.distribution("tradewinds").read_text(f"licenses/{name}")
    assert found["Version"] == tradewinds.__version__
    assert found["License-Expression"] == "MIT OR Apache-2.0"
    assert found["Summary"] and found["Requires-Python"] == ">=3.10"
    assert found["Description-Content-Type"].startswith("text/markdown") and "# Python" in found.get_payload()
    assert any(path.startswith("tradewinds/_native") and "abi3" in path for path in files)


def stubs():
    return {node.name: node for node in ast.parse((PACKAGE / "_native.pyi").read_text()).body if hasattr(node, "name")}


def parameters(function):
    every = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return [argument.arg for argument in every if argument.arg not in ("self", "cls")]


def test_the_stubs_name_what_is_there():
    names = {name for name in dir(_native) if not name.startswith("_")}
    assert set(stubs()) == names
    for name, node in stubs().items():
        if isinstance(node, ast.FunctionDef):
            assert parameters(node) == list(inspect.signature(getattr(_native, name)).parameters)


@pytest.mark.parametrize("name", ["VecEnv", "State", "SearchResult", "Network"])
def test_the_stubs_have_all_methods_and_their_parameters(name):
    found = getattr(_native, name)
    body = [node for node in stubs()[name].body if not isinstance(node, ast.Expr)]
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
    *exported, listed = ast.parse((PACKAGE / "__init__.pyi").read_text()).body
    names = {alias.asname for node in exported for alias in node.names}
    assert names == set(tradewinds.__all__) | {"foreign", "stats"} == set(dir(tradewinds))
    assert ast.literal_eval(listed.value) == tradewinds.__all__
    for name in names:
        pytest.importorskip("pettingzoo")
        assert getattr(tradewinds, name) is not None


def in_python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def test_numpy_is_enough_to_look_at_the_package():
    hidden = "import sys, tradewinds; sys.modules['gymnasium'] = None\n"
    looks = """
import inspect, pydoc
from tradewinds import *
found = dict(inspect.getmembers(tradewinds))
print(hasattr(tradewinds, "env"), set(tradewinds.__all__) <= set(found), "pip install" in pydoc.render_doc(tradewinds))
print(tradewinds.stats.Z > 1.9, tradewinds.foreign.search.__name__, hasattr(tradewinds, "nothing"))
"""
    done = in_python(hidden + looks)
    assert done.stdout == "True True True\nTrue search False\n", done.stderr
    for name, extra in (("env", "pettingzoo"), ("raw_env", "pettingzoo"), ("make_vec", "gymnasium"), ("GymEnv", "gymnasium")):
        done = in_python(f"{hidden}tradewinds.{name}('puerto-rico', 4)")
        words = f"ModuleNotFoundError: {name}: found no package 'gymnasium'; allowed: once it is installed: pip install gymnasium"
        assert f"{words} (the extra '{extra}' of tradewinds)" in done.stderr


#: The stubs in the repository.
STUBS = Path(__file__).resolve().parents[1] / "python" / "tradewinds" / "_native.pyi"


def quoted(doc, indent):
    lines = [line if not line else " " * indent + line for line in doc.splitlines()]
    text = '"""' + "\n".join(lines).lstrip()
    return " " * indent + text + ('"""' if len(lines) == 1 else "\n" + " " * indent + '"""')


def with_docstrings(text):
    """Writes the texts of the compiled half into the stubs."""
    lines, changes = text.splitlines(), []

    def is_doc(node):
        return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)

    def visit(body, owner):
        for place, node in enumerate(body):
            after = body[place + 1] if place + 1 < len(body) else None
            if isinstance(node, ast.FunctionDef) and (not node.name.startswith("__")):
                doc = getattr(owner, node.name).__doc__
                # The header ends where its body begins.
                first = node.body[0]
                head = lines[node.lineno - 1 : first.lineno]
                head[-1] = head[-1][: first.col_offset]
                head = [line for line in head if line.strip()]
                indent = node.col_offset + 4
                changes.append((node.lineno - 1, node.end_lineno, [*head[:-1], head[-1].rstrip(), *quoted(doc, indent).splitlines()]))
            elif isinstance(node, ast.ClassDef) and hasattr(owner, node.name):
                inner = getattr(owner, node.name)
                first = node.body[0]
                end = first.end_lineno if is_doc(first) else first.lineno - 1
                changes.append((node.lineno, end, quoted(inner.__doc__, node.col_offset + 4).splitlines()))
                visit(node.body, inner)
            elif isinstance(node, ast.AnnAssign) and hasattr(owner, node.target.id) and owner is not _native:
                end = after.end_lineno if after is not None and is_doc(after) else node.end_lineno
                changes.append((node.end_lineno, end, quoted(getattr(owner, node.target.id).__doc__, node.col_offset).splitlines()))

    visit(ast.parse(text).body, _native)
    for start, end, new in sorted(changes, reverse=True):
        lines[start:end] = new
    return "\n".join(lines) + "\n"


def test_the_stubs_have_the_texts_of_the_compiled_half():
    """`UPDATE_DOCS=1` writes them."""
    text = STUBS.read_text()
    found = with_docstrings(text)
    if os.environ.get("UPDATE_DOCS"):
        STUBS.write_text(found)
    else:
        assert found == text


def members():
    """Everything that `help` shows, with its name."""
    pytest.importorskip("pettingzoo")
    for module, name in [(module, name) for module in (tradewinds, stats, foreign) for name in module.__all__]:
        value = getattr(module, name)
        if name in ("__version__", "Z"):
            continue
        yield name, value
        if inspect.isclass(value):
            own = {inner for base in value.__mro__ if base.__module__.startswith("tradewinds") for inner in vars(base)}
            for inner in own - {"metadata", "decisions"} | (own & {"decisions"}):
                if not inner.startswith("_") and inner != "metadata":
                    yield f"{name}.{inner}", getattr(value, inner)


def test_help_explains_every_parameter_array_and_attribute():
    for name, value in members():
        if not (callable(value) or isinstance(value, property) or inspect.isdatadescriptor(value)):
            continue
        doc = value.__doc__
        assert doc and len(doc) > 15, name
        if isinstance(value, property) or not callable(value) or typing.is_typeddict(value):
            continue
        for parameter in inspect.signature(value).parameters:
            if parameter not in ("self", "cls", "agent", "settings", "_class", "rng") and not re.search(rf"\b{parameter}\b", doc):
                # An adapter may refer to the class that explains them.
                assert "explains all arguments" in doc or "arguments are those of" in doc, f"{name}: {parameter}"


def test_every_parameter_of_the_python_half_has_a_type():
    for name, value in members():
        if inspect.isfunction(value) and value.__module__.startswith("tradewinds"):
            untyped = set(inspect.signature(value).parameters) - {"self"} - set(value.__annotations__)
            assert not untyped and "return" in value.__annotations__, (name, untyped)
    assert typing.get_type_hints(tradewinds.unpack)["layout"] is tradewinds.Layout
    assert set(tradewinds.layout("puerto-rico")) == set(tradewinds.Layout.__annotations__)
    assert set(tradewinds.layout("puerto-rico")["fields"][0]) == set(tradewinds.Field.__annotations__)


def test_every_array_has_its_type_and_shape():
    for name in ("obs", "mask", "mask_bits", "seat", "reward", "done", "truncated", "final_points", "final_rank"):
        doc = getattr(tradewinds.VecEnv, name).__doc__
        assert re.search(r"(float|uint)\d+ `\[n", doc), name
