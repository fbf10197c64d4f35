"""Evidence behind scores: in bulk for every segment, for reports; and as an explanation of one segment."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step
from bolide.data.figures import Figure
from bolide.data.marks import EDITS, Gram, GramKind, Recalled, TextCounts
from bolide.data.scores import Score
from bolide.data.stats import Row
from bolide.metrics.counts import Counts
from bolide.metrics.formula import Formula
from bolide.system.errors import few

if TYPE_CHECKING:
    from bolide.kernels.edits.ter import BlockShift


Words = Sequence[str]
JUMP = len(EDITS)  # CDER's operation, numbered after the edits


class TokenView(NamedTuple):
    """Texts split into one kind of token: a list for each hypothesis and one for each reference of the corpus.

    `columns` are the columns that count the matching n-grams of each order; empty if the metric does not count n-grams.
    `glue` joins tokens for display.
    """

    unit: str
    glue: str
    hyps: Sequence[Words]
    refs: Sequence[Words]
    columns: tuple[str, ...] = ()


class EditPath(NamedTuple):
    """The edits from one candidate to its reference.

    `operations` are numbers in the order of marks.EDITS, from left to right, and JUMP, which consumes no word; `order`
    and `ref_order` are the indices of the candidate's and the reference's words as the operations consume them.
    `shifts` precede all operations; `tried` is the number of shifts considered.
    """

    operations: Sequence[int]
    order: Sequence[int]
    ref_order: Sequence[int]
    shifts: Sequence[BlockShift] = ()
    tried: int = 0

    @property
    def orders(self) -> list[Sequence[int]]:
        """The order of the candidate's words before the first shift and after each shift, as indices."""
        return [range(len(self.order)), *(shift.order for shift in self.shifts)]

    @property
    def moves(self) -> list[tuple[int, ...]]:
        """Each shift as its gain, the operation before which its words stood, and the operations where they are now."""
        standing = [k for k, operation in enumerate(self.operations) if operation not in (_DELETE, JUMP)]
        column = dict(zip(self.order, standing, strict=True))
        moves = []
        for shift, before in zip(self.shifts, self.orders, strict=False):
            words = before[shift.start : shift.start + shift.length]
            origin = column[before[shift.start - 1]] + 1 if shift.start else 0
            moves.append((shift.gain, origin, *sorted(column[word] for word in words)))
        return moves


_DELETE = list(EDITS).index("delete")


@dataclass(frozen=True)
class BulkEvidence:
    """Evidence of one of three kinds, for every segment.

    `grams`: n-grams shared with the references; they follow from the tokens. `links`: matched words, each link as
    (candidate index, reference index, candidate words, reference words, stage, chunk); `stages` names the stages.
    `edits`: the edits from each candidate to its reference.

    `references` has the index of the reference that counts in each segment, or -1 if all references count.
    """

    kind: str
    views: tuple[TokenView, ...]
    references: list[int]
    links: Sequence[Sequence[tuple[int, ...]]] | None = None
    edits: list[EditPath] | None = None
    stages: tuple[str, ...] = ()


class FormulaLine(NamedTuple):
    """One line of a metric's arithmetic: which number follows from which columns and numbers, for any row.

    `inputs` names columns of the row and numbers of the formula, `settings` are further constants, `output` is a number
    of the formula; `symbols` maps what the template `formula` calls an input to its name, where the two differ.
    """

    label: str
    formula: str
    inputs: tuple[str, ...]
    output: str
    settings: tuple[tuple[str, float], ...] = ()
    symbols: Mapping[str, str] = MappingProxyType({})

    def step(
        self,
        numbers: Mapping[str, Any],
        value: float,
        sentence: str,
        columns: Mapping[str, str] | None = None,
        terms: Mapping[str, str] | None = None,
        worked: str = "",
    ) -> Step:
        """This line of the arithmetic for one translation."""
        return Step(self.label, self.formula, numbers, value, sentence, columns or {}, terms or {}, self.output, worked)


def same_mean(how: str, agrees: bool) -> str:
    """The sentence of the step that computes a mean once more in another way."""
    return f"The same mean, computed {how}, {'agrees with' if agrees else 'DIFFERS from'} the one above."


def mean_of(names: Collection[str]) -> str:
    """The template of the mean of numbers."""
    return f"({' + '.join(f'{{{name}}}' for name in names)}) / {len(names)}" if names else ""


