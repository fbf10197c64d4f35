"""A gate: p-values against all exchanges, numpy's jackknife and scipy's t; verdicts; earlier runs; and power."""

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import bolide
from bolide.significance.arithmetic import holm, student_quantile
from bolide.testset.scores import StoredRows
from tests.cli.run import bolide as command
from tests.python import environment

REFS = [f"the cat number {k} sat on the mat {word}" for k, word in enumerate("abcdefghijkl")]
OLD = [ref.replace("cat", "dog") if k % 3 else ref for k, ref in enumerate(REFS)]
NEW = [ref.replace("the", "a") if k % 2 else ref for k, ref in enumerate(REFS)]
ROOT = Path(__file__).parents[2]


def scored(old: Sequence[float], new: Sequence[float], **options: Any) -> bolide.Gate:
    """A gate over the scores of segments by another tool."""
    comet = bolide.read_scores({"old": list(old), "new": list(new)}, name="comet")
    about = {name: options.pop(name) for name in ("documents", "domains") if name in options}
    return bolide.gate(bolide.TestSet.from_scores(comet, **about), comet, **options)


def only(gate: bolide.Gate) -> Any:
    (one,) = gate.metrics
    return one


# --- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_p_values_count_all_exchanges(metric: str) -> None:
    """Of texts: in each of 2^12 exchanges every segment's outputs change places or stay."""
    one = only(bolide.gate(bolide.TestSet(REFS, {"old": OLD, "new": NEW}), metric))
    sign, scorer = -1 if metric == "ter" else 1, bolide.METRICS[metric]()
    differing = [k for k in range(len(REFS)) if OLD[k] != NEW[k]]
    found = []
    for swaps in product((False, True), repeat=len(differing)):
        a, b = OLD[:], NEW[:]
        for k in (k for k, swap in zip(differing, swaps, strict=True) if swap):
            a[k], b[k] = b[k], a[k]
        found.append(sign * (scorer.corpus(b, REFS).points - scorer.corpus(a, REFS).points))
    assert one.differing == len(differing)
    assert one.difference == pytest.approx(found[0])
    assert one.p_worse == np.mean(np.array(found) <= found[0] + 1e-9)
    assert one.p_better == np.mean(np.array(found) >= found[0] - 1e-9)


def test_p_values_of_many_segments_are_those_of_random_exchanges() -> None:
    rng = np.random.default_rng(5)
    apart = rng.normal(-0.2, 1, 40)
    one = only(scored(np.zeros(40), apart, plan=bolide.Plan(trials=4000)))
    normal = stats.norm.cdf(apart.sum() / np.sqrt((apart**2).sum()))  # the sum of ± apart
    assert one.p_worse == pytest.approx(normal, abs=4 * np.sqrt(normal / 4000))
    assert (one.p_worse * 4001) % 1 == pytest.approx(0, abs=1e-6)  # (k + 1)/(n + 1)


def test_error_interval_and_margin_follow_their_formulas() -> None:
    rng = np.random.default_rng(1)
    documents = np.repeat(np.arange(20), rng.integers(1, 6, 20))
    old, new = rng.normal(0, 1, (2, len(documents)))
    apart, sizes = new - old, np.bincount(documents)
    without = np.array([apart[documents != k].mean() for k in range(20)])
    error = np.sqrt(19 / 20 * ((without - without.mean()) ** 2).sum())
    freedom, d = sizes.sum() ** 2 / (sizes**2).sum() - 1, apart.mean()
    t = stats.t(freedom)
    for margin in (0.0, 0.1, 0.5, 2.0):
        one = only(scored(old, new, documents=documents.astype(str), margin=margin))
        assert one.difference == pytest.approx(d)
        assert one.interval == pytest.approx((d - t.ppf(0.975) * error, d + t.ppf(0.975) * error))
        smallest = margin + (t.ppf(0.975) + t.ppf(0.8)) * error  # fewer than 40 effective units
        assert one.smallest == pytest.approx(smallest)
        exchanged = only(scored(old, new, documents=documents.astype(str))).p_worse
        expected = max(exchanged, t.cdf((d + margin) / error)) if margin else exchanged
        assert one.p_worse == pytest.approx(expected)


