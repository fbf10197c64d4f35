"""METEOR's variant 1.5: options and their limits, several references, rows that add, explanations."""

import gzip
import math
from pathlib import Path

import pytest

from bolide import METEOR, InputError, OptionError, parse
from bolide.compat.meteor15.output import for_corpus
from bolide.metrics.meteor.meteor15.counts import CHUNKS, COLUMNS
from bolide.metrics.meteor.meteor15.formula import Formula15
from bolide.metrics.meteor.meteor15.presets import NORMALIZED, STEMMED, default_task, preset
from bolide.text.tokenize import meteor_normalize
from bolide.text.words.jar_words import ARABIC
from bolide.text.words.stems import BUILT_IN, SNOWBALL
from tests.cli.run import bolide
from tests.oracles.paraphrases import paraphrase_table

FOX = ("the fast brown fox jumped over a lazy dog .", "the quick brown fox jumps over the lazy dog .")


def test_the_default_is_english_rank_without_paraphrases() -> None:
    metric = METEOR()
    shown = "METEOR|variant:1.5|lang:en|task:rank|modules:exact,stem,synonym|norm:yes|para:no"
    assert str(metric.signature()).rpartition("|")[0] == shown
    assert metric == METEOR(
        variant="1.5", language="English", task="rank", modules=("exact", "stem", "synonym"), weights=(1, 0.6, 0.8),
        alpha=0.85, beta=0.2, gamma=0.6, delta=0.75, normalize=True, beam=40, char_based=False, synsets="offset",
    )  # fmt: skip


@pytest.mark.parametrize(
    "metric",
    [
        METEOR(language="german", modules=("exact",)),
        METEOR(task="universal"),
        METEOR(language="it", modules=("exact",)),
        METEOR(paraphrase="0123456789abcdef", beam=7),
        METEOR(modules=("exact", "synonym"), normalize=False, lowercase=False),
        METEOR(weights=(1, 0, 0.25), gamma=0.1, punctuation=False),
        METEOR(language="fr", modules=("exact",), jar_words=True),
    ],
    ids=str,
)
def test_signatures_read_back(metric: METEOR) -> None:
    assert parse(str(metric.signature("2"))) == metric


def test_languages_take_their_own_numbers() -> None:
    # METEOR 1.5's table: fr rank; it has none and uses li
    assert METEOR(language="fr", modules=("exact",)).formula.setting[0] == 0.9
    italian = dict(METEOR(language="it").signature().items)
    assert (italian["task"], italian["modules"], italian["norm"]) == ("li", "exact,stem", "no")


def test_a_task_without_parameters_is_warned_of() -> None:
    same = "gut so", "gut so"
    for language, task, other in (
        ("de", "adq", "rank"),
        ("fr", "hter", "rank"),
        ("cz", "util", "rank"),
        ("tr", "rank", "li"),
    ):
        with pytest.warns(
            UserWarning, match=f"never tuned for language={language} and task={task};.* Use task={other},"
        ):
            untuned = METEOR(language=language, task=task, modules=("exact",))
        assert untuned.sentence(*same).value == 0
        assert "weight is 0" in next(step.sentence for step in untuned.explain(*same).steps if step.label == "Recall")
    weighed = METEOR(language="de", task="adq", modules=("exact",), weights=(1,), alpha=0.9, delta=0.5)
    assert weighed.sentence(*same).value == 1
    with pytest.warns(UserWarning, match="no task adq for other languages; the numbers are those of li"):
        assert METEOR(language="other", task="adq").formula == METEOR(language="other", task="li").formula
    METEOR(language="other", task="universal")


def test_languages_agree_with_the_words_there_are() -> None:
    assert {*BUILT_IN, *SNOWBALL, ARABIC} == set(STEMMED)
    assert all(meteor_normalize.normalizer(language)("a.") for language in NORMALIZED)


def test_words_that_only_a_hash_takes_for_one() -> None:
    """`le` and `n'` have one hash in Java (108 · 31 + 101 = 110 · 31 + 39); METEOR compares letters unless told."""
    plain, jar = (METEOR(language="other", normalize=False, jar_words=by) for by in (None, True))
    assert plain.sentence("le", "n'").value == 0
    assert jar.sentence("le", "n'").value == 1
    assert jar.sentence("le chat", "n' chat").parts["chunks"] == 0  # matched as a whole
    assert ("jar", "yes") in jar.signature().items
    assert "jar" not in dict(plain.signature().items)
    assert METEOR(jar_words=False) == METEOR()


