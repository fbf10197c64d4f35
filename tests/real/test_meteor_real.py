"""METEOR on every English line of WMT12 and WMT23: NLTK's numbers, and how often the best alignment is proven."""

from functools import partial
from pathlib import Path

import nltk
import pytest

from bolide import METEOR
from bolide.kernels import COMPILED
from tests.real.data import DATA, lines, needs_data, systems
from tests.real.kept import LIVE, agrees, called
from tests.real.nltk_meteor import nltk_meteor, words

pytestmark = needs_data

ENGLISH = ("wmt12/fr-en", "wmt23/zh-en", "wmt23-news/de-en")
STAGES = (("exact",), ("exact", "stem"), ("exact", "synonym"), ("exact", "stem", "synonym"))
SYSTEMS = [(test_set, *system) for test_set in ENGLISH for system in systems(test_set)] if DATA.is_dir() else []
FIRST = {test_set: name for test_set, name, *_ in reversed(SYSTEMS)}  # those that NLTK is asked for live
PEER = called("NLTK", nltk.__version__) + " METEOR"


@pytest.mark.parametrize(("test_set", "name", "output", "reference"), SYSTEMS)
def test_every_line_equals_nltk(test_set: str, name: str, output: Path, reference: Path) -> None:
    hyps, refs = lines(output), lines(reference)
    for stages in STAGES if COMPILED else (STAGES[ENGLISH.index(test_set)], STAGES[-1]):
        ours = list(METEOR(variant="nltk", stages=stages).segments(hyps, refs).values)
        agrees(f"{PEER} {'+'.join(stages)}", [hyps, refs], ours, partial(ask, hyps, refs, stages))
        if COMPILED and FIRST[test_set] == name and stages == STAGES[-1]:
            assert ours[:LIVE] == ask(hyps[:LIVE], refs[:LIVE], stages)


def ask(hyps: list[str], refs: list[str], stages: tuple[str, ...]) -> list[float]:
    """NLTK's scores."""
    single, given = nltk_meteor().single_meteor_score, words(stages)
    return [single(ref.split(), hyp.split(), **given) for hyp, ref in zip(hyps, refs, strict=True)]


def test_several_references_equal_nltk() -> None:
    """Other systems' outputs stand in for more references, two or three a line."""
    (_, output, reference), *others = [*systems("wmt23/zh-en"), *systems("wmt12/fr-en")][:3]
    hyps, refs = lines(output)[:500], lines(reference)[:500]
    groups = [[ref, *(lines(other[1])[i] for other in others[: i % 3])] for i, ref in enumerate(refs)]
    metric = METEOR(variant="nltk", average="mean")
    ours = list(metric.segments(hyps, groups).values)
    agrees(f"{PEER} several references", [hyps, groups], ours, partial(ask_of_several, hyps, groups))
    assert metric.corpus(hyps, groups).value == pytest.approx(sum(ours) / len(ours), abs=1e-12)


def ask_of_several(hyps: list[str], groups: list[list[str]]) -> list[float]:
    best, asked = nltk_meteor().meteor_score, words(STAGES[-1])
    return [best([r.split() for r in group], h.split(), **asked) for h, group in zip(hyps, groups, strict=True)]


@pytest.mark.skipif(not COMPILED, reason="uncompiled, the search takes long")
@pytest.mark.parametrize(("test_set", "share"), [("wmt12/fr-en", 0.99), ("wmt23/zh-en", 0.95)])
def test_the_best_alignment_is_proven(test_set: str, share: float) -> None:
    proven = total = 0
    for _, output, reference in systems(test_set)[:3]:
        score = METEOR(variant="2005").corpus(lines(output), lines(reference))
        proven += score.parts["proven"]
        total += score.parts["segments"]
    assert proven >= share * total
