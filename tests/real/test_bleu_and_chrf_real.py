"""BLEU and chrF on every segment of every system of WMT23, chrF of WMT12 too: sacreBLEU's, NLTK's and the organisers'
numbers.
"""

import warnings
from functools import cache, partial
from operator import itemgetter

import nltk
import pytest
import sacrebleu
from nltk.translate import bleu_score
from sacrebleu.metrics import BLEU as PeerBLEU, CHRF as PeerCHRF

from bolide import BLEU, CHRF, Metric, Stats
from bolide.kernels import COMPILED
from tests.oracles.recorded import LIVE, agrees, versioned
from tests.real import data
from tests.real.data import ALL_SYSTEMS, TEST_SETS, WMT23, System, needs_data, systems

pytestmark = needs_data
# A metric for a corpus and one for single segments, by the organisers' name.
OFFICIAL = {"BLEU": (BLEU(), BLEU(effective_order=True)), "chrF": (CHRF(), CHRF())}


@cache
def measured(metric: Metric, system: System) -> Stats:
    """Our rows of a system, counted once for all tests."""
    return metric.measure(*system.texts)


@pytest.mark.parametrize("metric", OFFICIAL)
@pytest.mark.parametrize("folder", TEST_SETS)
def test_segments_and_systems_equal_the_official_files(folder: str, metric: str) -> None:
    (corpus, single), pair = OFFICIAL[metric], folder[-5:]
    official = data.official_corpus_scores(f"{metric.lower()}-refA")
    released = folder == f"wmt23/{pair}"
    segments = data.official_segment_scores(pair, f"{metric}-refA") if released else {}
    whole = data.official_segment_scores(pair, f"{metric}-refA", "sys") if released else {}
    compared = 0
    for system in systems(folder):
        stats, name = measured(corpus, system), system.name
        percent = corpus.score_rows(stats).points
        if (pair, name) in official:
            assert percent == pytest.approx(official[pair, name], abs=1e-9), name
            compared += 1
        if name in segments:
            assert [percent] == pytest.approx(whole[name], abs=1e-9), name
            assert [100 * value for value in single.row_values(stats)] == pytest.approx(segments[name], abs=1e-9), name
    assert compared >= 12
    assert not segments or len(segments) >= 12


def total(rows: list[list[int]]) -> list[list[int]]:
    """The sum of rows, as the only one: sacreBLEU's own addition takes five times as long."""
    return [[*map(sum, zip(*rows, strict=True))]]


PEER_BLEU = versioned("sacreBLEU", sacrebleu.__version__) + " BLEU"
NLTK = versioned("NLTK", nltk.__version__) + " BLEU"
SYSTEMS = [*ALL_SYSTEMS, *systems("wmt12/fr-en"), *(systems("wmt12/en-de") if COMPILED else ())]
FIRST = {system.test_set: system for system in reversed(SYSTEMS)}  # those that sacreBLEU is asked for live


@pytest.mark.parametrize("system", ALL_SYSTEMS, ids=str)
def test_bleu_of_corpus_and_segments_equals_sacrebleu(system: System) -> None:
    (hyps, refs), stats = system.texts, measured(BLEU(), system)
    theirs = [list(row[1:11]) for row in stats]  # lengths, matches and totals, as sacreBLEU has them
    corpus, single = PeerBLEU(), PeerBLEU(effective_order=True)
    agrees(PEER_BLEU, [hyps, refs], theirs, partial(corpus._extract_corpus_statistics, hyps, [refs]))
    if COMPILED and system in FIRST.values():
        assert theirs[:LIVE] == corpus._extract_corpus_statistics(hyps[:LIVE], [refs[:LIVE]])
    whole, ours = corpus._aggregate_and_compute(total(theirs)), BLEU().score_rows(stats)
    assert ours.points == pytest.approx(whole.score, abs=1e-9)
    assert ours.parts["counts"] == whole.counts
    assert ours.parts["totals"] == whole.totals
    wanted = [single._compute_score_from_stats(row).score for row in theirs]
    values = BLEU(effective_order=True).row_values(stats)
    assert max(abs(100 * a - b) for a, b in zip(values, wanted, strict=True)) < 1e-9