def test_over_training_runs_t_decides() -> None:
    """documents.md: t = Δ / √(V + s²_A/k_A + s²_B/k_B), with Welch and Satterthwaite's degrees of freedom."""
    outputs = [[ref.replace(word, "") for ref in REFS] for word in ("cat", "sat", "on", "mat", "the", "number")]
    data = bolide.TestSet(REFS, {"old": bolide.Runs(*outputs[:3]), "new": bolide.Runs(*outputs[3:])})
    one = only(bolide.gate(data, "chrf"))
    chrf = bolide.CHRF()
    values = [[chrf.corpus(run, REFS).points for run in runs] for runs in (outputs[:3], outputs[3:])]
    d = np.mean(values[1]) - np.mean(values[0])

    def rest(runs: Sequence[Sequence[str]], k: int) -> Any:
        refs = REFS[:k] + REFS[k + 1 :]
        return np.mean([chrf.corpus([*run[:k], *run[k + 1 :]], refs).points for run in runs])

    without = np.array([rest(outputs[3:], k) - rest(outputs[:3], k) for k in range(len(REFS))])
    terms = [11 / 12 * ((without - without.mean()) ** 2).sum(), *(np.var(runs, ddof=1) / 3 for runs in values)]
    freedom = sum(terms) ** 2 / sum(term**2 / n for term, n in zip(terms, (11, 2, 2), strict=True))
    assert one.p_worse == pytest.approx(stats.t(freedom).cdf(d / np.sqrt(sum(terms))))
    assert one.p_better == pytest.approx(1 - one.p_worse)


def test_without_an_error_the_sign_decides() -> None:
    one = only(scored([0.0] * 10, [-1.0] * 10, margin=1.0))
    assert (one.verdict, one.p_worse) == ("undecided", 0.5)  # d + m = 0, and so is t
    one = only(scored([0.0] * 10, [-1.0] * 10, margin=1.5))
    assert (one.verdict, one.p_worse) == ("not worse", 1)
    assert only(scored([0.0] * 10, [-1.0] * 10, margin=0.5)).verdict == "worse"


@pytest.mark.parametrize("seed", range(20))
def test_a_larger_margin_never_fails_what_a_smaller_one_passes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    old, new = rng.normal(0, 1, (2, 15)) - [[0], [0.6]]
    p_values = [only(scored(old, new, margin=margin)).p_worse for margin in (0, 1e-9, 0.01, 0.2, 0.5, 1)]
    assert p_values == sorted(p_values)


def test_p_values_are_corrected_over_the_metrics() -> None:
    data = bolide.TestSet(REFS, {"old": OLD, "new": NEW})
    alone = [only(bolide.gate(data, metric)) for metric in ("bleu", "chrf", "ter")]
    together = bolide.gate(data, ["bleu", "chrf", "ter"]).metrics
    assert [one.p_worse for one in together] == holm([one.p_worse for one in alone])
    assert [one.p_better for one in together] == holm([one.p_better for one in alone])


# --- verdicts ---------------------------------------------------------------------------------------------------------


WORSE, EVEN = np.linspace(-1, -2, 10), np.array([1.0, -1.1] * 15)
VERDICTS: dict[str, Callable[[], bolide.Gate]] = {
    "worse": lambda: scored([0.0] * 10, WORSE),
    "better": lambda: scored(WORSE, [0.0] * 10),
    "undecided": lambda: scored([0.0] * 30, EVEN),
    "not worse": lambda: scored([0.0] * 30, EVEN, margin=1),
    "unchanged": lambda: scored(EVEN, EVEN),
}


@pytest.mark.parametrize("verdict", VERDICTS)
def test_verdicts(verdict: str) -> None:
    gate = VERDICTS[verdict]()
    assert (gate.verdict, gate.passed) == (verdict, verdict != "worse")
    assert str(gate).startswith(f"{verdict.capitalize()}: new against old ({'passed' if gate.passed else 'failed'})")
    assert bolide.Gate.from_json(gate.to_json()) == gate
    seen = "would probably not be seen here" in str(gate)
    assert seen == (verdict != "unchanged")


def test_the_verdict_of_a_run_is_the_worst() -> None:
    gate = scored([0.0] * 10, WORSE)
    for verdicts, expected in (
        (("better", "worse"), "worse"),
        (("unchanged", "undecided", "not worse"), "undecided"),
        (("better", "not worse"), "not worse"),
        (("better", "unchanged"), "unchanged"),
    ):
        metrics = tuple(replace(gate.metrics[0], verdict=verdict) for verdict in verdicts)
        assert replace(gate, metrics=metrics).verdict == expected


