"""METEOR 1.5: what the jar of an installed pycocoevalcap prints on WMT12 and on other languages.

It is asked live about some lines without paraphrases: their table alone takes it ten seconds to read.
"""

import shutil
import subprocess
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from bolide import METEOR
from bolide.compat.meteor15.arguments import read_arguments
from bolide.corpus import Corpus
from bolide.kernels import COMPILED
from bolide.metrics.meteor.meteor15.counts import shown_row
from tests.oracles.paraphrases import paraphrase_table
from tests.real.data import lines, needs_data, systems
from tests.real.kept import LIVE, agrees

pytestmark = [needs_data, pytest.mark.skipif(not COMPILED, reason="uncompiled, the golden files are enough")]


def jar() -> Path:
    spec = find_spec("pycocoevalcap")
    for folder in spec.submodule_search_locations or () if spec else ():
        path = Path(folder, "meteor", "meteor-1.5.jar")
        if path.is_file() and shutil.which("java"):
            return path
    pytest.skip(
        "pycocoevalcap and Java are not both here: "
        "pip install --no-deps pycocoevalcap; Debian: apt-get install default-jre-headless"
    )


def check(folder: Path, texts: tuple[list[str], list[str]], options: tuple[str, ...], rows: list[list[int]]) -> None:
    """Our statistics are those that the tool prints of the texts under these options."""
    about = " ".join(option if not Path(option).is_absolute() else "PATH" for option in options)
    agrees(f"METEOR 1.5's jar {about}", list(texts), rows, partial(theirs, folder, *texts, *options))


def theirs(folder: Path, hyps: list[str], refs: list[str], *options: str) -> list[list[int]]:
    for name, texts in (("hyp", hyps), ("ref", refs)):
        (folder / name).write_text("\n".join(texts) + "\n", encoding="utf-8")
    command = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar()), "hyp", "ref", "-ssOut", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True)
    return [[int(float(number)) for number in line.split()] for line in done.stdout.decode().splitlines()]


def ours(metric: METEOR, hyps: list[str], refs: list[str]) -> list[list[int]]:
    return [list(shown_row(row)) for row in metric.measure(hyps, refs)]


@pytest.mark.parametrize("full", [False, True], ids=["three modules", "four modules"])
def test_every_line_of_a_system(tmp_path: Path, full: bool) -> None:
    _, output, reference = systems("wmt12/fr-en")[0]
    hyps, refs = lines(output), lines(reference)
    if full:
        metric, modules = METEOR(paraphrase=paraphrase_table()), ["-a", paraphrase_table()]
    else:
        metric, modules = METEOR(), ["-m", "exact stem synonym"]
    options, rows = ("-l", "en", "-norm", *modules), ours(metric, hyps, refs)
    check(tmp_path, (hyps, refs), options, rows)
    if not full:
        assert rows[:LIVE] == theirs(tmp_path, hyps[:LIVE], refs[:LIVE], *options)


@pytest.mark.parametrize(("test_set", "language"), [("wmt12/en-de", "de"), ("wmt23/en-de", "de")])
def test_german(tmp_path: Path, test_set: str, language: str) -> None:
    _, output, reference = systems(test_set)[0]
    hyps, refs = lines(output), lines(reference)
    metric = METEOR(language=language)
    check(tmp_path, (hyps, refs), ("-l", language, "-norm", "-m", "exact stem"), ours(metric, hyps, refs))


def test_several_references(tmp_path: Path) -> None:
    (_, output, reference), (_, other, _), *_ = systems("wmt12/fr-en")
    hyps = lines(output)[:400]
    groups = list(zip(lines(reference)[:400], lines(other)[:400], strict=True))
    flat = [ref for group in groups for ref in group]
    rows = [list(shown_row(row)) for row in METEOR().measure(hyps, groups)]
    check(tmp_path, (hyps, flat), ("-l", "en", "-norm", "-m", "exact stem synonym", "-r", "2"), rows)


@pytest.mark.parametrize(("language", "name"), [("en", "english"), ("fr", "french")])
def test_own_synonyms(tmp_path: Path, language: str, name: str) -> None:
    _, output, reference = systems("wmt12/fr-en")[0]
    hyps, refs = lines(output)[:400], lines(reference)[:400]
    words = sorted({word for text in (*hyps, *refs) for word in text.lower().split()})
    ids = "".join(f"{word}\n{k % 97} {k % 89 + 100}\n" for k, word in enumerate(words) if k % 3)
    odd = "".join(f"{word}\n{words[-k]} {words[k // 2]}\n" for k, word in enumerate(words) if k % 11 == 1)
    (tmp_path / f"{name}.synsets").write_text(ids, encoding="utf-8")
    (tmp_path / f"{name}.exceptions").write_text(odd, encoding="utf-8")
    options = ("-l", language, "-lower", "-m", "exact synonym", "-d", str(tmp_path))
    command = read_arguments(["hyp", "ref", *options], print)
    check(tmp_path, (hyps, refs), options, [list(shown_row(row)) for row in command.measure(Corpus.of(hyps, refs))])