def test_golden_examples() -> None:
    # METEOR 1.5 (jar), -l en -norm -m 'exact stem synonym'
    hyps = [FOX[0], "a a b", "a b a b", "a b c d"]
    refs = [FOX[1], "a b a", "b a a b", "c d a b"]
    values = METEOR().segments(hyps, refs).values
    wanted = [0.48512412481345407, 0.4467352531109634, 0.43354749322305886, 0.4776696620223255]
    assert list(values) == pytest.approx(wanted, abs=1e-12)
    assert METEOR().corpus(hyps, refs).value == pytest.approx(0.45816174731589177, abs=1e-12)


def test_a_perfect_segment_adds_no_chunk() -> None:
    stats = METEOR().measure(["the cat sat", "x a b"], ["the cat sat", "a b"])
    assert [row[CHUNKS] for row in stats] == [0, 1]
    assert METEOR().score_rows(stats.take([0])).value == 1.0


def test_several_references() -> None:
    metric = METEOR()
    chosen = metric.measure(["a cat"], [["dogs", "a cat sat", "a bird"]])
    assert chosen == metric.measure(["a cat"], ["a cat sat"])
    assert metric.measure(["x"], [["y z", "w"]])[0] == metric.measure(["x"], ["y z"])[0]


def test_the_tools_surprises_and_the_ways_around_them() -> None:
    assert METEOR().sentence("undervalue", "administration").value > 0  # one offset in two parts of speech
    assert METEOR(synsets="pos").sentence("undervalue", "administration").value == 0
    french = ("le chat dort", "le chat mange")
    metrics = [METEOR(language="fr", modules=("exact",), function_words=words) for words in (None, "language")]
    tool, intended = (metric.sentence(*french) for metric in metrics)
    assert tool.parts["hyp_function"] == 0
    assert intended.parts["hyp_function"] == 1
    assert "func:language" in str(intended.signature)


def test_explanations_count_characters_if_the_metric_does() -> None:
    steps = METEOR(char_based=True).explain("the big dogs", "the big dogs").steps
    (length,) = (step for step in steps if step.label == "Weighted length, candidate")
    assert length.formula == "δ·(characters − function) + (1 − δ)·function"
    assert length.sentence == "The candidate has 7 content and 3 function characters."
    assert steps[0].sentence == "3 candidate words are matched with 3 reference words."  # which are matched as words
    assert METEOR().explain("", "").steps[0].sentence.startswith("Both sides are empty")


def test_explanations_say_what_was_dropped() -> None:
    equal = METEOR(modules=("stem",)).explain("big dogs", "big dogs")  # different words only match by stem
    assert [mark.kind for mark in equal.marks if mark.kind in ("matched", "dropped")] == []
    explanation = METEOR().explain("x cars y", "z car w")
    (dropped,) = (mark for mark in explanation.marks if mark.kind == "dropped")
    assert dropped.text == "cars – car"
    assert dropped.stage == "stem, synonym"
    assert "adds 0" in dropped.why
    assert explanation.score.value == 0
    labels = [step.label for step in METEOR().explain(*FOX).steps]
    modules = [
        f"{module.capitalize()} matches, {side}"
        for module in ("exact", "stem", "synonym")
        for side in ("candidate", "reference")
    ]
    lengths = ["Weighted length, candidate", "Weighted length, reference"]
    assert labels[:9] == ["Matched words", *modules, *lengths]
    assert METEOR().explain("a b", "a b").steps[-1].value == 1


def test_a_long_pair_and_many_copies() -> None:
    explanation = METEOR().explain("the cars " * 150, "a car the " * 120)
    assert explanation.cross_checked


