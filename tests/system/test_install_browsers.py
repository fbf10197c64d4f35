"""`scripts/install-browsers` on a PATH with nothing but what a test puts there."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "install-browsers"
BASH = shutil.which("bash")
CHROMIUM_MISSING = "There is no Chromium here, and only root can install it, by apt-get: its tests will be skipped.\n"
FIREFOX_MISSING = CHROMIUM_MISSING.replace("Chromium", "Firefox")

pytestmark = [
    pytest.mark.one_core,
    pytest.mark.skipif(BASH is None, reason="bash is not installed, and runs scripts/install-browsers"),
]


def run(folder: Path, *programs: str, apt: str | None = None, user: int = 0, **variables: str) -> tuple[int, str, str]:
    """Run the script; return its status, what it printed, and what apt-get was asked for.

    `apt` is what apt-get does after noting its arguments, as a line of shell.
    """
    asked = folder / "asked"
    asked.touch()
    lines = {**dict.fromkeys(programs, ":"), "id": f"echo {user}"}
    if apt is not None:
        lines["apt-get"] = f'echo "${{@:5}}" >> "{asked}"; {apt}'
    for name, line in lines.items():
        (folder / name).write_text(f"#!{BASH}\n{line}\n")
        (folder / name).chmod(0o755)
    done = subprocess.run(
        [str(BASH), str(SCRIPT)],
        env={"PATH": str(folder), **variables}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr, asked.read_text()


def request(package: str) -> str:
    return f"install --no-install-recommends fonts-liberation {package}\n"


def test_both_are_installed_where_they_are_missing(tmp_path: Path) -> None:
    assert run(tmp_path, apt=":") == (0, "", request("chromium-headless-shell") + request("firefox-esr"))


def test_what_is_there_is_not_installed(tmp_path: Path) -> None:
    assert run(tmp_path, "chromium", "firefox", apt="false") == (0, "", "")


def test_a_program_named_by_its_variable_is_there(tmp_path: Path) -> None:
    program = tmp_path / "else" / "my browser"
    program.parent.mkdir()
    program.write_text("")
    program.chmod(0o755)
    variables = {"BOLIDE_CHROMIUM": str(program), "BOLIDE_FIREFOX": str(program)}
    assert run(tmp_path, apt="false", **variables) == (0, "", "")


def test_old_lists_of_packages_are_renewed_once(tmp_path: Path) -> None:
    apt = f'case "$*" in *update*) : > "{tmp_path}/new" ;; *) [ -e "{tmp_path}/new" ] ;; esac'
    chromium, firefox = request("chromium-headless-shell"), request("firefox-esr")
    assert run(tmp_path, apt=apt) == (0, "", chromium + "update\n" + chromium + firefox)


def test_another_package_serves_as_well(tmp_path: Path) -> None:
    apt = 'case "$*" in *update*|*" chromium"|*" firefox") ;; *) exit 100 ;; esac'
    status, output, asked = run(tmp_path, apt=apt)
    assert (status, output) == (0, "")
    assert asked.splitlines()[3] + "\n" == request("chromium")
    assert asked.endswith(request("firefox"))


def test_what_could_not_be_installed_is_a_failure(tmp_path: Path) -> None:
    status, output, _ = run(tmp_path, "firefox", apt="exit 100")
    assert status == 1
    assert output == (
        "Chromium could not be installed (chromium-headless-shell chromium). "
        "Install it, or name the program in BOLIDE_CHROMIUM.\n"
    )


@pytest.mark.parametrize(("apt", "user"), [(None, 0), (":", 1000)])
def test_without_apt_or_root_the_tests_are_skipped(tmp_path: Path, apt: str | None, user: int) -> None:
    assert run(tmp_path, apt=apt, user=user) == (0, CHROMIUM_MISSING + FIREFOX_MISSING, "")
