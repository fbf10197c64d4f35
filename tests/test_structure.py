"""Imports point one way, public names are sorted and real, nothing is called utils."""

import ast
from pathlib import Path

import bolide

SOURCE = Path(bolide.__file__).parent
# From the ground up; a module may import from its own layer and from those before it.
LAYERS = [
    ["_version", "cache", "errors", "jobs", "kernels", "outputs"],
    ["uncompiled"],
    ["text", "stats", "corpus", "rating", "demo"],
    ["scores"],
    ["figures", "marks", "explanation", "files", "table_files", "results"],
    ["metrics"],
    ["measuring"],
    ["influence", "significance", "agreement", "correlation", "tuning"],
    ["scoring"],
    ["report", "compat"],
    ["web"],
    ["doctor"],
    ["cli", "__main__"],
]
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}


def imports(path: Path) -> set[str]:
    """What a file imports from this package when it runs; annotations do not count."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            for inner in ast.walk(node):
                if isinstance(inner, ast.ImportFrom):
                    inner.module = None
        if isinstance(node, ast.ImportFrom) and node.module == "bolide":
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bolide."):
            found.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            found.update(alias.name.split(".")[1] for alias in node.names if alias.name.startswith("bolide."))
    return found


def files() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).parts != ("__init__.py",)]


def test_imports_point_downward() -> None:
    for path in files():
        part = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        for other in imports(path):
            if other in HEIGHT:
                assert HEIGHT[other] <= HEIGHT[part], f"{path.relative_to(SOURCE)} imports bolide.{other}"


def test_every_part_has_its_layer() -> None:
    parts = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in files()}
    assert parts <= set(HEIGHT)


def test_nothing_is_called_utils() -> None:
    ours = [path.relative_to(SOURCE).parts for path in files()]
    # The stand-in for sacreBLEU has sacreBLEU's module paths.
    names = {part.removesuffix(".py") for parts in ours if parts[:2] != ("compat", "sacrebleu") for part in parts}
    assert not names & {"utils", "util", "helpers", "common", "misc"}


def test_public_names_are_sorted_and_there() -> None:
    assert sorted(bolide._HOME) == list(bolide._HOME)
    assert set(bolide.__all__) == {*bolide._HOME, "__version__"}
    for name in bolide.__all__:
        assert getattr(bolide, name) is not None
    assert dir(bolide) == sorted(bolide.__all__)


def test_the_core_imports_the_standard_library_only() -> None:
    import sys

    allowed = set(sys.stdlib_module_names) | {"bolide", "cython"}
    for path in files():
        if path.relative_to(SOURCE).parts[0].removesuffix(".py") in (
            "cli",
            "report",
            "compat",
            "significance",
            "agreement",
            "correlation",
            "tuning",
            "web",
        ):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:  # at import; a function may import an extra when it is called
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.split(".")[0] for name in names} <= allowed, path


def test_files_are_written_in_one_place() -> None:
    """`outputs` keeps modes, links, devices and inputs; what is unpacked into a cache folder needs none of that."""
    own = {SOURCE / "outputs.py", SOURCE / "web" / "runtime.py", SOURCE / "web" / "bytecode.py"}
    scripts = sorted((Path(__file__).parent.parent / "scripts").glob("*.py"))
    for path in [*files(), *scripts]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if path in own or not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            by_method = isinstance(node.func, ast.Attribute) and name in ("write_text", "write_bytes", "rename")
            modes = [word.value for word in node.args if isinstance(word, ast.Constant) and name == "open"]
            opened = any(isinstance(mode, str) and set(mode) & set("wax+") and len(mode) < 4 for mode in modes)
            through = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "outputs"
            assert through or not (by_method or opened), f"{path}, line {node.lineno}"
