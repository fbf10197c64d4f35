"""setup.py: all kernels are compiled or none is, and how."""

import sys
import sysconfig
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from types import ModuleType

import pytest

from tests.errors import raises
from tests.scripts import ROOT, load

pytest.importorskip("setuptools", reason="what builds the package is not installed here")

SOURCES = ROOT / "src"
KERNELS = {
    ".".join(path.relative_to(SOURCES).with_suffix("").parts)
    for path in (SOURCES / "bolide" / "kernels").rglob("[a-z]*.py")
}


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """setup.py as a module, read where it lies."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("BOLIDE_CORE", raising=False)
    return load(ROOT / "setup.py")


def test_every_kernel_is_compiled_or_none(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {*build.KERNELS} == KERNELS
    monkeypatch.setenv("BOLIDE_CORE", "compield")
    raises(SystemExit, "'compield' is not known", load, ROOT / "setup.py")


@pytest.mark.parametrize(("compiler", "flag"), [("unix", "-ffp-contract=off"), ("msvc", "/fp:precise")])
def test_formulas_round_as_python_does(build: ModuleType, compiler: str, flag: str) -> None:
    for name in (build.SHARED, "bolide.kernels.ngrams"):
        assert flag in build.flags(compiler, name)


def test_kernels_carry_no_path_of_the_machine_that_built_them() -> None:
    """Python's own flags for the linker had put the folder of its libraries into each."""
    folders = {str(ROOT), str(Path.home()), sysconfig.get_config_var("LIBDIR"), sys.prefix}
    for path in (SOURCES / "bolide" / "kernels").rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
        content = path.read_bytes()
        assert not [folder for folder in folders if len(folder) > 4 and folder.encode() in content], path


def packaged(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The files that a wheel has in the folder `bolide`, but for compiled kernels."""
    from setuptools import Distribution

    monkeypatch.chdir(ROOT)
    distribution = Distribution()
    distribution.script_name = "setup.py"
    distribution.parse_config_files()
    built = distribution.get_command_obj("build_py")
    built.ensure_finalized()
    data = [f"{package.replace('.', '/')}/{name}" for package, _, _, names in built.data_files for name in names]
    modules = [str(Path(path).relative_to("src")) for _, _, path in built.find_all_modules()]
    guides = [f"bolide/docs/metrics/{path.name}" for path in Path("docs/metrics").glob("*.md")]
    return {name.removeprefix("bolide/") for name in [*data, *modules, *guides]}


def test_every_file_of_the_wheel_has_an_origin_and_a_licence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first row whose pattern a file matches is about it; its licence is one of the package, its text is there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    texts = {path.relative_to(ROOT) for pattern in project["license-files"] for path in ROOT.glob(pattern)}
    table = (SOURCES / "bolide" / "licences" / "files.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in table]
    used = set()
    for name in sorted(packaged(monkeypatch)):
        _, origin, licence, text = next((row for row in rows if fnmatch(name, row[0])), ("", "", "", ""))
        assert origin, f"licences/files.tsv does not say where {name} is from"
        if text:
            used.add(licence)
            assert {Path(text), Path("src/bolide", text)} & texts, text
    assert used | {"Apache-2.0"} == set(project["license"].split(" AND "))
    for name, first in (
        ("LGPL-2.1.txt", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("Unicode-3.0.txt", "UNICODE LICENSE V3"),
    ):
        assert (SOURCES / "bolide" / "licences" / name).read_text(encoding="utf-8").lstrip().startswith(first)
