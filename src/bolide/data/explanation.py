"""Explanation: the derivation of a score in steps, and marks on tokens that add up to the row of counts. Explanations:
a result with those of one translation by several metrics, or of a corpus by the segments that cost it most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, ClassVar

from bolide.data.display import Displayable
from bolide.data.figures import Figure, MarkedText
from bolide.data.marks import Mark
from bolide.data.results import WrittenResult
from bolide.data.scores import Score, Signature
from bolide.data.stats import Row
from bolide.system.errors import counted
from bolide.system.stored import plain_fields

MOST_MARKS = 60  # that are listed


@dataclass(frozen=True)
class Step:
    """One line of the derivation: a formula, its numbers, the result, and a sentence that explains it.

    `formula` is a template in which numbers stand in braces, `P = {m} / {c}`, or a rule in words, which has none; then
    `worked` may be the template of what it comes to here. `columns` maps a number to the column of the row that it is
    the sum of: the marks that add to it are its evidence. `terms` maps a number to its name in the metric's formula, or
    to the `value_name` of the earlier step that computed it; `value_name` is the name of this step's value.

    >>> from bolide import BLEU
    >>> step = BLEU().explain("the cat is on mat", "the cat is on the mat").steps[1]
    >>> step.label, step.formula, step.value
    ('1-gram precision', 'p1 = clipped matches / candidate 1-grams', 1.0)
    """

    label: str
    formula: str
    numbers: Mapping[str, Any]
    value: float | int
    sentence: str
    columns: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    value_name: str = ""
    worked: str = ""

    @property
    def written(self) -> str:
        """The formula without braces: `P = m / c`."""
        return written(self.formula)

    @property
    def computed(self) -> str:
        """The template of what is computed, without the name of the value: `{m} / {c}`."""
        return self.worked or self.formula.rpartition(" = ")[2]


def written(template: str) -> str:
    """A formula without braces."""
    return template.replace("{", "").replace("}", "")


def pieces(template: str) -> Iterator[tuple[str, bool]]:
    """A formula in text and the symbols of its numbers, each marked True where it is first mentioned."""
    seen = set[str]()
    for text, symbol, *_ in Formatter().parse(template):
        yield text, False
        if symbol:
            yield symbol, symbol not in seen
            seen.add(symbol)


@dataclass(frozen=True)
class OtherDefinition:
    """The score of the same translation by another definition of the metric; None if it cannot be computed here."""

    name: str
    value: float | None


class _Explained:
    """A score that is explained; `definition` tells it from others of its name."""

    score: Score
    definition: str

    derived: ClassVar[tuple[str, ...]] = ("title",)

    @property
    def title(self) -> str:
        """The metric's name, with the definition and the language if the name has several: `METEOR (1.5, en)`."""
        return f"{self.score.name} ({self.definition})" if self.definition else self.score.name

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: the fields by their names."""
        return plain_fields(self)


@dataclass(frozen=True)
class Explanation(_Explained, Displayable):
    """The explanation of a translation's score: tokens, marks, steps, figures; the last step is the score.

    `texts` are the translation and its references as they were passed, or in NFC if the metric has `nfc`; `identical`
    says whether the translation is one of these. The score of a single sentence is not put into words: there are no
    published bands for sentences, and those for whole test sets mislead.

    >>> from bolide import TER
    >>> explanation = TER().explain("on the mat the cat sat", "the cat sat on the mat")
    >>> [step.label for step in explanation.steps]
    ['Without shifts', 'Shift 1', 'Edits', 'Length', 'Cross-check', 'TER']
    >>> explanation.to_svg().splitlines()[-1]
    '</svg>'
    """

    score: Score
    hyp: tuple[str, ...]
    refs: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...]
    marks: tuple[Mark, ...]
    cross_checked: bool
    identical: bool = False
    figures: tuple[Figure, ...] = field(default=(), compare=False)  # which show what steps and marks say
    other_definitions: tuple[OtherDefinition, ...] = ()
    definition: str = ""
    texts: tuple[str, ...] = ()
    others_are: str = "definition"  # or settings
    note: str = ""  # on the settings for single sentences

    def blocks(self, most: int = MOST_MARKS, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.explanation import explanation_blocks

        return explanation_blocks(self, most, drawn=drawn)

    def to_svg(self) -> str:
        """The pictures as one SVG document."""
        from bolide.reporting.figures.draw import explanation_svg

        return explanation_svg(self)

    def __repr__(self) -> str:
        score = f"{self.score.name} {self.score.points:.2f}"
        return f"<Explanation: {score}, {counted(len(self.steps), 'step')}, {counted(len(self.marks), 'mark')}>"

    def row(self, columns: Sequence[str]) -> Row:
        """The sum of the marks, column by column; it equals the measured row."""
        sums = dict.fromkeys(columns, 0)
        for mark in self.marks:
            for column, amount in mark.adds().items():
                sums[column] += amount
        return tuple(sums.values())

    def to_json(self, indent: int | None = 2) -> str:
        """The explanation as JSON text, in the envelope of all results."""
        return Explanations((self,)).to_json(indent)


# --- as a result ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Influential:
    """A segment, its influence on the corpus score, and its segment score."""

    line: int
    influence: float
    value: float
    hyp: str


@dataclass(frozen=True)
class CorpusExplanation(_Explained):
    """A corpus score step by step, with the segments that hurt it most, worst first.

    `segment_signature` has the settings of the segment scores, which may differ from those of the corpus score.
    """

    score: Score
    size: int
    segments: tuple[Influential, ...]
    segment_signature: Signature
    definition: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Explanations(WrittenResult):
    """Explanations of one translation, one per metric, or of a corpus; `people` has the errors that raters marked.

    `notes` say what is odd about the files that were read.
    """

    explanations: tuple[Explanation, ...] = ()
    corpora: tuple[CorpusExplanation, ...] = ()
    people: MarkedText | None = None
    notes: tuple[str, ...] = ()

    def blocks(self, most: int = MOST_MARKS, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.explanation import explanations_blocks

        return explanations_blocks(self, most, drawn=drawn)

    def __repr__(self) -> str:
        names = [*(one.score.name for one in self.explanations), *(one.score.name for one in self.corpora)]
        return f"<Explanations: {', '.join(names)}>"

    def signatures(self) -> Iterator[str]:
        yield from (str(explanation.score.signature) for explanation in self.explanations)
        for corpus in self.corpora:
            yield from (str(corpus.score.signature), str(corpus.segment_signature))
