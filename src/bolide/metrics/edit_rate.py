"""Edit rates, shared by TER, WER, CER, PER and CDER: the formula; marks, figure and steps of explanations."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import inf, isclose
from typing import ClassVar

from bolide.data.explanation import Step
from bolide.data.figures import EditAlignment, EditColumn, Move
from bolide.data.marks import EDITS, Edit, Jump, Mark, Whole
from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.kernels.formulas.edit_rate import EditRateRow, score
from bolide.metrics.evidence import JUMP, EditPath, FormulaLine
from bolide.metrics.formula import Formula
from bolide.system.dataclasses import dataclass
from bolide.system.messages import counted, few

LEAD = ("segments", "edits", "ref_len")  # the first columns of every row of edits


@dataclass(frozen=True)
class EditRate(Formula):
    """Edits divided by the length of the reference; the column `ref_len` is in units of 1/scale of a word."""

    scale: float = 1.0
    title: str = "rate"  # the name of the score among the numbers

    kernel, single_row = score, EditRateRow
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, inf)
    width: ClassVar[int] = len(LEAD)

    @property
    def names(self) -> tuple[str, ...]:
        return ("length", self.title)

    @property
    def setting(self) -> tuple[float, ...]:
        return (self.scale,)

    def fits(self, width: int) -> bool:
        return width >= self.width

    def preferences(self, rows: Stats) -> tuple[array[float], bool]:
        """Prefer the fewest edits, regardless of the reference's length."""
        return array("d", rows.column("edits")), False


Tokens = tuple[str, ...]
OPERATIONS = tuple(EDITS)  # in the kernels' order
KINDS = tuple(filter(None, EDITS.values()))


def path_marks(path: EditPath, texts: tuple[Tokens, Tokens], reference: int, by_kind: bool = True) -> list[Edit | Jump]:
    """A mark for each operation of a path, from left to right; a jump leads to the next word that is consumed."""
    marks: list[Edit | Jump] = []
    hyp, ref = texts
    ours, theirs, target = list(path.order), list(path.ref_order), len(hyp)
    for operation in reversed(path.operations):
        if operation == JUMP:
            to_end = target == len(hyp)
            text = "to the end" if to_end else f"to “{hyp[target]}”"
            marks.append(Jump(text, () if to_end else (target,), (), reference))
            continue
        name = OPERATIONS[operation]
        mine = (ours.pop(),) if name != "delete" else ()
        other = (theirs.pop(),) if name != "insert" else ()
        target = mine[0] if mine else target
        words = dict.fromkeys([*(hyp[index] for index in mine), *(ref[index] for index in other)])
        marks.append(Edit(" – ".join(words), mine, other, reference, name, by_kind))
    return marks[::-1]


def text_marks(hyp: Tokens, lengths: Iterable[int], first: int = 0) -> Iterator[Whole]:
    """Marks for whole texts; `lengths` are the contributions to ref_len of the references from index `first` on."""
    yield Whole(kind="candidate", counted={"segments": 1, "hyp_len": len(hyp)})
    for number, length in enumerate(lengths, first):
        yield Whole(kind="reference length", counted={"ref_len": length}, reference=number)


def apply_edits(marks: Iterable[Mark], texts: tuple[Tokens, Tokens]) -> Tokens:
    """Apply the edits to the candidate, which gives the reference if they are right."""
    hyp, ref = texts
    edits = [mark for mark in marks if isinstance(mark, Edit) and mark.kind != "insert"]
    return tuple(hyp[mark.hyp[0]] if mark.kind == "ok" else ref[mark.ref[0]] for mark in edits)


def describe_edits(marks: Iterable[Mark], texts: tuple[Tokens, Tokens], moved: bool = False) -> str:
    """Describe the edits in a sentence; `moved`: words have been moved before."""
    edits = []
    for mark in marks:
        sides = zip(texts, (mark.hyp, mark.ref), strict=True)
        ours, theirs = (f"“{' '.join(text[index] for index in indices)}”" for text, indices in sides)
        verbs = {"substitute": f"replace {ours} with {theirs}", "insert": f"remove {ours}", "delete": f"add {theirs}"}
        if mark.kind in verbs:
            edits.append(verbs[mark.kind])
    if not edits:
        return f"Nothing{' else' if moved else ''} has to be changed."
    first = few(edits, 8)
    return f"{first[0].upper()}{first[1:]}."


