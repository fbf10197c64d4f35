"""Imports point one way, public names are sorted and real, nothing is called utils."""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import bolide

pytestmark = pytest.mark.one_core

SOURCE = Path(bolide.__file__).parent
# From the ground up; a module may import from its own layer and from those before it.
LAYERS = [
    ["_version", "system"],
    ["kernels", "demo"],
    ["data", "corpus", "text"],
    ["metrics"],
    ["significance"],
    ["evaluation", "agreement", "engines"],
    ["tuning", "peers", "classroom"],
    ["reporting"],
    ["calls", "web"],
    ["cli"],
    ["__main__"],
]
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Every node of a file, none of them before the one that it is in."""
    return list(ast.walk(parsed(path)))


@pytest.fixture(autouse=True, scope="module")
def _forgotten() -> Iterator[None]:
    """Trees take much room, which the tests of other files need not go through when garbage is looked for."""
    yield
    parsed.cache_clear()
    nodes.cache_clear()


def module_name(path: Path) -> str:
    parts = ("bolide", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


@cache
def imports() -> dict[str, set[str]]:
    """The modules that each module names in any import: at its head, in a function, or for type checkers only."""
    graph: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        named: set[str] = set()
        for node in nodes(path):
            if isinstance(node, ast.Import):
                named.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert not node.level, "imports are absolute"
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                named |= {name if name in MODULES else str(node.module) for name in inner}
        graph[module] = named & MODULES.keys()
    return graph


def room(module: str) -> str:
    """The part of the package that a module is in, nothing if it is the package itself."""
    return module.partition(".")[2].partition(".")[0]


def mentioning(word: str) -> set[str]:
    """The modules in whose files a word occurs."""
    return {name for name, path in MODULES.items() if re.search(rf"\b{word}\b", path.read_text(encoding="utf-8"))}


def test_imports_point_downward() -> None:
    for name, others in imports().items():
        for other in others if room(name) else ():
            assert HEIGHT[room(other) or room(name)] <= HEIGHT[room(name)], f"{name} imports {other}"


def test_no_circle_of_imports_of_any_kind() -> None:
    TopologicalSorter({name: others - {name} for name, others in imports().items()}).prepare()  # CycleError names them


# What the rest may know of the metrics: the table of their names, and what all of them have in common.
SHARED = {
    *("base", "counts", "evidence", "examples", "formula", "function", "measuring", "options"),
    *("pairwise", "requested", "scorer", "suitability", "sums", "tuning"),
}


def test_nothing_above_the_metrics_knows_one_of_them() -> None:
    for name, others in imports().items():
        if room(name) not in ("", "peers") and HEIGHT[room(name)] > HEIGHT["metrics"]:
            for other in others:
                if other.startswith("bolide.metrics."):
                    assert other.split(".")[2] in SHARED, f"{name} imports {other}; ask METRICS for it"


def test_the_compiled_switch_is_only_reported() -> None:
    """What to do without a compiled core is for `kernels` to say; others may tell people which core there is."""
    tell = {"bolide.cli.main", "bolide.calls.doctor", "bolide.data.results", "bolide.kernels._notice"}
    assert mentioning("COMPILED") == {"bolide.kernels", *tell}


def test_importing_sets_no_environment_variable() -> None:
    for path in MODULES.values():
        for node in parsed(path).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                names = {inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}
                assert not names & {"environ", "putenv"}, f"{path}, line {node.lineno}"


def test_nothing_is_called_utils() -> None:
    assert not {part for name in MODULES for part in name.split(".")} & {"utils", "util", "helpers", "common", "misc"}


def typed_names(path: Path) -> set[str]:
    """The names that a package re-exports for type checkers."""
    imports = [node for node in parsed(path.with_suffix(".pyi")).body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or "" for node in imports for alias in node.names}


@pytest.mark.parametrize("name", ["bolide", "bolide.agreement", "bolide.significance"])
def test_public_names_are_there_sorted_and_typed(name: str) -> None:
    package = import_module(name)
    for public in package.__all__:
        assert getattr(package, public) is not None
    assert dir(package) == package.__all__ == sorted(package.__all__)
    assert typed_names(MODULES[name]) == {*package.__all__}
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'no_such_name'"):
        package.no_such_name  # noqa: B018


WITH_NUMPY = ("calls", "cli", "reporting", "peers", "significance", "agreement", "engines", "tuning", "web")


def test_the_core_imports_the_standard_library_only() -> None:
    allowed = {*sys.stdlib_module_names, "bolide", "cython"}
    for path in [path for name, path in MODULES.items() if room(name) not in WITH_NUMPY]:
        for node in parsed(path).body:  # at import; a function may import an extra when it is called
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.split(".")[0] for name in names} <= allowed, path


def test_files_are_written_in_one_place() -> None:
    """`system.files` keeps modes, links, devices and inputs; what is unpacked into a cache needs none of that."""
    scripts = sorted((Path(__file__).parent.parent / "scripts").glob("*.py"))
    for path in [*MODULES.values(), *scripts]:
        for node in nodes(path) if path != SOURCE / "system/files.py" else ():
            if isinstance(node, ast.Call):
                owner, dot, name = ast.unparse(node.func).rpartition(".")
                by_method = dot and name in ("write_text", "write_bytes", "rename")
                modes = [word.value for word in node.args if isinstance(word, ast.Constant) and name == "open"]
                opened = any(isinstance(mode, str) and set(mode) & set("wax+") and len(mode) < 4 for mode in modes)
                assert owner in ("files", "outputs") or not (by_method or opened), f"{path}, line {node.lineno}"


# Words for whatever is at hand, which say nothing about it; CONTRIBUTING.md has what to write instead.
VAGUE = {
    *("found", "made", "given", "told", "said", "kept", "own", "shown"),
    *("place", "places", "chosen", "alone", "brought", "got", "seen", "had"),
}
VAGUE_LEFT = 4  # how many uses there may be; only ever lowered


def test_names_say_what_things_are() -> None:
    names = [
        node.id if isinstance(node, ast.Name) else node.arg
        for path in MODULES.values()
        for node in nodes(path)
        if isinstance(node, ast.Name | ast.arg)
    ]
    assert sum(name in VAGUE for name in names) <= VAGUE_LEFT


def test_a_class_has_a_name_of_its_own() -> None:
    """What replaces a class of another tool has its name."""
    ours = [path for name, path in MODULES.items() if room(name) != "peers"]
    names = [node.name for path in ours for node in nodes(path) if isinstance(node, ast.ClassDef)]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_the_root_holds_the_public_names_and_little_else() -> None:
    assert {path.stem for path in SOURCE.glob("*.py")} == {"__init__", "__main__", "_version"}


# --- The command line is a door: options, one call, a view ----------------------------------------------------------


def test_only_command_lines_see_their_options() -> None:
    """Nothing below `cli` takes an argparse.Namespace; `peers` has the command lines of other tools."""
    assert {room(name) for name in mentioning("Namespace")} == {"cli", "peers"}


CALCULATING = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult, ast.LShift, ast.RShift)
FUNCTIONS = {"sum", "round", "abs", "divmod", "pow"}


def is_text_or_list(node: ast.AST) -> bool:
    text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return text or isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp)


def arithmetic(tree: ast.AST) -> Iterator[ast.AST]:
    """The places where numbers are computed; texts and lists may be joined and repeated."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, CALCULATING):
            operands = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
            if not any(map(is_text_or_list, operands)):
                yield node
        called = isinstance(node, ast.Call) and getattr(node.func, "id", "") in FUNCTIONS
        if called or (isinstance(node, ast.Import | ast.ImportFrom) and "numpy" in ast.unparse(node)):
            yield node


def test_commands_compute_nothing() -> None:
    for path in [path for name, path in MODULES.items() if room(name) == "cli"]:
        found = [f"{path}, line {node.lineno}" for node in arithmetic(parsed(path))]  # type: ignore[attr-defined]
        assert found == []


@pytest.mark.parametrize("metric", bolide.METRICS)
def test_a_metric_shows_few_names(metric: str) -> None:
    """Besides its options. A new one belongs to `tuning`, `evidence` or `form`, or takes the place of another."""
    instance = bolide.METRICS[metric]()
    options = {item.name for item in fields(instance)}
    assert len([name for name in dir(instance) if not name.startswith("_") and name not in options]) <= 17
