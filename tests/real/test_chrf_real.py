"""chrF2 and chrF++ on every segment of every system of WMT12 and WMT23: sacreBLEU, NLTK and the official files."""

from functools import cache, partial
from operator import itemgetter
from pathlib import Path

import nltk as peer_nltk
import pytest
import sacrebleu
from nltk.translate import chrf_score as nltk_peer
from sacrebleu.metrics import CHRF as PeerCHRF

from bolide import CHRF, Stats
from bolide.compat import nltk
from bolide.kernels import COMPILED
from bolide.metrics.base import row_values
from tests.cli.run import bolide
from tests.real.data import (
    ALL_SYSTEMS,
    DATA,
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

WMT12 = [
    (folder, path.stem, path, DATA / folder / f"reference.{folder[-2:]}.gz")
    for folder in ("wmt12/fr-en", "wmt12/en-de")
    for path in sorted((DATA / folder).glob("newstest2012.*.gz"))
]
SYSTEMS = [*ALL_SYSTEMS, *(WMT12 if COMPILED else WMT12[:1])]


PEER = called("sacreBLEU", sacrebleu.__version__) + " chrF++"
FIRST = {test_set: name for test_set, name, *_ in reversed(SYSTEMS)}  # those that sacreBLEU is asked for live


@cache
def measured(metric: CHRF, output: Path, reference: Path) -> Stats:
    """Our rows of a system, counted once for all tests."""
    return metric.measure(lines(output), lines(reference))


def peer_rows(stats: Stats) -> list[list[int]]:
    """Rows as sacreBLEU has them: the three counts of an order side by side."""
    size = len(stats.columns) // 3
    side_by_side = itemgetter(*(size * g + k for k in range(size) for g in range(3)))
    return [list(side_by_side(row)) for row in stats]


@pytest.mark.parametrize(("test_set", "name", "output", "reference"), SYSTEMS)
def test_corpus_and_segments_equal_sacrebleu(test_set: str, name: str, output: Path, reference: Path) -> None:
    """One pass of sacreBLEU's chrF++ holds the statistics of its chrF2 too: the first six orders."""
    hyps, refs = lines(output), lines(reference)
    plusplus = PeerCHRF(word_order=2)
    theirs, first = (peer_rows(measured(ours, output, reference)) for ours in (CHRF(word_order=2), CHRF()))
    agrees(PEER, [hyps, refs], theirs, partial(plusplus._extract_corpus_statistics, hyps, [refs]))
    if COMPILED and FIRST[test_set] == name:
        assert theirs[:LIVE] == plusplus._extract_corpus_statistics(hyps[:LIVE], [refs[:LIVE]])
    assert first == [row[: len(first[0])] for row in theirs]
    for peer, ours, rows in ((PeerCHRF(), CHRF(), first), (plusplus, CHRF(word_order=2), theirs)):
        stats = measured(ours, output, reference)
        segments = [peer._compute_f_score(row) for row in rows]
        assert max(abs(100 * a - b) for a, b in zip(row_values(ours, stats), segments, strict=True)) < 1e-9
        whole = peer._aggregate_and_compute(rows)
        assert ours.score_rows(stats).percent == pytest.approx(whole.score, abs=1e-9)
        assert ours.score_rows(stats).name == whole.name


@pytest.mark.parametrize("pair", WMT23)
def test_several_references_equal_sacrebleu(pair: str) -> None:
    folder = DATA / "wmt23" / pair
    streams = [lines(folder / "refA.txt.gz"), *(
        lines(folder / "system-outputs" / f"{name}.txt.gz") for name in ("synthetic_ref", "GPT4-5shot", "ONLINE-A")
    )]  # fmt: skip
    hyps = lines(folder / "system-outputs" / "ONLINE-B.txt.gz")
    if not COMPILED:
        hyps, streams = hyps[:200], [stream[:200] for stream in streams]
    peer, ours = PeerCHRF(word_order=2, eps_smoothing=False), CHRF(word_order=2)
    stats = ours.measure(hyps, list(zip(*streams, strict=True)))
    theirs = peer_rows(stats)
    agrees(PEER, [hyps, *streams], theirs, partial(peer._extract_corpus_statistics, hyps, streams))
    assert ours.score_rows(stats).percent == pytest.approx(peer._aggregate_and_compute(theirs).score, abs=1e-9)


@pytest.mark.parametrize("pair", WMT23)
def test_segments_and_systems_equal_the_official_files(pair: str) -> None:
    official = official_segment_scores(pair, "chrF-refA")
    whole = dict(line.split("\t") for line in lines(DATA / "wmt23" / pair / "metric-scores" / "chrF-refA.sys.score.gz"))
    scored = [system for system in systems(f"wmt23/{pair}") if system[0] in official]
    assert len(scored) >= (12 if COMPILED else 1)
    for name, output, reference in scored:
        stats = measured(CHRF(), output, reference)
        assert [100 * value for value in row_values(CHRF(), stats)] == pytest.approx(official[name], abs=1e-9), name
        assert CHRF().score_rows(stats).percent == pytest.approx(float(whole[name]), abs=1e-9), name


@pytest.mark.parametrize("folder", [f"wmt23/{pair}" for pair in WMT23] + [f"wmt23-news/{pair}" for pair in NEWS])
def test_corpus_scores_equal_the_official_table(folder: str) -> None:
    official = official_corpus_scores("chrf-refA")
    pair = folder[-5:]
    compared = 0
    for name, output, reference in systems(folder):
        if (pair, name) in official:
            percent = CHRF().score_rows(measured(CHRF(), output, reference)).percent
            assert percent == pytest.approx(official[pair, name], abs=1e-9), name
            compared += 1
    assert compared >= (12 if COMPILED else 1)


@pytest.mark.parametrize("pair", WMT23)
def test_equals_nltk(pair: str) -> None:
    _, output, reference = systems(f"wmt23/{pair}")[0]
    hyps, refs = lines(output)[:500], lines(reference)[:500]
    ours = [nltk.sentence_chrf(ref, hyp) for ref, hyp in zip(refs, hyps, strict=True)]

    def ask() -> list[float]:
        return [nltk_peer.sentence_chrf(ref, hyp) for ref, hyp in zip(refs, hyps, strict=True)]

    nearly_agrees(called("NLTK", peer_nltk.__version__) + " chrF", [hyps, refs], ours, ask, digits=12)
    assert nltk.corpus_chrf(refs, hyps) == pytest.approx(sum(ours) / len(ours), abs=1e-12)


@pytest.mark.skipif(not COMPILED, reason="how a file is read does not depend on the core, and scores are equal on both")
def test_a_byte_order_mark_counts_in_the_official_numbers() -> None:
    """One output of WMT23 begins with one; the organisers' chrF (`metric-scores/chrF-refA.sys.score`) counts it."""
    folder = DATA / "wmt23" / "en-de"
    given = ("score", folder / "refA.txt.gz", "-i", folder / "system-outputs" / "AIRC.txt.gz", "-m", "chrf", "-b")
    official = dict(line.split("\t") for line in lines(folder / "metric-scores" / "chrF-refA.sys.score.gz"))["AIRC"]
    kept, dropped = bolide(*given, "-w", "9"), bolide(*given, "-w", "9", "--drop-bom")
    assert float(kept.out) == pytest.approx(float(official), abs=1e-8)
    assert "AIRC.txt.gz begins with a byte-order mark" in kept.err
    assert abs(float(dropped.out) - float(official)) > 1e-5
    assert dropped.err == ""