def reference_step(edits: Sequence[int], reference: int) -> Iterator[Step]:
    """The step that selects one of several references."""
    if len(edits) > 1:
        why = f"Reference {reference + 1} needs the fewest edits and is the one that counts."
        numbers, columns = {"edits": list(edits)}, {"edits": "edits"}
        yield Step("Reference", "the first with the fewest edits", numbers, reference + 1, why, columns)


def edits_line(kinds: Sequence[str]) -> FormulaLine:
    """The edits as a sum over the kinds that have columns."""
    return FormulaLine("Edits", " + ".join(kinds), tuple(kinds), ("edits",))


def rate_line(title: str, term: str) -> FormulaLine:
    """The rate, which the formula calls `term`."""
    return FormulaLine(title, "edits / length", ("edits", "length"), (term,))


def arithmetic(columns: Sequence[str], term: str, length_is: str) -> tuple[FormulaLine, ...]:
    """From edits to the rate; the edits by kind, if each kind has a column."""
    kinds = [kind for kind in ("shifts", *KINDS) if kind in columns]
    edits = (edits_line(kinds),) if kinds else ()
    length = FormulaLine("Length", length_is, (), ("length",))
    return (*edits, length, rate_line(term.upper(), term))


def sum_step(score: Score, kinds: Sequence[str], why: str) -> Step:
    """The edits of one translation."""
    numbers, columns = {kind: score.parts[kind] for kind in kinds}, {kind: kind for kind in kinds}
    return edits_line(kinds).step(numbers, score.parts["edits"], why, columns)


def rate_steps(score: Score, exact: Fraction | None, checked: bool, term: str, edits: str = "edits") -> Iterator[Step]:
    """The steps from edits and length to the rate, checked against the fraction `exact` (None if the length is 0).

    `checked` says whether the `edits` lead to the reference and the rate equals the fraction.
    """
    numbers = {"edits": score.parts["edits"], "length": score.parts["ref_len"]}
    terms, line = {name: name for name in numbers}, rate_line(score.name, term)
    why = f"{score.percent:.2f} as a percentage: 0 is best, and more than 100 is possible."
    again, check = _value(exact, score), f"Carrying out the {edits} gives the reference"
    if not checked:
        check = f"Carrying out the {edits} DOES NOT give the reference, or the exact fraction is another number."
    elif exact is None:
        check += ", which is empty."
    else:
        check += "; the exact fraction edits / length is this score."
    yield Step("Cross-check", "the same, computed another way", numbers, again, check, terms=terms)
    if exact is None:
        line = line._replace(formula="1 if there are edits, else 0")
        why = "The reference is empty, so there is nothing to divide by."
    yield line.step(numbers, score.value, why, terms=terms)


def _value(exact: Fraction | None, score: Score) -> float:
    return float(score.parts["edits"] > 0) if exact is None else float(exact)


def agrees(exact: Fraction | None, score: Score) -> bool:
    """Whether the score equals the exact fraction."""
    return isclose(_value(exact, score), score.value, rel_tol=1e-12, abs_tol=1e-12)


def alignment(
    score: Score, marks: Iterable[Mark], texts: tuple[Tokens, Tokens], reference: int, refs: int, unit: str = "word",
    moves: tuple[Move, ...] = (),
) -> EditAlignment:  # fmt: skip
    """The edits as a figure; `refs` is the number of references."""
    columns = []
    for mark in marks:
        i, j = (next(iter(indices), None) for indices in (mark.hyp, mark.ref))
        if isinstance(mark, Edit):
            ours, theirs = ("" if k is None else text[k] for text, k in zip(texts, (i, j), strict=True))
            columns.append(EditColumn(ours, theirs, mark.kind, i, j))
        elif isinstance(mark, Jump):
            columns.append(EditColumn("", "", "jump"))
    which = f"reference {reference + 1} of {refs}" if refs > 1 else "the reference"
    return EditAlignment(f"How the candidate is edited into {which}", caption(score), tuple(columns), moves, unit)


def caption(score: Score) -> str:
    """The sum and the rate in one line."""
    parts = score.parts
    kinds = [(name, parts[name]) for name in ("shifts", *KINDS) if parts.get(name)]
    sums = " + ".join(counted(count, name.removesuffix("s")) for name, count in kinds)
    total = f"{sums} = " if len(kinds) > 1 else ""
    return f"{total}{counted(parts['edits'], 'edit')}; {parts['edits']} / {parts['ref_len']:g} = {score.value:.4f}"
