"""jiwer's alignments of references and hypotheses, by Bolide's edit distance."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, NamedTuple, Self

from bolide.compat.jiwer.transformations import DEFAULTS, cer_default, wer_default
from bolide.kernels import use_kernels
from bolide.kernels.edits.levenshtein import COLUMNS, chunks, edit_rows, edits, pair_chunks
from bolide.kernels.text.scan import SegmentTokens
from bolide.system.errors import InputError
from bolide.system.messages import are, counted
from bolide.text.tokenize.character_classes import SPACE, WORD, marked
from bolide.text.tokens import CHARACTERS, encode_tokens, segment_of

__all__ = ["AlignmentChunk", "CharacterOutput", "WordOutput", "process_characters", "process_words"]

Texts = str | list[str]
_TYPES = ("equal", "substitute", "insert", "delete")  # in the kernel's order


@dataclass
class AlignmentChunk:
    """A stretch of equal, substituted, inserted or deleted tokens, from index to index on both sides."""

    type: str
    ref_start_idx: int
    ref_end_idx: int
    hyp_start_idx: int
    hyp_end_idx: int

    def __post_init__(self) -> None:
        self.type = "substitute" if self.type == "replace" else self.type
        if self.type not in _TYPES:
            raise InputError(f"{self.type!r:.80} is not a type of alignment; there are {', '.join(_TYPES)}.")
        if self.ref_start_idx > self.ref_end_idx or self.hyp_start_idx > self.hyp_end_idx:
            raise InputError(f"A stretch ends before it begins: {self}.")


@dataclass
class _AlignedOnDemand:
    """Outputs whose tokens and alignments, which many programs never look at, may be made on first use."""

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]

    @classmethod
    def of(cls, make: Callable[[], tuple[Any, Any, Any]], **numbers: float) -> Self:
        """An output with these numbers; `make` gives references, hypotheses and alignments."""
        output = cls.__new__(cls)
        output.__dict__ = {**numbers, "_make": make}
        return output

    def __getattr__(self, name: str) -> Any:
        if name in ("references", "hypotheses", "alignments") and "_make" in self.__dict__:
            self.references, self.hypotheses, self.alignments = self._make()
            del self._make
        return object.__getattribute__(self, name)

    def __getstate__(self) -> dict[str, Any]:
        """The fields with nothing left to be made."""
        return {item.name: getattr(self, item.name) for item in fields(self)}


@dataclass
class WordOutput(_AlignedOnDemand):
    """Texts as words, their alignments, the rates of all together, and the number of edits of each kind."""

    wer: float
    mer: float
    wil: float
    wip: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


@dataclass
class CharacterOutput(_AlignedOnDemand):
    """Texts as characters, their alignments, the error rate of all, and the number of edits of each kind."""

    cer: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


class Edits(NamedTuple):
    """The number of edits of each kind and of hits, and both lengths, over all texts."""

    substitutions: int
    insertions: int
    deletions: int
    hits: int
    hyp_len: int
    ref_len: int


class Rates(NamedTuple):
    """The rates of all texts together."""

    wer: float
    mer: float
    wip: float


def rates(edits: Edits) -> Rates:
    """The rates; without words in the references, the first is the number of insertions, as in jiwer."""
    total, hits = edits.substitutions + edits.insertions + edits.deletions, edits.hits
    if not edits.ref_len:
        return Rates(edits.insertions, 1 if edits.hyp_len else 0, 0 if edits.hyp_len else 1)
    wip = (hits / edits.ref_len) * (hits / edits.hyp_len) if edits.hyp_len else 0
    return Rates(total / edits.ref_len, total / (total + hits), wip)


def process_words(
    reference: Texts, hypothesis: Texts, reference_transform: Any = wer_default, hypothesis_transform: Any = wer_default
) -> WordOutput:
    """Align the words of each hypothesis with those of its reference."""
    arguments = reference, hypothesis, reference_transform, hypothesis_transform
    numbers, parts = _of_pair(*arguments), None
    if numbers is None:
        parts, numbers = _aligned(*arguments)
    wer, mer, wip = rates(numbers)
    substitutions, insertions, deletions, hits, _, _ = numbers
    return WordOutput.of(
        lambda: parts or _aligned(*arguments)[0],
        wer=wer,
        mer=mer,
        wil=1 - wip,
        wip=wip,
        hits=hits,
        substitutions=substitutions,
        insertions=insertions,
        deletions=deletions,
    )


def process_characters(
    reference: Texts, hypothesis: Texts, reference_transform: Any = cer_default, hypothesis_transform: Any = cer_default
) -> CharacterOutput:
    """Align the characters of each hypothesis with those of its reference."""
    out = process_words(reference, hypothesis, reference_transform, hypothesis_transform)
    return CharacterOutput.of(
        lambda: (out.references, out.hypotheses, out.alignments),
        cer=out.wer,
        hits=out.hits,
        substitutions=out.substitutions,
        insertions=out.insertions,
        deletions=out.deletions,
    )


def counts(reference: Texts, hypothesis: Texts, reference_transform: Any, hypothesis_transform: Any) -> Edits:
    """The edits of all texts, without their alignments."""
    numbers = _of_pair(reference, hypothesis, reference_transform, hypothesis_transform)
    if numbers is not None:
        return numbers
    refs, hyps = _tokens(reference, hypothesis, reference_transform, hypothesis_transform)
    if not refs:
        return Edits(0, 0, 0, 0, 0, 0)
    texts, width, pairs = encode_tokens([*hyps, *refs]), len(COLUMNS), len(refs)
    cells = array("q", bytes(8 * width * pairs))
    starts = memoryview(array("q", range(pairs + 1)))
    edits(texts.ids, *texts.spans, starts, memoryview(cells).cast("B").cast("q", (pairs, width)))
    return Edits(*[sum(cells[column::width]) for column in range(1, width)])


def _of_pair(reference: Texts, hypothesis: Texts, reference_transform: Any, hypothesis_transform: Any) -> Edits | None:
    """The edits of two texts, straight from the kernel; None if they are not that simple."""
    if type(reference) is not str or type(hypothesis) is not str or reference_transform is not hypothesis_transform:
        return None
    segment = _segment(reference, hypothesis, reference_transform)
    rows = None if segment is None else edit_rows(segment, [hypothesis, reference])
    return Edits(*rows[0][1:]) if rows and rows[0][5] and rows[0][6] else None  # empty texts are special


def _segment(reference: str, hypothesis: str, transform: Any) -> SegmentTokens | None:
    """Room for the words, or characters, of two texts; None if jiwer's default transforms do more than split them."""
    default = DEFAULTS.get(id(transform))
    if default is None or default != transform.transforms:
        return None
    if transform is cer_default:
        whole = reference.strip() == reference and hypothesis.strip() == hypothesis
        return segment_of(len(COLUMNS), CHARACTERS) if whole else None
    # Only U+0020 parts words; other white space, all of which is known in ASCII, may have to be replaced.
    return _words() if reference.isascii() and hypothesis.isascii() else None


