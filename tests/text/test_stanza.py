"""Units by Stanza itself: its own classes, with models that are trained here, and what is said where there are none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bolide import RGBF, parse

pytestmark = pytest.mark.one_core

stanza = pytest.importorskip("stanza", reason="Stanza is not installed: pip install stanza")
ROOT = Path(__file__).parents[2]
MAKE = "import sys; from pathlib import Path; from tests.text.tiny_stanza import make; make(Path(sys.argv[1]))"


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Stanza reads where its models are once, when it is imported: so every call is a process of its own."""
    settings = {**os.environ, "STANZA_RESOURCES_DIR": str(folder), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stanza")
    made = python(folder, "-c", MAKE, str(folder))
    assert made.returncode == 0, made.stderr[-2000:]
    return folder


def test_tags_and_base_forms(models: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("The cats slept. A dog runs.\n\nThe dogs slept.\n")
    found = python(
        models, "-m", "bolide", "units", str(tmp_path / "text"), "--units", "word", "pos:stanza:en", "base:stanza:en"
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.splitlines() == [
        "The cats slept . A dog runs . ++ DET NOUN VERB PUNCT DET NOUN VERB PUNCT ++ the cat sleep . a dog run .",
        "",
        "The dogs slept . ++ DET NOUN VERB PUNCT ++ the dog sleep .",
    ]


def test_the_signature_names_it(models: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("The cats slept.\n")
    name = str(tmp_path / "text")
    found = python(models, "-m", "bolide", "score", name, "-i", name, "-m", "rgbf", "--units", "pos:stanza:en")
    (signature,) = (line for line in found.stdout.splitlines() if line.startswith("rgbF|"))
    assert f"|by:stanza:en@{stanza.__version__}|" in signature
    metric = parse(signature)
    assert isinstance(metric, RGBF)
    assert metric.units == ("pos",)


@pytest.mark.parametrize("there", [False, True])
def test_a_language_without_models(models: Path, tmp_path: Path, there: bool) -> None:
    """No models at all, and models of another language only."""
    (tmp_path / "text").write_text("Ja.\n")
    folder = models if there else tmp_path
    found = python(folder, "-m", "bolide", "units", str(tmp_path / "text"), "--units", "pos:stanza:de")
    assert (found.returncode, found.stdout) == (2, "")
    assert "Stanza has no models for 'de' here" in found.stderr
    assert "stanza.download('de')" in found.stderr
    assert found.stderr.count("\n") == 1
