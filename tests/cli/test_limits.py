"""`score --fail-under`, `--against` and `--by-more-than`: exit code 1 and a sentence on each score that is too bad."""

from pathlib import Path

import pytest

from bolide import BLEU, TER
from tests.cli.run import bolide

pytestmark = pytest.mark.one_core

REFS = ["the cat is on the mat", "hello there world"]
GOOD = ["the cat is on the mat", "hello there"]
BAD = ["the cat is on mat", "hello world"]
WORST = ["the cat", "hello"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {"ref.txt": REFS, "other.txt": ["a cat sat on a mat", "hi world"], "sys.txt": GOOD}
    for name, lines in texts.items():
        Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def outputs(lines: list[str]) -> None:
    Path("sys.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize("metric", [BLEU(), TER()])
def test_a_limit_between_a_better_and_a_worse_score(folder: Path, metric: BLEU | TER) -> None:
    better, worse = (metric.corpus(hyps, REFS).percent for hyps in (GOOD, WORST))
    limit = f"{metric.name.lower()}={(better + worse) / 2:.4f}"
    command = ("score", "ref.txt", "-i", "sys.txt", "-m", metric.name.lower(), "--fail-under", limit)
    assert bolide(*command).code == 0
    outputs(WORST)
    result = bolide(*command)
    assert result.code == 1
    assert f"{worse:.1f}" in result.out  # the table all the same
    side = "below" if better > worse else "above"
    assert f"sys: {metric.name} is {worse:.2f}, {side} {(better + worse) / 2:g}." in result.err
    assert "Traceback" not in result.err
    assert bolide(*command, f"{metric.name.lower()}={worse:.4f}").code == 1  # every limit counts


def test_a_limit_on_scores_of_another_tool_is_on_their_own_scale(folder: Path) -> None:
    Path("comet.txt").write_text("sys\t0.8\nsys\t0.6\n", encoding="utf-8")
    command = ("score", "ref.txt", "-i", "sys.txt", "--scores", "comet.txt", "--fail-under")
    assert bolide(*command, "comet=0.65").code == 0
    result = bolide(*command, "comet=0.75")
    assert (result.code, "comet is 0.70, below 0.75." in result.err) == (1, True)


def test_worse_than_yesterday(folder: Path) -> None:
    assert bolide("score", "ref.txt", "-i", "sys.txt", "-m", "bleu", "ter", "-o", "yesterday.json").code == 0
    command = ("score", "ref.txt", "-i", "sys.txt", "-m", "bleu", "ter", "--against", "yesterday.json")
    assert bolide(*command).code == 0
    outputs(BAD)
    result = bolide(*command)
    assert result.code == 1
    now, then = (BLEU().corpus(hyps, REFS).percent for hyps in (BAD, GOOD))
    sentence = f"BLEU is {now:.2f}, worse by {then - now:.2f} than {then:.2f} in the earlier result."
    rise = TER().corpus(BAD, REFS).percent - TER().corpus(GOOD, REFS).percent
    assert sentence in result.err
    assert (f"worse by {rise:.2f}" in result.err) == (rise > 0)
    assert bolide(*command, "--by-more-than", str(then - now + 1)).code == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["score", "other.txt", "-i", "sys.txt"], "references are not those of the earlier result"),
        (["score", "ref.txt", "-i", "sys.txt", "-lc"], "other settings in the earlier result"),
        (["score", "ref.txt", "-i", "sys.txt", "--names", "new"], "earlier result has no BLEU of new"),
        (["score", "ref.txt", "-i", "sys.txt", "-m", "chrf"], "earlier result has no chrF2 of sys"),
    ],
)
def test_what_cannot_be_held_against_it_is_refused(folder: Path, arguments: list[str], sentence: str) -> None:
    assert bolide("score", "ref.txt", "-i", "sys.txt", "-o", "yesterday.json").code == 0
    result = bolide(*arguments, "--against", "yesterday.json")
    assert result.code == 2, result
    assert sentence in " ".join(result.err.split())


@pytest.mark.parametrize("limit", ["blue=30", "chrf=30", "bleu", "bleu=", "bleu=much", "bleu=nan", "=30", "bleu=30=40"])
def test_a_limit_that_means_nothing_is_refused(folder: Path, limit: str) -> None:
    result = bolide("score", "ref.txt", "-i", "sys.txt", "--fail-under", limit)
    assert (result.code, "Traceback" in result.err) == (2, False), result


def test_a_margin_without_something_to_compare_is_refused(folder: Path) -> None:
    assert bolide("score", "ref.txt", "-i", "sys.txt", "--by-more-than", "1").code == 2