@cache
def _words() -> SegmentTokens | None:
    table = marked(bytes([WORD] * 32 + [SPACE]), "\t\n\v\f\r\x1c\x1d\x1e\x1f")
    return SegmentTokens(len(COLUMNS), (table, WORD, False)) if use_kernels() else None


def _aligned(*arguments: Any) -> tuple[tuple[Any, Any, Any], Edits]:
    """The tokens of both sides with the alignment of every pair, and the edits of all."""
    refs, hyps = _tokens(*arguments)
    sums, alignments = [0, 0, 0, 0], []
    for stretches in _stretches(refs, hyps):
        alignment = []
        for kind, ref, ref_end, hyp, hyp_end in stretches:
            alignment.append(AlignmentChunk(_TYPES[kind], ref, ref_end, hyp, hyp_end))
            sums[kind] += max(ref_end - ref, hyp_end - hyp)
        alignments.append(alignment)
    hits, substitutions, insertions, deletions = sums
    lengths = sum(map(len, hyps)), sum(map(len, refs))
    return (refs, hyps, alignments), Edits(substitutions, insertions, deletions, hits, *lengths)


def _stretches(refs: list[list[str]], hyps: list[list[str]]) -> Sequence[Sequence[tuple[int, ...]]]:
    """The stretches of equal operations of every pair."""
    segment = segment_of(len(COLUMNS)) if len(refs) == 1 else None
    pair = None if segment is None else pair_chunks(segment, [hyps[0], refs[0]])
    if pair is not None:
        return [pair]
    texts = encode_tokens([*hyps, *refs])
    return chunks(texts.ids, texts.starts) if refs else ()


def _tokens(
    reference: Texts, hypothesis: Texts, reference_transform: Any, hypothesis_transform: Any
) -> tuple[list[list[str]], list[list[str]]]:
    """The tokens of both sides. Raises InputError if they are not lists of tokens that pair up."""
    refs = _transformed(reference, reference_transform, "reference")
    hyps = _transformed(hypothesis, hypothesis_transform, "hypothesis")
    if len(refs) != len(hyps):
        raise InputError(
            f"After the transforms there {are(len(refs))} {counted(len(refs), 'reference')} and "
            f"{counted(len(hyps), 'hypothesis', 'hypotheses')}; they must pair up."
        )
    return refs, hyps


def _transformed(texts: Texts, transform: Any, what: str) -> list[list[str]]:
    tokens = transform([texts] if isinstance(texts, str) else texts)
    whole = isinstance(tokens, list) and all(
        isinstance(group, list) and all(isinstance(token, str) for token in group) for group in tokens
    )
    if not whole:
        raise InputError(
            f"After the transforms, every {what} must be a list of words or characters; the last transform must be "
            "ReduceToListOfListOfWords or ReduceToListOfListOfChars."
        )
    return list(tokens)