def test_too_many_matches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolide.kernels.meteor15.aligner.MOST_MATCHES", 1024)
    assert METEOR().sentence("a " * 32, "a " * 32 + "b").value > 0  # 1,024 and no more
    for hyp, ref in (("a " * 33, "a " * 32), ("cat " * 33, "cats " * 32), ("cats a " * 33, "cat b " * 32)):
        with pytest.raises(InputError, match="match in more than 1,024 places"):
            METEOR().sentence(hyp, ref)
    with pytest.raises(InputError, match=r"50 words \('b b .*against 40 can match in more than 1,024 places"):
        METEOR().segments(["a", "b " * 50], ["a", "b " * 40])


def test_the_command_line_says_that_the_table_is_missing() -> None:
    result = bolide("explain", "a b", "a b", "-m", "meteor")
    assert result.err.count("\n") == 1
    assert "without its paraphrase table" in result.err
    assert not bolide("explain", "a b", "a b", "-m", "meteor", "--meteor.variant", "nltk").err
    assert not bolide(
        "explain", "a b", "a b", "-m", "meteor", "--meteor.language", "it", "--meteor.modules", "exact"
    ).err
    assert "norm:no" in bolide("explain", "a b", "a b", "-m", "meteor", "--no-meteor.normalize").out


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


def test_paraphrases_explained_with_the_real_table() -> None:
    metric = METEOR(paraphrase=paraphrase_table())
    texts = ("in order to help the poor , we must act now", "to help poor people we need to act now")
    assert metric.explain(*texts).row(metric.counts.columns) == metric.measure([texts[0]], [texts[1]])[0]


# --- the formula ----------------------------------------------------------------------------------------------------


RANK = preset("en", "rank")


def row(**counts: int) -> list[int]:
    return [counts.get(name, 0) for name in COLUMNS]


THE_OF = row(
    hyp_len=2, ref_len=2, hyp_function=2, ref_function=2, hyp_function_1=2, ref_function_1=2, chunks=2, hyp_matched=2,
    ref_matched=2,
)  # fmt: skip
WHOLE = row(hyp_len=3, ref_len=3, hyp_content_1=3, ref_content_1=3, chunks=1, hyp_matched=3, ref_matched=3)
NAN = math.nan


@pytest.mark.parametrize(
    ("statistics", "expected"),
    [
        (WHOLE, (1.0, 1.0, 0.0, 1.0)),
        (row(ref_len=3), (NAN, 0.0, NAN, 0.0)),
        (row(hyp_len=3), (0.0, NAN, NAN, 0.0)),
        (row(), (NAN, NAN, NAN, 0.0)),
        (row(hyp_len=3, ref_len=4, ref_function=1), (0.0, 0.0, NAN, 0.0)),
        (THE_OF, (1.0, 1.0, 0.6, 0.4)),
    ],
)
def test_edges(statistics: list[int], expected: tuple[float, ...]) -> None:
    parts = RANK.numbers(statistics)
    ours = [parts[name] for name in ("precision", "recall", "penalty", "meteor")]
    assert ours == pytest.approx(expected, rel=0, abs=1e-15, nan_ok=True)


def test_a_segment_matched_as_a_whole_adds_no_chunk() -> None:
    chunks = COLUMNS.index("chunks")
    assert [for_corpus(counted)[chunks] for counted in (WHOLE, THE_OF)] == [0, 2]
    assert RANK.value(for_corpus(WHOLE)) == RANK.value(WHOLE) == 1.0
    two = [a + b for a, b in zip(for_corpus(WHOLE), for_corpus(WHOLE), strict=True)]
    assert RANK.value(two) == 1.0
    short = row(hyp_len=3, ref_len=4, hyp_content_1=3, ref_content_1=3, chunks=1, hyp_matched=3, ref_matched=3)
    assert for_corpus(short) == short


def test_unusual_exponents() -> None:
    assert Formula15(0.5, -1.0, 0.5, 0.5, (1.0,)).value(WHOLE) == 0.0  # an infinite penalty
    nothing = Formula15(0.5, 0.0, 0.5, 0.5, (1.0,)).numbers(row(hyp_len=1, ref_len=1))
    assert nothing["penalty"] == 0.5  # NaN ** 0 is 1


def test_languages_without_tuning_score_nothing() -> None:
    assert preset("pt", "rank").value(WHOLE) == 0.0
    assert default_task("pt") == "li"
    assert preset("pt", "li").value(WHOLE) == 1.0