def test_what_may_be_required() -> None:
    old, refs = [*NEW], [*REFS]
    refs[0] = old[0] = "here are words enough for a text that is not empty"
    data = bolide.TestSet(refs, {"old": old, "new": ["", *old[1:]]})
    gate = bolide.gate(data, "chrf")
    assert [(note.kind, note.lines) for note in gate.health] == [("empty", (1,))]
    assert (gate.verdict, gate.passed) == ("undecided", True)
    assert not bolide.gate(data, "chrf", require=["healthy"]).passed
    assert not bolide.gate(data, "chrf", margin=1, require=["not-worse"]).passed
    assert bolide.gate(bolide.TestSet(refs, {"old": ["", *old[1:]], "new": ["", *old[1:]]}), "chrf").health == ()


@pytest.mark.parametrize(("metrics", "needed"), [(1, 6), (2, 7), (3, 7)])
def test_with_too_few_differences_nothing_is_decided(metrics: int, needed: int) -> None:
    """k · 2^−G′ > α/2."""
    for differing in (needed - 1, needed):
        new = [REFS[k].replace("mat", "") if k < differing else REFS[k] for k in range(len(REFS))]
        names = ["bleu", "chrf", "wer"][:metrics]
        gate = bolide.gate(bolide.TestSet(REFS, {"old": REFS, "new": new}), names, margin=90)
        reason = f"no loss can be found by exchanging {differing} segments, all that differ"
        rare = f"only {differing} segments differ, and damage that is rare may merely not have been met"
        assert {one.reason for one in gate.metrics} == {rare if differing == needed else reason}
        assert gate.verdict == ("not worse" if differing == needed else "undecided")
    few = bolide.gate(bolide.TestSet(REFS, {"old": REFS, "new": OLD}), plan=bolide.Plan(trials=20))
    assert only(few).reason.endswith("; use 40 trials or more")


def test_a_test_and_an_interval_that_disagree_are_reconciled() -> None:
    new = [*[0.0] * 30, -9.0, -0.1, -0.1, -0.1, -0.1, -0.1]  # all six lose, and one by so much that s is large
    one = only(scored([0.0] * 36, new))
    assert one.verdict == "worse"
    assert one.interval[1] > 0
    assert "the corrected test decides" in one.reason


def test_segments_that_became_worse_are_shown_with_their_texts() -> None:
    data = bolide.TestSet(REFS, {"old": OLD, "new": NEW}, source=REFS[::-1])
    gate = bolide.gate(data, "chrf")
    first = gate.segments[0]
    assert len(gate.segments) == 6
    assert first.new_score < first.old_score
    at = first.line - 1
    assert first.texts == {"source": REFS[::-1][at], "old": OLD[at], "new": NEW[at], "reference": REFS[at]}
    markdown = gate.to_markdown()
    assert markdown.startswith("## Undecided: new against old (passed)\n\nundecided: ")
    assert markdown.count("<details><summary>") == markdown.count("</details>") == 1
    assert markdown.index("| metric |") < markdown.index("<details>") < markdown.index("| line |")
    assert "<details><summary><bdi>6 segments" in gate.to_html()


# --- earlier runs -----------------------------------------------------------------------------------------------------


def test_the_scores_of_an_earlier_run_are_compared_as_numbers() -> None:
    earlier = bolide.Report.from_json(bolide.score(bolide.TestSet(REFS, {"a": OLD}), ["bleu", "chrf"]).to_json())
    data = bolide.TestSet(REFS, {"b": NEW})
    gate = bolide.gate(data, "chrf", earlier=earlier)
    assert (gate.verdict, only(gate).interval, gate.old) == ("undecided", None, "a (earlier)")
    loss = bolide.CHRF().corpus(OLD, REFS).points - bolide.CHRF().corpus(NEW, REFS).points
    assert only(gate).difference == pytest.approx(-loss)
    assert loss > 0
    for margin, verdict in ((0.0, "worse"), (loss, "not worse"), (loss - 0.01, "worse")):
        assert bolide.gate(data, "chrf", earlier=earlier, fixed=True, margin=margin).verdict == verdict
    same = bolide.gate(bolide.TestSet(REFS, {"b": OLD}), ["chrf", "bleu"], earlier=earlier)
    assert same.verdict == "unchanged"


