"""Imports point one way, public names are sorted and real, nothing is called utils."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
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
    ["tuning", "compat", "classroom"],
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


def files() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).parts != ("__init__.py",)]


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


def test_imports_point_downward() -> None:
    for name, others in imports().items():
        for other in others if room(name) else ():
            assert HEIGHT[room(other) or room(name)] <= HEIGHT[room(name)], f"{name} imports {other}"


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules on a way back to where it began, or nothing."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for other in sorted(graph[name]):
            if other != name and (found := walk(other, [*way, name])):
                return found
        done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := walk(name, []))), [])


def test_no_circle_of_imports_of_any_kind() -> None:
    assert circle(imports()) == []


# What the rest may know of the metrics: the table of their names, and what all of them have in common.
SHARED = {
    *("base", "counts", "evidence", "examples", "formula", "function", "measuring", "options"),
    *("pairwise", "requested", "scorer", "sums", "tuning"),
}


def test_nothing_above_the_metrics_knows_one_of_them() -> None:
    for name, others in imports().items():
        if room(name) not in ("", "compat") and HEIGHT[room(name)] > HEIGHT["metrics"]:
            for other in others:
                if other.startswith("bolide.metrics."):
                    assert other.split(".")[2] in SHARED, f"{name} imports {other}; ask METRICS for it"


def test_the_compiled_switch_is_only_reported() -> None:
    """What to do without a compiled core is for `kernels` to say; others may tell people which core there is."""
    tell = {"cli/main.py", "calls/doctor.py", "data/results.py", "kernels/_notice.py"}
    asking = set()
    for path in files():
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bolide.kernels"):
                if "COMPILED" in {alias.name for alias in node.names}:
                    asking.add(path.relative_to(SOURCE).as_posix())
            elif isinstance(node, ast.Attribute) and node.attr == "COMPILED":
                pytest.fail(f"{path}, line {node.lineno}")
    assert asking == tell


def test_importing_sets_no_environment_variable() -> None:
    for path in files():
        tree = parsed(path)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            names = {inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}
            assert not names & {"environ", "putenv"}, f"{path}, line {node.lineno}"


def test_nothing_is_called_utils() -> None:
    ours = [path.relative_to(SOURCE).parts for path in files()]
    # The stand-in for sacreBLEU has sacreBLEU's module paths.
    names = {part.removesuffix(".py") for parts in ours if parts[:2] != ("compat", "sacrebleu") for part in parts}
    assert not names & {"utils", "util", "helpers", "common", "misc"}


def typed_names(path: Path) -> set[str]:
    """The names that a package re-exports for type checkers."""
    blocks = [node for node in parsed(path).body if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or "" for node in imports for alias in node.names}


@pytest.mark.parametrize("name", ["bolide", "bolide.agreement", "bolide.significance"])
def test_public_names_are_there_sorted_and_typed(name: str) -> None:
    package = import_module(name)
    for public in package.__all__:
        assert getattr(package, public) is not None
    assert dir(package) == package.__all__ == sorted(package.__all__)
    assert typed_names(MODULES[name]) == {*package.__all__} - {"__version__"}
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'no_such_name'"):
        package.no_such_name  # noqa: B018


WITH_NUMPY = ("calls", "cli", "reporting", "compat", "significance", "agreement", "engines", "tuning", "web")


def test_the_core_imports_the_standard_library_only() -> None:
    import sys

    allowed = set(sys.stdlib_module_names) | {"bolide", "cython"}
    for path in files():
        if path.relative_to(SOURCE).parts[0].removesuffix(".py") in WITH_NUMPY:
            continue
        tree = parsed(path)
        for node in tree.body:  # at import; a function may import an extra when it is called
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.split(".")[0] for name in names} <= allowed, path


def test_files_are_written_in_one_place() -> None:
    """`system.files` keeps modes, links, devices and inputs; what is unpacked into a cache needs none of that."""
    own = {SOURCE / "system/files.py"}
    scripts = sorted((Path(__file__).parent.parent / "scripts").glob("*.py"))
    for path in [*files(), *scripts]:
        for node in nodes(path):
            if path in own or not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            by_method = isinstance(node.func, ast.Attribute) and name in ("write_text", "write_bytes", "rename")
            modes = [word.value for word in node.args if isinstance(word, ast.Constant) and name == "open"]
            opened = any(isinstance(mode, str) and set(mode) & set("wax+") and len(mode) < 4 for mode in modes)
            value = getattr(node.func, "value", None)
            through = getattr(value, "id", "") in ("files", "outputs")
            assert through or not (by_method or opened), f"{path}, line {node.lineno}"


# Words for whatever is at hand, which say nothing about it; CONTRIBUTING.md has what to write instead.
VAGUE = {
    *("found", "made", "given", "told", "said", "kept", "own", "shown"),
    *("place", "places", "chosen", "alone", "brought", "got", "seen", "had"),
}
VAGUE_LEFT = 20  # how many uses there may be; only ever lowered


def test_names_say_what_things_are() -> None:
    names = [node.id if isinstance(node, ast.Name) else node.arg
             for path in files() for node in nodes(path) if isinstance(node, ast.Name | ast.arg)]  # fmt: skip
    assert sum(name in VAGUE for name in names) <= VAGUE_LEFT


def test_a_class_has_a_name_of_its_own() -> None:
    """The stand-ins of other tools have those tools' names."""
    ours = [path for path in files() if path.relative_to(SOURCE).parts[0] != "compat"]
    names = [node.name for path in ours for node in nodes(path) if isinstance(node, ast.ClassDef)]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_the_root_holds_the_public_names_and_little_else() -> None:
    assert {path.stem for path in SOURCE.glob("*.py")} == {"__init__", "__main__", "_version"}


# --- The command line is a door: options, one call, a view ----------------------------------------------------------


def test_only_command_lines_see_their_options() -> None:
    """Nothing below `cli` takes an argparse.Namespace; stand-ins in `compat` have the command lines of their tools."""
    for path in files():
        if path.relative_to(SOURCE).parts[0] in ("cli", "compat"):
            continue
        for node in nodes(path):
            name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            assert name != "Namespace", f"{path}, line {node.lineno}"  # type: ignore[attr-defined]


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
    for path in files():
        if path.relative_to(SOURCE).parts[0] == "cli":
            found = [f"{path}, line {node.lineno}" for node in arithmetic(parsed(path))]  # type: ignore[attr-defined]
            assert found == []


SCREEN = 70  # lines


def test_a_command_is_read_on_one_screen() -> None:
    """With its help text: its options, by group, one call, and how the result is printed."""
    commands = sorted((SOURCE / "cli" / "commands").glob("*.py"))
    assert len(commands) > 20
    long = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in commands}
    assert {name: lines for name, lines in long.items() if lines > SCREEN} == {}


@pytest.mark.parametrize("metric", bolide.METRICS)
def test_a_metric_shows_few_names(metric: str) -> None:
    """Besides its options. A new one belongs to `tuning`, `evidence` or `form`, or takes the place of another."""
    instance = bolide.METRICS[metric]()
    options = {item.name for item in fields(instance)}
    assert len([name for name in dir(instance) if not name.startswith("_") and name not in options]) <= 17