@pytest.mark.parametrize("method", [f"method{k}" for k in range(8)])
def test_bleu_of_segments_equals_nltk(method: str) -> None:
    system = systems("wmt23/zh-en")[0]
    hyps, refs = system.texts
    metric = BLEU(tokenize="none", smooth_method=method)
    usual = BLEU(tokenize="none")  # methods 5 and 7 count an order more
    stats = measured(usual if usual.counts == metric.counts else metric, system)
    ours: list[float | None] = list(metric.row_values(stats))
    if method == "method6":  # it refuses a sentence without a matching trigram
        matches = stats.columns.index("match_1")
        ours = [v if row[matches + 2] or not row[matches] else None for v, row in zip(ours, stats, strict=True)]
    agrees(f"{NLTK} {method}", [hyps, refs], ours, partial(ask_nltk, hyps, refs, method), digits=12)
    assert sum(value is not None for value in ours) > 1000


def ask_nltk(hyps: list[str], refs: list[str], method: str) -> list[float | None]:
    """NLTK's scores of segments, None where it refuses one."""
    smoothing = getattr(bleu_score.SmoothingFunction(), method)
    found: list[float | None] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for hyp, ref in zip(hyps, refs, strict=True):
            try:
                found.append(bleu_score.sentence_bleu([ref.split()], hyp.split(), smoothing_function=smoothing))
            except AssertionError:
                found.append(None)
    return found


PEER_CHRF = versioned("sacreBLEU", sacrebleu.__version__) + " chrF++"


def peer_rows(stats: Stats) -> list[list[int]]:
    """Rows as sacreBLEU has them: the three counts of an order side by side."""
    size = len(stats.columns) // 3
    side_by_side = itemgetter(*(size * g + k for k in range(size) for g in range(3)))
    return [list(side_by_side(row)) for row in stats]


def ask_for_chrf(peer: PeerCHRF, hyps: list[str], streams: list[list[str]]) -> list[list[int]]:
    """The other way round: all counts of the candidate, of the reference, and of matches."""
    return [[*row[::3], *row[1::3], *row[2::3]] for row in peer._extract_corpus_statistics(hyps, streams)]


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_chrf_of_corpus_and_segments_equals_sacrebleu(system: System) -> None:
    """One pass of sacreBLEU's chrF++ holds the statistics of its chrF2 too: the first six orders."""
    (hyps, refs), plusplus = system.texts, PeerCHRF(word_order=2)
    theirs, first = (peer_rows(measured(ours, system)) for ours in (CHRF(word_order=2), CHRF()))
    rows = [*map(list, measured(CHRF(word_order=2), system))]
    agrees(PEER_CHRF, [hyps, refs], rows, partial(ask_for_chrf, plusplus, hyps, [refs]))
    if COMPILED and system in FIRST.values():
        assert theirs[:LIVE] == plusplus._extract_corpus_statistics(hyps[:LIVE], [refs[:LIVE]])
    assert first == [row[: len(first[0])] for row in theirs]
    for peer, ours, rows in ((PeerCHRF(), CHRF(), first), (plusplus, CHRF(word_order=2), theirs)):
        stats = measured(ours, system)
        segments = [peer._compute_f_score(row) for row in rows]
        assert max(abs(100 * a - b) for a, b in zip(ours.row_values(stats), segments, strict=True)) < 1e-9
        whole, score = peer._aggregate_and_compute(total(rows)), ours.score_rows(stats)
        assert (score.points, score.name) == (pytest.approx(whole.score, abs=1e-9), whole.name)


@pytest.mark.parametrize("pair", WMT23)
def test_chrf_with_several_references_equals_sacrebleu(pair: str) -> None:
    hyps, refs = data.wmt23(pair, "ONLINE-B")
    streams = [refs, *(data.wmt23(pair, name)[0] for name in ("synthetic_ref", "GPT4-5shot", "ONLINE-A"))]
    if not COMPILED:
        hyps, streams = hyps[:200], [stream[:200] for stream in streams]
    peer, ours = PeerCHRF(word_order=2, eps_smoothing=False), CHRF(word_order=2)
    stats = ours.measure(hyps, list(zip(*streams, strict=True)))
    theirs = peer_rows(stats)
    agrees(PEER_CHRF, [hyps, *streams], [*map(list, stats)], partial(ask_for_chrf, peer, hyps, streams))
    assert ours.score_rows(stats).points == pytest.approx(peer._aggregate_and_compute(theirs).score, abs=1e-9)
