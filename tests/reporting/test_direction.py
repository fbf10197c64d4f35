"""Pictures of words that are written from right to left begin at the right."""

import re

import pytest

from bolide import METEOR, TER
from bolide.metrics.base import Metric
from bolide.reporting.figures.canvas import runs_left
from bolide.reporting.figures.draw import draw

pytestmark = pytest.mark.one_core

HEBREW = "הילד הלך אל הבית"
ENGLISH = "the boy went home"


@pytest.mark.parametrize(
    ("words", "left"),
    [(HEBREW.split(), True), (ENGLISH.split(), False), (["2024", "."], False), (["ذهب", "NATO"], False), ([], False)],
)
def test_letters_say_which_way_words_run(words: list[str], left: bool) -> None:
    assert runs_left(words) == left


@pytest.mark.parametrize(
    ("metric", "pattern"),
    [
        (METEOR(variant="nltk"), r'translate\(([\d.]+) [\d.]+\) rotate\(-90\)"><text[^>]*data-ref="(\d)"'),
        (TER(), r'<g class="edit ok" data-hyp="\d" data-ref="(\d)"><title>[^<]*</title><text x="([\d.]+)"'),
    ],
)
def test_columns_go_the_way_of_the_words(metric: Metric, pattern: str) -> None:
    swapped = "edit ok" in pattern
    for text, backward in ((ENGLISH, False), (HEBREW, True)):
        svg = draw(metric.explain(text, [text]).figures[0]).svg()
        found = sorted((int(a), float(b)) if swapped else (int(b), float(a)) for a, b in re.findall(pattern, svg))
        across = [x for _, x in found]
        assert len(across) == 4
        assert across == sorted(across, reverse=backward)
