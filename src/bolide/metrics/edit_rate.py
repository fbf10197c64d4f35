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


def path_marks(path: EditPath, hyp: Tokens, ref: Tokens, reference: int, by_kind: bool = True) -> list[Edit | Jump]:
    """A mark for each operation of a path, from left to right."""
    marks: list[Edit | Jump] = []
    ours, theirs = iter(path.order), iter(path.ref_order)
    for operation in path.operations:
        if operation == JUMP:
            marks.append(Jump("", (), reference))
            continue
        name = OPERATIONS[operation]
        mine = (next(ours),) if name != "delete" else ()
        other = (next(theirs),) if name != "insert" else ()
        words = dict.fromkeys([*(hyp[index] for index in mine), *(ref[index] for index in other)])
        marks.append(Edit(" – ".join(words), name, mine, other, reference, by_kind))
    return _with_targets(marks, hyp)


def _with_targets(marks: list[Edit | Jump], hyp: Tokens) -> list[Edit | Jump]:
    """Complete jumps with the word of the candidate that they lead to: the next one consumed, or the end."""
    target = len(hyp)
    for k in range(len(marks) - 1, -1, -1):
        mark = marks[k]
        if isinstance(mark, Edit):
            target = mark.hyp[0] if mark.hyp else target
        elif target < len(hyp):
            marks[k] = Jump(f"to “{hyp[target]}”", (target,), mark.reference)
        else:
            marks[k] = Jump("to the end", (), mark.reference)
    return marks


def text_marks(hyp: Tokens, lengths: Iterable[int], first: int = 0) -> Iterator[Whole]:
    """Marks for whole texts; `lengths` are the contributions to ref_len of the references from index `first` on."""
    yield Whole("candidate", {"segments": 1, "hyp_len": len(hyp)})
    for number, length in enumerate(lengths, first):
        yield Whole("reference length", {"ref_len": length}, number)


def apply_edits(marks: Iterable[Edit], hyp: Tokens, ref: Tokens) -> Tokens:
    """Apply the edits to the candidate, which gives the reference if they are right."""
    words: list[str] = []
    for mark in marks:
        if mark.operation == "ok":
            words.extend(hyp[index] for index in mark.hyp)
        elif mark.operation != "insert":
            words.extend(ref[index] for index in mark.ref)
    return tuple(words)


def describe_edits(marks: Iterable[Edit], texts: tuple[Tokens, Tokens], moved: bool = False) -> str:
    """Describe the edits in a sentence; `moved`: words have been moved before."""
    edits = []
    for mark in marks:
        ours, theirs = (
            "“" + " ".join(text[index] for index in indices) + "”"
            for text, indices in zip(texts, (mark.hyp, mark.ref), strict=True)
        )
        verbs = {
            "substitute": f"replace {ours} with {theirs}", "insert": f"remove {ours}", "delete": f"add {theirs}",
        }  # fmt: skip
        if mark.operation in verbs:
            edits.append(verbs[mark.operation])
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


def rate_steps(score: Score, exact: Fraction | None, check: str, term: str) -> Iterator[Step]:
    """The steps from edits and length to the rate, checked against the fraction `exact` (None if the length is 0)."""
    edits, length = score.parts["edits"], score.parts["ref_len"]
    numbers = {"edits": edits, "length": length}
    terms = {"edits": "edits", "length": "length"}
    again = float(exact) if exact is not None else float(edits > 0)
    yield Step("Cross-check", "the same, computed another way", numbers, again, check, terms=terms)
    line = rate_line(score.name, term)
    why = f"{score.percent:.2f} as a percentage: 0 is best, and more than 100 is possible."
    if exact is None:
        line = line._replace(formula="1 if there are edits, else 0")
        why = "The reference is empty, so there is nothing to divide by."
    yield line.step(numbers, score.value, why, terms=terms)


def agrees(exact: Fraction | None, score: Score) -> bool:
    """Whether the score equals the exact fraction."""
    wanted = float(score.parts["edits"] > 0) if exact is None else float(exact)
    return isclose(wanted, score.value, rel_tol=1e-12, abs_tol=1e-12)


def which_reference(reference: int, count: int) -> str:
    """The reference that the edits lead to, in words."""
    return f"reference {reference + 1} of {count}" if count > 1 else "the reference"


def alignment(
    score: Score, marks: Iterable[Mark], texts: tuple[Tokens, Tokens], which: str, moves: tuple[Move, ...] = ()
) -> EditAlignment:
    """The edits as a figure; `which` names the reference."""
    columns = []
    for mark in marks:
        if isinstance(mark, Edit):
            ours, theirs = (
                "".join(text[index] for index in indices)
                for text, indices in zip(texts, (mark.hyp, mark.ref), strict=True)
            )
            columns.append(EditColumn(ours, theirs, mark.operation, *map(_first, (mark.hyp, mark.ref))))
        elif isinstance(mark, Jump):
            columns.append(EditColumn("", "", "jump"))
    title = f"How the candidate is edited into {which}"
    return EditAlignment(title, caption(score), tuple(columns), moves)


def _first(indices: tuple[int, ...]) -> int | None:
    return indices[0] if indices else None


def caption(score: Score) -> str:
    """The sum and the rate in one line."""
    parts = score.parts
    kinds = [(name, parts[name]) for name in ("shifts", *KINDS) if parts.get(name)]
    sums = " + ".join(counted(count, name.removesuffix("s")) for name, count in kinds)
    total = f"{sums} = " if len(kinds) > 1 else ""
    return f"{total}{counted(parts['edits'], 'edit')}; {parts['edits']} / {parts['ref_len']:g} = {score.value:.4f}"
