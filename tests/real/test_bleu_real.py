"""BLEU on every segment of every system of WMT23: sacreBLEU's, NLTK's and the organisers' numbers."""

import warnings
from functools import cache, partial
from pathlib import Path

import nltk as peer_nltk
import pytest
import sacrebleu
from nltk.translate import bleu_score as nltk
from sacrebleu.metrics import BLEU as PeerBLEU

from bolide import BLEU, Stats
from bolide.kernels import COMPILED
from bolide.metrics.base import row_values
from tests.real.data import (
    ALL_SYSTEMS,
    NEWS,
    WMT23,
    lines,
    needs_data,
    official_corpus_scores,
    official_segment_scores,
    systems,
)
from tests.real.kept import LIVE, agrees, called, nearly_agrees

pytestmark = needs_data


PEER = called("sacreBLEU", sacrebleu.__version__) + " BLEU"
NLTK = called("NLTK", peer_nltk.__version__) + " BLEU"
FIRST = {test_set: name for test_set, name, *_ in reversed(ALL_SYSTEMS)}  # those that sacreBLEU is asked for live


@cache
def measured(output: Path, reference: Path) -> Stats:
    """Our rows of a system, counted once for all tests; they are the same with effective order."""
    return BLEU().measure(lines(output), lines(reference))


@pytest.mark.parametrize(("test_set", "name", "output", "reference"), ALL_SYSTEMS)
def test_corpus_and_segments_equal_sacrebleu(test_set: str, name: str, output: Path, reference: Path) -> None:
    hyps, refs = lines(output), lines(reference)
    stats = measured(output, reference)
    theirs = [list(row[1:11]) for row in stats]  # lengths, matches and totals, as sacreBLEU has them
    corpus, single = PeerBLEU(), PeerBLEU(effective_order=True)
    agrees(PEER, [hyps, refs], theirs, partial(corpus._extract_corpus_statistics, hyps, [refs]))
    if COMPILED and FIRST[test_set] == name:
        assert theirs[:LIVE] == corpus._extract_corpus_statistics(hyps[:LIVE], [refs[:LIVE]])
    whole, ours = corpus._aggregate_and_compute(theirs), BLEU().score_rows(stats)
    assert ours.percent == pytest.approx(whole.score, abs=1e-9)
    assert ours.parts["counts"] == whole.counts
    assert ours.parts["totals"] == whole.totals
    wanted = [single._compute_score_from_stats(row).score for row in theirs]
    values = row_values(BLEU(effective_order=True), stats)
    assert max(abs(100 * a - b) for a, b in zip(values, wanted, strict=True)) < 1e-9


@pytest.mark.parametrize("pair", WMT23)
def test_segments_equal_the_official_file(pair: str) -> None:
    official = official_segment_scores(pair, "BLEU-refA")
    metric = BLEU(effective_order=True)
    scored = [system for system in systems(f"wmt23/{pair}") if system[0] in official]
    assert len(scored) >= (12 if COMPILED else 1)
    for name, output, reference in scored:
        values = row_values(metric, measured(output, reference))
        assert [100 * value for value in values] == pytest.approx(official[name], abs=1e-9), name


@pytest.mark.parametrize("folder", [f"wmt23/{pair}" for pair in WMT23] + [f"wmt23-news/{pair}" for pair in NEWS])
def test_corpus_scores_equal_the_official_table(folder: str) -> None:
    official = official_corpus_scores("bleu-refA")
    pair = folder[-5:]
    compared = 0
    for name, output, reference in systems(folder):
        if (pair, name) in official:
            percent = BLEU().score_rows(measured(output, reference)).percent
            assert percent == pytest.approx(official[pair, name], abs=1e-9), name
            compared += 1
    assert compared >= (12 if COMPILED else 1)


@pytest.mark.parametrize("method", [f"method{k}" for k in range(8)])
def test_segments_equal_nltk(method: str) -> None:
    _, output, reference = systems("wmt23/zh-en")[0]
    hyps, refs = lines(output), lines(reference)
    metric = BLEU(tokenize="none", smooth=method)
    stats = metric.measure(hyps, refs)
    ours: list[float | None] = list(row_values(metric, stats))
    if method == "method6":  # it refuses a sentence without a matching trigram
        matches = stats.columns.index("match_1")
        ours = [v if row[matches + 2] or not row[matches] else None for v, row in zip(ours, stats, strict=True)]
    nearly_agrees(f"{NLTK} {method}", [hyps, refs], ours, partial(ask_nltk, hyps, refs, method), digits=12)
    assert sum(value is not None for value in ours) > 1000


def ask_nltk(hyps: list[str], refs: list[str], method: str) -> list[float | None]:
    """NLTK's scores of segments, None where it refuses one."""
    smoothing = getattr(nltk.SmoothingFunction(), method)
    found: list[float | None] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for hyp, ref in zip(hyps, refs, strict=True):
            try:
                found.append(nltk.sentence_bleu([ref.split()], hyp.split(), smoothing_function=smoothing))
            except AssertionError:
                found.append(None)
    return found


@pytest.mark.parametrize("method", [f"method{k}" for k in range(5)])
def test_corpus_equals_nltk(method: str) -> None:
    _, output, reference = systems("wmt23/en-de")[0]
    hyps, refs = lines(output), lines(reference)
    ours = BLEU(tokenize="none", smooth=method).corpus(hyps, refs).value

    def ask() -> list[float | None]:
        smoothing = getattr(nltk.SmoothingFunction(), method)
        groups = [[ref.split()] for ref in refs]
        return [nltk.corpus_bleu(groups, [hyp.split() for hyp in hyps], smoothing_function=smoothing)]

    nearly_agrees(f"{NLTK} of a corpus {method}", [hyps, refs], [ours], ask, digits=12)


def test_several_references_equal_sacrebleu() -> None:
    """Other systems' outputs stand in for more references, two or three a line."""
    (_, output, reference), *others = [*systems("wmt23/zh-en"), *systems("wmt23/zh-en")][:3]
    hyps, refs = lines(output), lines(reference)
    more = [lines(other[1]) for other in others]
    groups = [[ref, *(other[i] for other in more[: i % 3])] for i, ref in enumerate(refs)]
    streams = [[group[k] if k < len(group) else None for group in groups] for k in range(3)]
    ours = BLEU().corpus(hyps, groups).percent
    nearly_agrees(PEER, [hyps, groups], [ours], lambda: [PeerBLEU().corpus_score(hyps, streams).score], digits=9)