def test_the_rows_of_an_earlier_run_are_tested_as_its_texts() -> None:
    data = bolide.TestSet(REFS, {"a": OLD, "b": NEW}, documents=list("aabbccddeeff"))
    expected = only(bolide.gate(data, margin=1))
    study = bolide.compare(data)
    assert study.evidence is not None
    rows = StoredRows("BLEU", {"a": study.evidence.samples[0][0].with_units(None)}, data.identity)
    found = bolide.gate(data.without("a"), margin=1, earlier={"BLEU": rows})
    assert only(found) == expected
    assert [one.line for one in found.segments] == [one.line for one in bolide.gate(data).segments]
    assert bolide.gate(bolide.TestSet(REFS, {"b": OLD}), earlier={"BLEU": rows}).verdict == "unchanged"
    with pytest.raises(bolide.InputError, match="The references are not those of the earlier run"):
        bolide.gate(bolide.TestSet(OLD, {"b": NEW}), earlier={"BLEU": rows})


@pytest.mark.parametrize(("metric", "sign"), [("chrf", -1), ("ter", 1)])
def test_a_score_beyond_its_limit_is_worse_without_a_test(metric: str, sign: int) -> None:
    alone, both = bolide.TestSet(REFS, {"new": NEW}), bolide.TestSet(REFS, {"old": NEW, "new": NEW})
    points = bolide.METRICS[metric]().corpus(NEW, REFS).points
    for data, otherwise in ((alone, "not worse"), (both, "unchanged")):
        for limit in (points, points + sign):  # both are kept
            gate = bolide.gate(data, metric, at_least=limit)
            assert (gate.verdict, gate.passed, only(gate).p_worse) == (otherwise, True, None)
        gate = bolide.gate(data, metric, at_least={metric: round(points) - 2 * sign})
        assert (gate.verdict, gate.passed) == ("worse", False)
        side = "below" if sign < 0 else "above"
        assert f"; {side} {round(points) - 2 * sign}, without a test." in str(gate)
    for metrics, margin in ((metric, 1), ([metric, "wer"], 0)):
        with pytest.raises(bolide.OptionError, match="a number for every metric, and `margin` none"):
            bolide.gate(alone, metrics, margin=margin, at_least={metric: 1})


def test_one_unit_is_refused() -> None:
    with pytest.raises(bolide.InputError, match="There is 1 segment"):
        bolide.gate(bolide.TestSet(REFS[:1], {"old": OLD[:1], "new": NEW[:1]}))
    with pytest.raises(bolide.InputError, match="All segments are of one document"):
        bolide.gate(bolide.TestSet(REFS, {"old": OLD, "new": NEW}, documents=["a"] * len(REFS)))


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def files(here: Path) -> Path:
    for name, texts in {"ref": REFS, "old": REFS, "new": NEW, "low": OLD, "docs": "aabbccddeeff"}.items():
        (here / f"{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    return here


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("words", "code", "verdict"),
    [
        ("-i old.txt low.txt", 1, "Worse"),
        ("-i low.txt old.txt", 0, "Better"),
        ("-i new.txt low.txt", 0, "Undecided"),
        ("-i new.txt low.txt --margin 1 --require not-worse", 1, "Undecided"),
        ("-i new.txt low.txt --margin chrf=90 --require not-worse -m chrf", 0, "Not worse"),
        ("-i low.txt new.txt --fixed", 1, "Worse"),
        ("-i low.txt new.txt --fixed --margin 90", 0, "Not worse"),
        ("-i low.txt --at-least 100", 1, "Worse"),
        ("-i low.txt -m bleu ter --at-least bleu=1 ter=90 --require not-worse", 0, "Not worse"),
        ("-i low.txt old.txt --at-least 100", 0, "Better"),
        ("-i new.txt low.txt --at-least 99.9", 1, "Worse"),
        ("-i old.txt low.txt --documents docs.txt", 1, "Worse"),
        ("-i old.txt low.txt --documents docs.txt -m bleu chrf", 0, "Undecided"),
    ],
)
def test_exit_codes(words: str, code: int, verdict: str) -> None:
    result = command("gate", "ref.txt", *words.split())
    assert (result.code, result.out.partition(":")[0]) == (code, verdict)


