"""What explanations of TER, WER, CER, PER and CDER share: marks of edits, their picture, and steps to the rate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import isclose

from bolide.explanation import Step
from bolide.figures import EditAlignment, EditColumn, Move
from bolide.marks import EDITS, Edit, Jump, Mark, Whole
from bolide.scores import Score
from bolide.wording import counted

Tokens = tuple[str, ...]
OPERATIONS = tuple(EDITS)  # in the kernels' order
KINDS = tuple(filter(None, EDITS.values()))


def edit_marks(
    operations: Sequence[int], order: Sequence[int], hyp: Tokens, ref: Tokens, reference: int
) -> tuple[Edit, ...]:
    """A mark for each operation, from left to right; order[i] is the candidate's word at place i after all shifts."""
    marks, i, j = [], 0, 0
    for operation in map(OPERATIONS.__getitem__, operations):
        ours = (order[i],) if operation != "delete" else ()
        theirs = (j,) if operation != "insert" else ()
        i, j = i + len(ours), j + len(theirs)
        marks.append(edit(operation, ours, theirs, (hyp, ref), reference))
    return tuple(marks)


def edit(
    operation: str, ours: tuple[int, ...], theirs: tuple[int, ...], texts: tuple[Tokens, Tokens], reference: int
) -> Edit:
    """The mark of one operation on words at these places."""
    words = dict.fromkeys([*(texts[0][place] for place in ours), *(texts[1][place] for place in theirs)])
    return Edit(" – ".join(words), operation, ours, theirs, reference)


def text_marks(hyp: Tokens, lengths: Iterable[int], first: int = 0) -> Iterator[Whole]:
    """What the texts add as wholes; `lengths` are what the references from number `first` on add to ref_len."""
    yield Whole("candidate", {"segments": 1, "hyp_len": len(hyp)})
    for number, length in enumerate(lengths, first):
        yield Whole("reference length", {"ref_len": length}, number)


def edited(marks: Iterable[Edit], hyp: Tokens, ref: Tokens) -> Tokens:
    """The candidate after the edits have been carried out: the reference, if they are right."""
    words: list[str] = []
    for mark in marks:
        if mark.operation == "ok":
            words.extend(hyp[place] for place in mark.hyp)
        elif mark.operation != "insert":
            words.extend(ref[place] for place in mark.ref)
    return tuple(words)


def listed(marks: Iterable[Edit], texts: tuple[Tokens, Tokens], most: int = 8) -> str:
    """The edits in words."""
    said = []
    for mark in marks:
        ours, theirs = (
            "“" + " ".join(text[place] for place in places) + "”"
            for text, places in zip(texts, (mark.hyp, mark.ref), strict=True)
        )
        verbs = {
            "substitute": f"replace {ours} with {theirs}", "insert": f"remove {ours}", "delete": f"add {theirs}",
        }  # fmt: skip
        if mark.operation in verbs:
            said.append(verbs[mark.operation])
    if not said:
        return "Nothing has to be changed."
    more = f" and {len(said) - most} more" if len(said) > most else ""
    first = ", ".join(said[:most])
    return f"{first[0].upper()}{first[1:]}{more}."


def choice(edits: Sequence[int], chosen: int) -> Iterator[Step]:
    """Which of several references counts."""
    if len(edits) > 1:
        why = f"Reference {chosen + 1} needs the fewest edits and is the one that counts."
        numbers, columns = {"edits": list(edits)}, {"edits": "edits"}
        yield Step("Reference", "the first with the fewest edits", numbers, chosen + 1, why, columns)


def sum_step(score: Score, kinds: Sequence[str], why: str) -> Step:
    """The edits as a sum over the kinds that have a column of their own."""
    numbers = {kind.replace("_", " "): score.parts[kind] for kind in kinds}
    columns = {kind.replace("_", " "): kind for kind in kinds}
    return Step("Edits", " + ".join(numbers), numbers, score.parts["edits"], why, columns, made="edits")


def rate_steps(score: Score, exact: Fraction | None, check: str, term: str) -> Iterator[Step]:
    """From edits and length to the rate, and the same as the fraction `exact`, None with nothing to divide by."""
    edits, length = score.parts["edits"], score.parts["ref_len"]
    numbers = {"edits": edits, "length": length}
    terms = {"edits": "edits", "length": "length"}
    again = float(exact) if exact is not None else float(edits > 0)
    yield Step("Cross-check", "the same, computed another way", numbers, again, check, terms=terms)
    formula, why = "edits / length", f"{score.percent:.2f} as a percentage: 0 is best, and more than 100 is possible."
    if exact is None:
        formula = "1 if there are edits, else 0"
        why = "The reference is empty, so there is nothing to divide by."
    yield Step(score.name, formula, numbers, score.value, why, terms=terms, made=term)


def agrees(exact: Fraction | None, score: Score) -> bool:
    """Whether the rate is the fraction."""
    wanted = float(score.parts["edits"] > 0) if exact is None else float(exact)
    return isclose(wanted, score.value, rel_tol=1e-12, abs_tol=1e-12)


def which_reference(chosen: int, count: int) -> str:
    """The reference that the edits are about."""
    return f"reference {chosen + 1} of {count}" if count > 1 else "the reference"


def alignment(
    score: Score, marks: Iterable[Mark], texts: tuple[Tokens, Tokens], which: str, moves: tuple[Move, ...] = ()
) -> EditAlignment:
    """The edits as a picture; `which` names the reference."""
    columns = []
    for mark in marks:
        if isinstance(mark, Edit):
            ours, theirs = (
                "".join(text[place] for place in places)
                for text, places in zip(texts, (mark.hyp, mark.ref), strict=True)
            )
            columns.append(EditColumn(ours, theirs, mark.operation, *map(_first, (mark.hyp, mark.ref))))
        elif isinstance(mark, Jump):
            columns.append(EditColumn("", "", "jump"))
    title = f"How the candidate is edited into {which}"
    return EditAlignment(title, caption(score), tuple(columns), moves)


def _first(places: tuple[int, ...]) -> int | None:
    return places[0] if places else None


def caption(score: Score) -> str:
    """The sum and the rate in one line."""
    parts = score.parts
    found = [(name, parts[name]) for name in ("shifts", *KINDS) if parts.get(name)]
    sums = " + ".join(counted(count, name.removesuffix("s")) for name, count in found)
    total = f"{sums} = " if len(found) > 1 else ""
    return f"{total}{counted(parts['edits'], 'edit')}; {parts['edits']} / {parts['ref_len']:g} = {score.value:.4f}"
