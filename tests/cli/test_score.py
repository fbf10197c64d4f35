"""`bolide score`: its formats, its options, and that they mean what the library says."""

import gzip
import json
from importlib.util import find_spec
from pathlib import Path
from shutil import copyfile

import pytest
import sacrebleu

from bolide import BLEU, METEOR, Report
from tests.cli.run import bolide, data_of

pytestmark = pytest.mark.one_core

HYPS = ["the cat is on mat", "hello world"]
REFS = ["the cat is on the mat", "hello there world"]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    hyp, ref = tmp_path / "hyp.txt", tmp_path / "ref.txt"
    hyp.write_text("\n".join(HYPS) + "\n")
    ref.write_text("\n".join(REFS) + "\n")
    return hyp, ref


def percent(metric: BLEU = BLEU(), refs: object = REFS, width: int = 1) -> str:  # noqa: B008
    return f"{metric.corpus(HYPS, refs).percent:.{width}f}"  # type: ignore[arg-type]


def test_table(files: tuple[Path, Path]) -> None:
    result = bolide("score", files[1], "-i", files[0])
    assert result.code == 0
    assert result.out.splitlines()[2].split() == ["hyp", percent()]
    assert str(BLEU().signature("1")) in result.out


def test_standard_input(files: tuple[Path, Path]) -> None:
    result = bolide("score", files[1], "-b", "-w", "4", stdin=files[0].read_bytes())
    assert result.out == percent(width=4) + "\n"


def test_gzip(files: tuple[Path, Path], tmp_path: Path) -> None:
    packed = tmp_path / "hyp.gz"
    packed.write_bytes(gzip.compress(files[0].read_bytes(), mtime=0))
    assert bolide("score", files[1], "-i", packed, "-b").out == percent() + "\n"


def test_several_references_and_systems(files: tuple[Path, Path]) -> None:
    hyp, ref = files
    copies = [Path(copyfile(path, path.with_name(f"{path.name}2"))) for path in files]
    result = bolide("score", ref, copies[0], "-i", hyp, copies[1], "-f", "tsv")
    header, *rows = [line.split("\t") for line in result.out.splitlines()]
    assert header == ["system", "BLEU"]
    assert rows[0] == ["hyp", percent(refs=list(zip(REFS, HYPS, strict=True)))]


def test_json_is_the_report(files: tuple[Path, Path]) -> None:
    data = data_of("score", files[1], "-i", files[0], "-sl")
    system = data["systems"][0]
    assert system["name"] == "hyp"
    assert system["scores"][0]["value"] == BLEU().corpus(HYPS, REFS).value
    values = [row["scores"][0]["value"] for row in system["segments"]]
    alone = BLEU(effective_order=True)
    assert values == list(alone.segments(HYPS, REFS).values)
    assert system["segment_signatures"] == [str(alone.signature("1"))]
    assert Report.from_json(json.dumps(data)).systems[0]["bleu"].percent == system["scores"][0]["percent"]


@pytest.mark.parametrize(("flags", "metric"), [
    (["--bleu.max-ngram-order", "2"], BLEU(max_ngram_order=2)),
    (["--bleu.smooth-method", "floor", "--bleu.smooth-value", "0.2"], BLEU(smooth_method="floor", smooth_value=0.2)),
    (["--bleu.max-ngram-order", "2", "--bleu.weights", "0.3,0.7"], BLEU(max_ngram_order=2, weights=(0.3, 0.7))),
    (["-lc", "-tok", "char"], BLEU(lowercase=True, tokenize="char")),
    (["--nfc"], BLEU(nfc=True)),
    (["-l", "en-zh"], BLEU(tokenize="zh")),
    (["-l", "en-de"], BLEU()),
    (["--bleu.preset", "paper"], BLEU.preset("paper")),
    (["--bleu.preset", "paper", "--bleu.max-ngram-order", "3"], BLEU.preset("paper", max_ngram_order=3)),
    (["-sl"], BLEU()),
    (["-sl", "--no-bleu.effective-order"], BLEU()),
    (["-m", str(BLEU(max_ngram_order=3, lowercase=True).signature())], BLEU(max_ngram_order=3, lowercase=True)),
])  # fmt: skip
def test_flags_are_the_metrics_fields(files: tuple[Path, Path], flags: list[str], metric: BLEU) -> None:
    result = bolide("score", files[1], "-i", files[0], "-f", "json", *flags)
    score = json.loads(result.out)["systems"][0]["scores"][0]
    assert score["signature"] == str(metric.signature("1"))
    assert score["value"] == metric.corpus(HYPS, REFS).value


@pytest.mark.parametrize(("flags", "metric"), [
    (["-l", "en-fr"], METEOR(language="fr")),
    (["-l", "fr"], METEOR(language="fr")),
    (["-l", "en-cs"], METEOR(language="cz")),  # METEOR 1.5 has letters of its own for Czech
    (["-l", "fr-en"], METEOR()),
    (["--meteor.language", "fr"], METEOR(language="fr")),
])  # fmt: skip
def test_the_language_of_meteor(files: tuple[Path, Path], flags: list[str], metric: METEOR) -> None:
    if metric.language == "fr" and find_spec("snowballstemmer") is None:
        pytest.skip("snowballstemmer is not installed")
    result = bolide("score", files[1], "-i", files[0], "-f", "json", "-m", "meteor", *flags)
    assert json.loads(result.out)["systems"][0]["scores"][0]["signature"] == str(metric.signature("1"))
    assert "scores it as English" not in result.err


def test_a_language_that_meteor_does_not_have_is_said_and_stops_nothing(files: tuple[Path, Path]) -> None:
    result = bolide("score", files[1], "-i", files[0], "-m", "bleu", "meteor", "-l", "en-zh")
    assert (result.code, "tok:zh" in result.out, "lang:en" in result.out) == (0, True, True)
    assert "no data for zh, so English settings are used" in result.err
    assert "METEOR" not in bolide("score", files[1], "-i", files[0], "-m", "bleu", "-l", "en-zh").err


def test_latex_markdown_and_text(files: tuple[Path, Path]) -> None:
    hyp, ref = files
    copy = copyfile(ref, ref.with_name("copy"))
    latex = bolide("score", ref, "-i", hyp, copy, "-f", "latex").out
    assert "\\toprule" in latex
    assert "copy & \\textbf{100.0} \\\\" in latex
    assert f"| hyp | {percent()} |" in bolide("score", ref, "-i", hyp, "-f", "markdown").out
    peer = sacrebleu.corpus_bleu(hyp.read_text().splitlines(), [ref.read_text().splitlines()])
    details = str(peer).partition(" = ")[2].partition(" ")[2]  # precisions, brevity penalty, ratio and lengths
    assert f" = {percent()} {details}\n" in bolide("score", ref, "-i", hyp, "-f", "text").out


def test_jobs_change_nothing(files: tuple[Path, Path]) -> None:
    assert bolide("score", files[1], "-i", files[0], "-j", "0", "-b").out == percent() + "\n"
