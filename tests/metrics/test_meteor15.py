"""METEOR's variant 1.5: options and their limits, several references, rows that add, explanations."""

import gzip
from pathlib import Path

import pytest

from bolide import METEOR, InputError, OptionError, parse


def test_a_task_without_parameters_is_warned_of() -> None:
    same = "gut so", "gut so"
    for language, task, other in (("de", "adq", "rank"), ("fr", "hter", "rank"), ("tr", "rank", "li")):
        words = f"never tuned for language={language} and task={task};.* Use task={other},"
        with pytest.warns(UserWarning, match=words):
            untuned = METEOR(language=language, task=task, modules=("exact",))
        assert untuned.sentence(*same).value == 0
    weighed = METEOR(language="de", task="adq", modules=("exact",), weights=(1,), alpha=0.9, delta=0.5)
    assert weighed.sentence(*same).value == 1
    with pytest.warns(UserWarning, match="no task adq for other languages; the numbers are those of li"):
        assert METEOR(language="other", task="adq").formula == METEOR(language="other", task="li").formula
    METEOR(language="other", task="universal")


def test_words_that_only_a_hash_takes_for_one() -> None:
    """`le` and `n'` have one hash in Java (108 · 31 + 101 = 110 · 31 + 39); METEOR compares letters unless told."""
    plain, jar = (METEOR(language="other", normalize=False, jar_words=by) for by in (None, True))
    assert plain.sentence("le", "n'").value == 0
    assert jar.sentence("le", "n'").value == 1
    assert jar.sentence("le chat", "n' chat").parts["chunks"] == 0  # matched as a whole
    assert ("jar", "yes") in jar.signature().items
    assert "jar" not in dict(plain.signature().items)
    assert METEOR(jar_words=False) == METEOR()


def test_the_tools_surprises_and_the_ways_around_them() -> None:
    assert METEOR().sentence("undervalue", "administration").value > 0  # one offset in two parts of speech
    assert METEOR(synsets="pos").sentence("undervalue", "administration").value == 0
    french = ("le chat dort", "le chat mange")
    metrics = [METEOR(language="fr", modules=("exact",), function_words=words) for words in (None, "language")]
    tool, intended = (metric.sentence(*french) for metric in metrics)
    assert tool.parts["hyp_function"] == 0
    assert intended.parts["hyp_function"] == 1
    assert "func:language" in str(intended.signature)


def test_explanations_say_what_was_dropped() -> None:
    explanation = METEOR().explain("x cars y", "z car w")
    (dropped,) = (mark for mark in explanation.marks if mark.kind == "dropped")
    assert (dropped.text, dropped.details()["stage"]) == ("cars – car", "stem, synonym")
    equal = METEOR(modules=("stem",)).explain("big dogs", "big dogs")  # different words only match by stem
    assert not {"matched", "dropped"} & {mark.kind for mark in equal.marks}


def test_too_many_matches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.kernels.meteor15.aligner.MOST_MATCHES", 1024)
    assert METEOR().sentence("a " * 32, "a " * 32 + "b").value > 0  # 1,024 and no more
    for hyp, ref in (("a " * 33, "a " * 32), ("cat " * 33, "cats " * 32), ("cats a " * 33, "cat b " * 32)):
        with pytest.raises(InputError, match="match in more than 1,024 places"):
            METEOR().sentence(hyp, ref)
    with pytest.raises(InputError, match=r"50 words \('b b .*against 40 can match in more than 1,024 places"):
        METEOR().segments(["a", "b " * 50], ["a", "b " * 40])


def test_a_damaged_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "bad.gz").write_bytes(gzip.compress(b"0.5\na\n", mtime=0))
    with pytest.raises(InputError, match="not a paraphrase table"):
        METEOR(paraphrase=str(tmp_path / "bad.gz")).sentence("a", "b")
    with pytest.raises(OptionError, match="used here before"):
        METEOR(paraphrase="0123456789abcdef").sentence("a", "b")


def test_a_small_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLIDE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "table.gz").write_bytes(gzip.compress(b"0.5\nin spite of\ndespite\n0.1\nrain\nthe showers\n", mtime=0))
    metric = METEOR(paraphrase=str(tmp_path / "table.gz"))
    assert metric.form.warning is None
    for _ in range(2):  # new, and already known
        steps: list[int] = []
        metric.counts.prepare(["we left"] * 7, progress=steps.append)
        assert sum(steps) == 7
    assert len(list((tmp_path / "cache").iterdir())) == 1
    score = metric.sentence("we left in spite of rain", "we left despite rain")
    counts = score.parts["by_module"]["paraphrase"]
    assert counts["hyp_content"] + counts["hyp_function"] == 3
    assert score.parts["ref_matched"] == 4
    explanation = metric.explain("we left in spite of rain", "we left despite rain")
    assert "in spite of – despite" in [mark.text for mark in explanation.marks]
    assert (
        explanation.row(metric.counts.columns)
        == metric.measure(["we left in spite of rain"], ["we left despite rain"])[0]
    )
    again = parse(str(score.signature))
    assert again == metric
    assert again.sentence("in spite of it", "despite it").value == metric.sentence("in spite of it", "despite it").value
