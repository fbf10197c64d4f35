"""Edit rates, shared by TER, WER, CER, PER and CDER: the formula; marks, figure and steps of explanations."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isclose
from typing import ClassVar, NamedTuple

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step
from bolide.data.figures import EditAlignment, EditColumn, Move
from bolide.data.marks import EDITS, Edit, Jump, Shift, TextCounts
from bolide.data.scores import Score
from bolide.data.stats import Stats
from bolide.kernels.formulas.edit_rate import score
from bolide.metrics.evidence import JUMP, BulkEvidence, EditPath, Evidence, FormulaLine
from bolide.metrics.formula import Formula
from bolide.system.errors import counted, few


@dataclass(frozen=True)
class EditRate(Formula):
    """Edits divided by the length of the reference; the column `ref_len` is in units of 1/scale of a word."""

    scale: float = 1.0
    title: str = "rate"  # the name of the score among the numbers

    kernel = score
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, inf)
    width: ClassVar[int] = 3  # the first columns of every row of edits: segments, edits, ref_len

    @property
    def names(self) -> tuple[str, ...]:
        return ("length", self.title)

    @property
    def setting(self) -> tuple[float, ...]:
        return (self.scale,)

    def fits(self, width: int) -> bool:
        return width >= self.width

    def preferences(self, rows: Stats) -> tuple[array[float], bool]:
        """Prefer the fewest edits, and of equally few the longest reference: the lowest rate, in whatever order."""
        edits, lengths = rows.column("edits"), rows.column("ref_len")
        more = max(lengths, default=0) + 1  # than any length
        return array("d", [count * more - length for count, length in zip(edits, lengths, strict=True)]), False


Words = tuple[str, ...]
OPERATIONS = tuple(EDITS)  # in the kernels' order
_KINDS = ("shifts", *filter(None, EDITS.values()))


# --- evidence -----------------------------------------------------------------------------------------------------


def as_pair(hyp: memoryview[int], ref: memoryview[int]) -> tuple[memoryview[int], memoryview[int]]:
    """Two texts of integers end to end, and their starts, for a kernel."""
    ids = array("i", hyp.tobytes() + ref.tobytes())
    return memoryview(ids), memoryview(array("q", [0, len(hyp), len(ids)]))


class Edited(NamedTuple):
    """A candidate and its edits into the reference that counts; `needed` has the number for each reference."""

    score: Score
    path: EditPath
    hyp: Words
    refs: tuple[Words, ...]
    best: int
    needed: list[int]
    edits: list[Edit | Jump]

    @property
    def ref(self) -> Words:
        return self.refs[self.best]

    @property
    def result(self) -> Words:
        """What the edits make of the candidate: the reference, if they are right."""
        edits = [mark for mark in self.edits if isinstance(mark, Edit) and mark.kind != "insert"]
        return tuple(self.hyp[mark.hyp[0]] if mark.kind == "ok" else self.ref[mark.ref[0]] for mark in edits)


@dataclass(frozen=True)
class EditEvidence(Evidence):
    """The edits for the reference that needs the fewest."""

    formula: EditRate

    def _paths(self, corpus: Corpus) -> tuple[BulkEvidence, list[list[int]]]:
        """The evidence, and the number of edits for each reference of each segment."""
        raise NotImplementedError

    @property
    def _length(self) -> str:
        """The length by which edits are divided, in words."""
        raise NotImplementedError

    def bulk(self, corpus: Corpus) -> BulkEvidence:
        return self._paths(corpus)[0]

    @property
    def arithmetic(self) -> tuple[FormulaLine, ...]:
        kinds, term = [kind for kind in _KINDS if kind in self.counts.columns], self.formula.title
        edits = (_edits_line(kinds),) if kinds else ()
        return (*edits, FormulaLine("Length", self._length, (), "length"), _rate_line(term.upper(), term))

    def _edited(self, segment: Corpus) -> Edited:
        """The edits of a corpus of one segment."""
        evidence, (needed,) = self._paths(segment)
        (view,), (best,), (path,) = evidence.views, evidence.references, evidence.edits or [EditPath((), (), ())]
        score, (hyp, *refs) = self.score_row(self.row(segment), segment.nrefs), map(tuple, (*view.hyps, *view.refs))
        edits = _path_marks(path, hyp, refs[best], best, "substitutions" in self.counts.columns)
        return Edited(score, path, hyp, tuple(refs), best, needed, edits)

    def _explanation(
        self,
        edited: Edited,
        lengths: Mapping[int, int],
        right: bool,
        why: str,
        length: Step,
        unit: str = "word",
        shifts: Sequence[Shift] = (),
        shift_steps: Iterable[Step] = (),
    ) -> Explanation:
        """The explanation of an edit rate: `lengths` are by reference what adds to the column `ref_len`; `right`
        says whether the edits lead to the reference; `why` is the sentence on the edits; `length` is the step before
        the rate."""
        score, best = edited.score, edited.best
        edits, total = score.parts["edits"], sum(lengths.values())
        exact = Fraction(edits * int(self.formula.scale), total) if total else None
        value = float(edits > 0) if exact is None else float(exact)
        right = right and isclose(value, score.value, rel_tol=1e-12, abs_tol=1e-12)
        kinds = {kind: kind for kind in _KINDS if kind in self.counts.columns} or {"edits": "edits"}
        steps = [
            *shift_steps,
            _edits_line([*kinds]).step({kind: score.parts[kind] for kind in kinds}, edits, why, kinds),
            length,
            *_rate_steps(score, exact, value, right, self.formula.title, "shifts" in kinds),
        ]
        if len(edited.refs) > 1:
            first = len(lengths) > 1  # TER, in which the mean of all lengths counts
            rule = "the first with the fewest edits" if first else "the fewest edits; of equally few, the longest"
            longest = not first and edited.needed.count(min(edited.needed)) > 1
            why = f"Reference {best + 1} needs the fewest edits and is the one that counts."
            if longest:
                why = (
                    f"Reference {best + 1} is the longest of those that need the fewest edits, and the one that counts."
                )
            numbers, columns = {"edits": edited.needed}, {"edits": "edits"}
            steps.insert(0, Step("Reference", rule, numbers, best + 1, why, columns))
        marks = (
            TextCounts(kind="candidate", counted={"segments": 1, "hyp_len": len(edited.hyp)}),
            *(
                TextCounts(kind="reference length", counted={"ref_len": size}, reference=k)
                for k, size in lengths.items()
            ),
            *shifts,
            *edited.edits,
        )
        figure = _alignment(edited, unit, shifts)
        return Explanation(score, edited.hyp, edited.refs, tuple(steps), marks, right, figures=(figure,))


def _path_marks(path: EditPath, hyp: Words, ref: Words, reference: int, by_kind: bool) -> list[Edit | Jump]:
    """A mark for each operation of a path, from left to right; a jump leads to the next word that is consumed."""
    marks: list[Edit | Jump] = []
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


def describe_edits(edited: Edited, moved: bool = False) -> str:
    """Describe the edits in a sentence; `moved`: words have been moved before."""
    edits = []
    for mark in edited.edits:
        sides = ((edited.hyp, mark.hyp), (edited.ref, mark.ref))
        ours, theirs = (f"“{' '.join(text[index] for index in indices)}”" for text, indices in sides)
        verbs = {"substitute": f"replace {ours} with {theirs}", "insert": f"remove {ours}", "delete": f"add {theirs}"}
        if mark.kind in verbs:
            edits.append(verbs[mark.kind])
    if not edits:
        return f"Nothing{' else' if moved else ''} has to be changed."
    first = few(edits, 8)
    return f"{first[0].upper()}{first[1:]}."


def _edits_line(kinds: Sequence[str]) -> FormulaLine:
    """The edits as a sum over the kinds that have columns."""
    return FormulaLine("Edits", " + ".join(f"{{{kind}}}" for kind in kinds), tuple(kinds), "edits")


def _rate_line(title: str, term: str) -> FormulaLine:
    """The rate, which the formula calls `term`."""
    return FormulaLine(title, "{edits} / {length}", ("edits", "length"), term)


def _rate_steps(
    score: Score, exact: Fraction | None, value: float, right: bool, term: str, shifted: bool
) -> Iterator[Step]:
    """The steps from edits and length to the rate, checked against the fraction `exact` (None if the length is 0), of
    which `value` is the number.

    `right` says whether the edits, and shifts if words may be `shifted`, lead to the reference and the rate is `value`.
    """
    numbers = {"edits": score.parts["edits"], "length": score.parts["ref_len"]}
    terms, line = {name: name for name in numbers}, _rate_line(score.name, term)
    why = f"{score.points:.2f} as a percentage: 0 is best, and more than 100 is possible."
    edits = "shifts and edits" if shifted else "edits"
    check = f"Carrying out the {edits} gives the reference"
    if not right:
        check = f"Carrying out the {edits} DOES NOT give the reference, or the exact fraction is another number."
    elif exact is None:
        check += ", which is empty."
    else:
        check += "; the exact fraction edits / length is this score."
    rule, worked = "the same, computed another way", "" if exact is None else line.formula
    yield Step("Cross-check", rule, numbers, value, check, terms=terms, worked=worked)
    if exact is None:
        line = line._replace(formula="1 if there are edits, else 0")
        why = "The reference is empty, so there is nothing to divide by."
    yield line.step(numbers, score.value, why, terms=terms)


def _alignment(edited: Edited, unit: str, shifts: Sequence[Shift]) -> EditAlignment:
    """The edits as a figure."""
    columns = []
    for mark in edited.edits:
        i, j = (next(iter(indices), None) for indices in (mark.hyp, mark.ref))
        if isinstance(mark, Jump):
            columns.append(EditColumn("", "", "jump"))
            continue
        ours, theirs = "" if i is None else edited.hyp[i], "" if j is None else edited.ref[j]
        columns.append(EditColumn(ours, theirs, mark.kind, i, j))
    which = f"reference {edited.best + 1} of {len(edited.refs)}" if len(edited.refs) > 1 else "the reference"
    title, moves = f"How the candidate is edited into {which}", edited.path.moves
    moved = [Move(shift.text, gain, at, tuple(to)) for shift, (gain, at, *to) in zip(shifts, moves, strict=True)]
    return EditAlignment(title, _caption(edited.score), tuple(columns), tuple(moved), unit)


def _caption(score: Score) -> str:
    """The sum and the rate in one line."""
    parts = score.parts
    kinds = [(name, parts[name]) for name in _KINDS if parts.get(name)]
    sums = " + ".join(counted(count, name.removesuffix("s")) for name, count in kinds)
    total = f"{sums} = " if len(kinds) > 1 else ""
    return f"{total}{counted(parts['edits'], 'edit')}; {parts['edits']} / {parts['ref_len']:g} = {score.value:.4f}"
