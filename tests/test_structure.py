"""Imports point one way, public names are sorted and real, files are written in one place."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import bolide

SOURCE = Path(bolide.__file__).parent
# From the ground up; a module may import from its own layer and from those before it.
LAYERS = [
    ["_version", "system"],
    ["program"],
    ["kernels", "demo"],
    ["data", "corpus", "text"],
    ["significance"],
    ["metrics"],
    ["forms"],
    ["evaluation", "agreement", "engines", "testset"],
    ["tuning", "peers", "classroom"],
    ["reporting"],
    ["web"],
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


VIEWS = {"blocks", "to_html", "to_svg", "_repr_html_", "_text"}


def in_views(path: Path) -> set[ast.AST]:
    """The imports of `bolide.reporting` in the methods that render a result: the only ones that point upward."""
    methods = [node for node in nodes(path) if isinstance(node, ast.FunctionDef) and node.name in VIEWS]
    inner = [node for method in methods for node in ast.walk(method) if isinstance(node, ast.ImportFrom)]
    return {node for node in inner if str(node.module).startswith("bolide.reporting.")}


@cache
def imports() -> dict[str, set[str]]:
    """The modules that each module names in any import: at its head, in a function, or for type checkers only."""
    graph: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        named: set[str] = set()
        upward = in_views(path)
        for node in nodes(path):
            if node in upward:
                continue
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


def test_imports_point_downward() -> None:
    for name, others in imports().items():
        for other in others if room(name) else ():
            assert HEIGHT[room(other) or room(name)] <= HEIGHT[room(name)], f"{name} imports {other}"


def test_no_circle_of_imports_of_any_kind() -> None:
    """But a metric imports its own evidence when it explains."""
    graph = {name: others - {name, f"{name}_evidence"} for name, others in imports().items()}
    TopologicalSorter(graph).prepare()  # CycleError names them


def test_no_text_names_a_module_to_import() -> None:
    """But in the table of metrics, which plug-ins join, and where a package lists its names."""
    for name, path in MODULES.items():
        named = re.findall(r'"bolide\.[\w.]+:\w+"', path.read_text(encoding="utf-8"))
        assert not named or name == "bolide.metrics", f"{name}: {named}"


def test_significance_knows_no_text() -> None:
    for name, others in imports().items():
        if room(name) == "significance":
            assert not {room(other) for other in others} & {"corpus", "text"}, name


# What the rest may know of the metrics: the table of their names, and what all of them have in common.
SHARED = {
    *("base", "counts", "evidence", "examples", "formula", "function", "options"),
    *("requested", "scorer", "sums", "tuning"),
}


def test_nothing_above_the_metrics_knows_one_of_them() -> None:
    for name, others in imports().items():
        if room(name) not in ("", "peers", "forms") and HEIGHT[room(name)] > HEIGHT["metrics"]:
            for other in others:
                if other.startswith("bolide.metrics."):
                    assert other.split(".")[2] in SHARED, f"{name} imports {other}; ask METRICS for it"


def typed_names(path: Path) -> set[str]:
    """The names that a package re-exports for type checkers."""
    imports = [node for node in parsed(path.with_suffix(".pyi")).body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or "" for node in imports for alias in node.names}


@pytest.mark.parametrize("name", ["bolide", "bolide.significance"])
def test_public_names_are_there_sorted_and_typed(name: str) -> None:
    package = import_module(name)
    for public in package.__all__:
        assert getattr(package, public) is not None
    assert dir(package) == package.__all__ == sorted(package.__all__)
    assert typed_names(MODULES[name]) == {*package.__all__}
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'no_such_name'"):
        package.no_such_name  # noqa: B018


WITH_NUMPY = ("testset", "cli", "reporting", "peers", "significance", "agreement", "engines", "tuning", "web")


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
