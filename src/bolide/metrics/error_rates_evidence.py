"""Evidence for WER, CER, PER and CDER: every edit, and the rate."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bolide.corpus import Corpus
from bolide.data.explanation import Explanation, Step
from bolide.data.marks import Jump
from bolide.kernels.edits.error_rates import operations
from bolide.metrics.edit_rate import OPERATIONS, Edited, EditEvidence, Words, as_pair, describe_edits
from bolide.metrics.error_rates import BagCounts, CharacterTokenizer, ErrorCounts, JumpCounts
from bolide.metrics.evidence import JUMP, BulkEvidence, EditPath, TokenView
from bolide.system.errors import counted

OK, SUBSTITUTE, INSERT, DELETE = range(len(OPERATIONS))


@dataclass(frozen=True)
class ErrorEvidence(EditEvidence):
    """The edits for the reference that needs the fewest."""

    counts: ErrorCounts

    @property
    def _length(self) -> str:
        return f"{self.counts.tokenizer.unit}s of the reference"

    def _paths(self, corpus: Corpus) -> tuple[BulkEvidence, list[list[int]]]:
        counts, measured, starts = self.counts, self.counts.measure(corpus), corpus.starts()
        references, edits = self.formula.best_references(measured), list(measured.rows.column("edits"))
        hyps, refs = ([tuple(counts.tokenizer(text)) for text in side] for side in (corpus.hyps, corpus.refs))
        best = [start + reference for start, reference in zip(starts, references, strict=False)]
        find_path = _PATHS.get(type(counts))
        if find_path is None:
            paths = list(self._aligned(corpus, best))
        else:
            paths = [find_path(hyp, refs[index]) for hyp, index in zip(hyps, best, strict=True)]
        unit, glue = ("char", "") if isinstance(counts.tokenizer, CharacterTokenizer) else ("word", " ")
        bulk = BulkEvidence("edits", (TokenView(unit, glue, hyps, refs),), references, edits=paths)
        return bulk, [edits[start:end] for start, end in pairwise(starts)]

    def _aligned(self, corpus: Corpus, best: Sequence[int]) -> Iterator[EditPath]:
        """WER and CER: edits from left to right in both texts; `best` are the indices of the references that count."""
        texts = self.counts.tokenizer.encode([*corpus.hyps, *corpus.refs])
        ids = [texts.ids[start:end] for start, end in pairwise(texts.starts)]
        for hyp, index in zip(ids, best, strict=False):
            ref = ids[len(corpus) + index]
            yield EditPath(operations(*as_pair(hyp, ref)), list(range(len(hyp))), list(range(len(ref))))

    def explain(self, segment: Corpus) -> Explanation:
        edited, unit = self._edited(segment), self.counts.tokenizer.unit
        size, adding = len(edited.ref), sum(bool(mark.adds()) for mark in edited.edits)
        right = adding == edited.score.parts["edits"]
        if isinstance(self.counts, BagCounts):
            right = right and Counter(edited.result) == Counter(edited.ref)
        else:
            right = right and edited.result == edited.ref and _reads_off(edited)
        length = Step(
            "Length",
            f"reference {unit}s",
            {"reference": size},
            float(size),
            f"The reference has {counted(size, unit)}.",
            {"reference": "ref_len"},
            value_name="length",
        )
        return self._explanation(edited, {edited.best: size}, right, self._in_words(edited), length, unit)

    def _in_words(self, edited: Edited) -> str:
        """Describe the edits, and what is particular to this metric."""
        jumps = sum(isinstance(mark, Jump) for mark in edited.edits)
        edits = describe_edits(edited, bool(jumps))
        if isinstance(self.counts, BagCounts):
            return f"{edits} Word order does not count."
        if isinstance(self.counts, JumpCounts):
            return f"{counted(jumps, 'jump')} to another place in the candidate. {edits}"
        return edits


def _reads_off(edited: Edited) -> bool:
    """Whether the edits take all candidate words in order, except at jumps."""
    at = 0
    for mark in edited.edits:
        if isinstance(mark, Jump):
            at = mark.hyp[0] if mark.hyp else len(edited.hyp)
        elif mark.hyp:
            if mark.hyp != (at,):
                return False
            at += 1
    return at == len(edited.hyp)


# --- PER: equal words matched regardless of position ----------------------------------------------------------------


def _bag_path(hyp: Words, ref: Words) -> EditPath:
    """Pair each candidate word with an equal reference word, else with a leftover one; delete what remains."""
    indices: dict[str, list[int]] = {}
    for index in range(len(ref) - 1, -1, -1):
        indices.setdefault(ref[index], []).append(index)
    equals = {i: indices[word].pop() for i, word in enumerate(hyp) if indices.get(word)}
    taken = set(equals.values())
    left = iter([index for index in range(len(ref)) if index not in taken])
    steps, ref_order = [], []
    for i in range(len(hyp)):
        other = equals[i] if i in equals else next(left, None)
        steps.append(OK if i in equals else INSERT if other is None else SUBSTITUTE)
        ref_order += [] if other is None else [other]
    missing = list(left)
    return EditPath([*steps, *[DELETE] * len(missing)], list(range(len(hyp))), [*ref_order, *missing])


# --- CDER: a path with jumps through the candidate ------------------------------------------------------------------


def _jump_path(hyp: Words, ref: Words) -> EditPath:
    """The edits and jumps of one cheapest path, from the first word of the reference to the last."""
    plain, jumped = _costs(hyp, ref)
    steps: list[int] = []
    order: list[int] = []
    i, j = len(hyp), len(ref)
    while i or j:
        if jumped[j] < plain[j][i]:
            steps.append(JUMP)
            i = plain[j].index(min(plain[j]))
            continue
        if j and i and plain[j][i] == min(plain[j - 1][i - 1], jumped[j - 1]) + (hyp[i - 1] != ref[j - 1]):
            steps.append(OK if hyp[i - 1] == ref[j - 1] else SUBSTITUTE)
            i, j = i - 1, j - 1
            order.append(i)
        elif j and plain[j][i] == min(plain[j - 1][i], jumped[j - 1]) + 1:
            steps.append(DELETE)
            j -= 1
        else:
            steps.append(INSERT)
            i -= 1
            order.append(i)
    return EditPath(steps[::-1], order[::-1], list(range(len(ref))))


def _costs(hyp: Words, ref: Words) -> tuple[list[array[int]], list[int]]:
    """The cost of consuming j reference words and ending before candidate word i without a final jump, and with one.

    Before the first reference word, every position but the first costs a jump.
    """
    plain, jumped = [array("i", [0, *[len(hyp) + 1] * len(hyp)])], [1]
    for word in ref:
        least = jumped[-1]
        plain.append(_next_row(hyp, word, [cost if cost < least else least for cost in plain[-1]]))
        jumped.append(min(plain[-1]) + 1)
    return plain, jumped


def _next_row(hyp: Words, word: str, above: list[int]) -> array[int]:
    """The cost of each position by a step from the left, from above or diagonally; `min` would double the time."""
    beside, corner = above[0] + 1, above[0]
    row = array("i", [beside])
    for ours, up in zip(hyp, above[1:], strict=True):
        cost = corner if ours == word else corner + 1
        step = up + 1 if up < beside else beside + 1
        beside, corner = cost if cost < step else step, up
        row.append(beside)
    return row


_PATHS: dict[type[ErrorCounts], Callable[[Words, Words], EditPath]] = {BagCounts: _bag_path, JumpCounts: _jump_path}