@dataclass(frozen=True)
class Evidence:
    """The evidence behind a metric's scores; by default its counts and the numbers of its formula.

    `others_are` says what the other settings of the metric are that score the same sentence.
    """

    others_are: ClassVar[str] = "definition"

    counts: Counts
    formula: Formula
    score_row: Callable[[Row, str | None], Score]

    @property
    def definition(self) -> str:
        """A suffix for headlines if the metric has several definitions, such as `1.5, en`; otherwise empty."""
        return ""

    @property
    def language(self) -> str | None:
        """The code of the language whose words are compared; None if they may be of any."""
        return None

    @property
    def note(self) -> str:
        """A remark on the settings that scored a single sentence; empty if there is nothing to say."""
        return ""

    def bulk(self, corpus: Corpus) -> BulkEvidence | None:
        """The evidence for every segment, for reports; None if a metric does not provide it."""
        return None

    @property
    def arithmetic(self) -> tuple[FormulaLine, ...]:
        """The arithmetic from a row to the formula's numbers, line by line; by default the numbers alone."""
        return tuple(FormulaLine(name, "", (), name) for name in self.formula.names)

    def figures(self, score: Score) -> tuple[Figure, ...]:
        """Figures for a score of this metric; an explanation may add others."""
        return ()

    def explain(self, segment: Corpus) -> Explanation:
        """Explain the score of a corpus of one segment: steps, and marks that add up to its row.

        By default one mark with all the counts, and one step for each number of the formula.
        """
        row = self.row(segment)
        score = self.score_row(row, segment.nrefs)
        columns = self.counts.as_columns(row)
        hyp, *refs = (tuple(self.counts.tokens(text)) for text in (*segment.hyps, *segment.refs))
        names = self.formula.names
        sentence = f"Computed from the counts by the formula of {score.name}."
        steps = [
            Step(
                score.name if name == names[-1] else name,
                "",
                columns,
                value,
                sentence,
                {column: column for column in columns},
                value_name=name,
            )
            for name, value in self.formula.numbers(row).items()
        ]
        marks = (TextCounts(kind="counted", counted=columns),)
        return Explanation(score, hyp, tuple(refs), tuple(steps), marks, True)

    def row(self, segment: Corpus) -> Row:
        """The row of a corpus of one segment."""
        return self.formula.best_reference_rows(self.counts.measure(segment))[0]


Grams = dict[tuple[str, ...], list[int]]


def ngrams(tokens: Sequence[str], n: int, positions: Sequence[int] | None = None) -> Grams:
    """Each n-gram with the positions at which it begins, in the order of the text; by default these are indices."""
    words = tuple(tokens)
    grams: Grams = {}
    for i in range(len(words) - n + 1):
        grams.setdefault(words[i : i + n], []).append(i if positions is None else positions[i])
    return grams


@dataclass(frozen=True)
class Sides:
    """The n-grams of a hypothesis, of the reference that serves precision and of the one that serves recall."""

    hyp: Grams
    for_p: Grams
    for_r: Grams
    reference_p: int
    reference_r: int


def gram_marks(
    kind: GramKind, glue: str, sides: Sides, for_precision: float, for_recall: float = 0.0
) -> Iterator[Gram]:
    """A mark for every n-gram of the hypothesis, and for every one of the reference that the hypothesis lacks.

    `glue` joins the tokens of an n-gram; a match contributes so much to the score for precision, and for recall.
    """
    for gram, positions in sides.hyp.items():
        in_p, in_r = sides.for_p.get(gram, []), sides.for_r.get(gram, [])
        credit_p, credit_r = min(len(positions), len(in_p)), min(len(positions), len(in_r))
        share = credit_p * for_precision + credit_r * for_recall
        reference = sides.reference_p if in_p else sides.reference_r if in_r else None
        apart = sides.reference_p != sides.reference_r
        recall = Recalled(sides.reference_r, len(in_r), credit_r) if apart else None
        indices = tuple(positions), tuple(in_p or in_r)
        yield Gram(glue.join(gram), *indices, reference, kind, credit_p, share, recall)
    for gram, positions in sides.for_r.items():
        if gram not in sides.hyp:
            yield Gram(glue.join(gram), (), tuple(positions), sides.reference_r, kind, 0, 0.0)


def gram_explanation(
    score: Score,
    texts: Sequence[Words],
    steps: Sequence[Step],
    marks: Iterable[Iterable[Gram]],
    figures: tuple[Figure, ...],
) -> Explanation:
    """The explanation of a score by n-grams; the step before the last, and the shares of all n-grams, must equal it."""
    grams = tuple(mark for group in marks for mark in group)
    again = steps[-2].value, sum(mark.share or 0.0 for mark in grams)
    checked = all(isclose(value, score.value, abs_tol=1e-12) for value in again)
    hyp, *refs = map(tuple, texts)
    return Explanation(score, hyp, tuple(refs), tuple(steps), grams, checked, figures=figures)


def describe_grams(marks: Sequence[Gram], reference: str = "the reference") -> str:
    """Describe the n-grams with the largest contributions, and those missing on either side; `reference` is the name of
    the one that serves precision."""
    sentences = []
    matched = sorted((m for m in marks if m.credited), key=lambda m: -(m.share or 0.0))
    if matched:
        sentences.append(f"Largest contributions: {few([_quoted(m, m.credited) for m in matched], 4)}.")
    recalled = [(m, m.recall or Recalled(0, m.in_reference, m.matched)) for m in marks]
    left = [(m.count - m.matched, m) for m in marks], [(recall.copies - recall.credited, m) for m, recall in recalled]
    for what, lost in zip((f"Not in {reference}", "Missed"), left, strict=True):
        grams = [_quoted(m, times) for times, m in sorted(lost, key=lambda pair: -pair[0]) if times > 0]
        if grams:
            sentences.append(f"{what}: {few(grams, 4)}.")
    return " ".join(sentences)


def _quoted(mark: Gram, times: int) -> str:
    return f"“{mark.text}”" if times == 1 else f"“{mark.text}” ×{times}"