@pytest.mark.usefixtures("files")
def test_the_summary_of_a_step_is_appended(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("summary.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    words = "gate", "ref.txt", "-i", "old.txt", "low.txt", "-m", "chrf"
    command(*words)
    assert Path("summary.md").read_text() == "before\n"
    assert command(*words, "--github").code == 1
    assert Path("summary.md").read_text() == "before\n" + command(*words, "-f", "markdown").out


@pytest.mark.parametrize(
    ("old", "new", "limit", "verdict"),
    [
        ("old.txt", "low.txt", "", "Worse"),
        ("low.txt", "old.txt", "", "Better"),
        ("low.txt", "old.txt", "bleu=101", "Worse"),
        ("", "old.txt", "1", "Not worse"),
    ],
)
def test_the_steps_of_the_action_in_a_shell(files: Path, old: str, new: str, limit: str, verdict: str) -> None:
    """What `run:` holds, with the inputs in its environment as GitHub puts them there."""
    lines = (ROOT / "action.yml").read_text(encoding="utf-8").splitlines()
    start = next(k for k, line in enumerate(lines) if line.strip() == "run: |")
    script = "\n".join(line[8:] for line in lines[start + 1 :])
    declared = {line.split(":")[0].strip() for line in lines if "${{ inputs." in line}
    inputs = {"REF": "ref.txt", "OLD": old, "NEW": new, "METRICS": "bleu chrf", "AT_LEAST": limit}
    inputs |= {"MARGIN": "bleu=0.5 chrf=0.5" if old else "", "DOCUMENTS": "", "REQUIRE": ""}
    assert declared == set(inputs)
    where = {name: str(files / f"{name}.md") for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
    (files / "bolide").write_text('#!/bin/sh\nexec python -m bolide "$@"\n')
    (files / "bolide").chmod(0o755)
    environ = environment(**inputs, **where, RUNNER_TEMP=str(files))
    environ["PATH"] = f"{files}:{environ['PATH']}"
    done = subprocess.run(["bash", "-e", "-c", script], cwd=files, env=environ, capture_output=True, text=True)
    assert done.returncode == (verdict == "Worse"), done.stderr
    comment = (files / "gate.md").read_text()
    assert comment == (files / "GITHUB_STEP_SUMMARY.md").read_text()
    assert comment.startswith(f"## {verdict}")
    assert (files / "GITHUB_OUTPUT.md").read_text() == f"comment={files}/gate.md\n"


# --- power ------------------------------------------------------------------------------------------------------------


def test_power_follows_its_formulas() -> None:
    rng = np.random.default_rng(3)
    scores = {name: (rng.normal(0, 1, 120) + np.repeat(rng.normal(0, 1, 60), 2)).tolist() for name in "abc"}
    comet, documents = bolide.read_scores(scores, name="comet"), [str(k // 2) for k in range(120)]
    found = bolide.power(bolide.TestSet.from_scores(comet, documents=documents), comet, difference=0.5)
    smallest = []
    for pair, (a, b) in zip(found.metrics[0].pairs, combinations("abc", 2), strict=True):
        apart = np.array(scores[a]) - np.array(scores[b])
        errors = [np.std(apart.reshape(-1, size).mean(1), ddof=1) / np.sqrt(120 / size) for size in (2, 1)]
        factor = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)  # 60 units of one size
        smallest.append(factor * errors[0])
        assert (pair.difference, pair.error, pair.smallest) == pytest.approx((apart.mean(), errors[0], smallest[-1]))
        assert pair.design_effect == pytest.approx((errors[0] / errors[1]) ** 2)
        assert pair.needed == np.ceil(60 * (smallest[-1] / 0.5) ** 2)
    assert found.metrics[0].smallest == pytest.approx(np.median(smallest))
    assert bolide.Power.from_json(found.to_json()) == found


def test_a_comparison_says_what_it_could_not_have_found() -> None:
    """Of three pairs the median, at α/3, of 12 segments: Student's t with 11 degrees of freedom."""
    study = bolide.compare(bolide.TestSet(REFS, {"a": REFS, "b": OLD, "c": NEW}), "chrf")
    errors = [
        pair.error
        for pair in bolide.power(bolide.TestSet(REFS, {"a": REFS, "b": OLD, "c": NEW}), "chrf").metrics[0].pairs
    ]
    smallest = (student_quantile(1 - 0.025 / 3, 11) + stats.t(11).ppf(0.8)) * np.median(errors)
    assert f"Differences below about {smallest:.2g} chrF2 are probably not found with these 12 segments" in str(study)
    same = bolide.compare(bolide.TestSet(REFS, {"a": REFS, "b": REFS}))
    assert "probably not found" not in str(same)
