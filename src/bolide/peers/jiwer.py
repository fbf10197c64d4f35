"""jiwer's rates of two strings: Bolide counts the edits, without the alignment that a rate does not need."""

from __future__ import annotations

from functools import cache, update_wrapper
from operator import attrgetter
from typing import Any

from bolide.kernels import use_kernels
from bolide.kernels.edits.levenshtein import COLUMNS, edit_rows
from bolide.kernels.text.scan import SegmentTokens
from bolide.peers import Hook
from bolide.text.tokenize.character_classes import SPACE, WORD
from bolide.text.tokens import CHARACTERS, segment_of

VERSIONS = ("3.0", "3.1", "4.0")


class _Rates:
    """What jiwer's rates take from its output."""

    def __init__(self, edits: int, hits: int, hyp_len: int, ref_len: int) -> None:
        self.wer = self.cer = edits / ref_len
        self.mer = edits / (edits + hits)
        self.wip = (hits / ref_len) * (hits / hyp_len)
        self.wil = 1 - self.wip


def hooks() -> list[Hook]:
    """What to replace in jiwer: what its rates call, not what users call themselves."""
    from jiwer import cer_default, measures, transforms, wer_default

    return [
        _hook(measures, transforms, "process_words", wer_default, None),
        _hook(measures, transforms, "process_characters", cer_default, CHARACTERS),
    ]


# The steps of the default transforms, which are done here in another way
_STEPS = attrgetter(
    *("Compose.__call__", "AbstractTransform.__call__", "AbstractTransform.process_list", "Strip.process_string"),
    *("RemoveMultipleSpaces.process_list", "RemoveMultipleSpaces.process_string"),
    *("ReduceToListOfListOfWords.process_list", "ReduceToListOfListOfWords.process_string"),
    *("ReduceToListOfListOfChars.process_list", "ReduceToListOfListOfChars.process_string"),
)


def _hook(measures: Any, transforms: Any, name: str, default: Any, unit: str | None) -> Hook:
    """The replacement of a function that aligns words, or characters."""
    original = getattr(measures, name)
    steps, known = _STEPS(transforms), list(default.transforms)
    settings = [dict(vars(transform)) for transform in known]

    def process(reference: Any, hypothesis: Any, reference_transform: Any, hypothesis_transform: Any) -> Any:
        usual = type(reference) is type(hypothesis) is str and reference_transform is hypothesis_transform is default
        if usual and default.transforms == known and [*map(vars, known)] == settings and _STEPS(transforms) == steps:
            rates = _rates(reference, hypothesis, unit)
            if rates is not None:
                return rates
        return original(reference, hypothesis, reference_transform, hypothesis_transform)

    return Hook(measures, name, update_wrapper(process, original))


@cache
def _spaced() -> SegmentTokens | None:
    """Room for words with U+0020 between them."""
    return SegmentTokens(len(COLUMNS), (bytes([WORD] * 32 + [SPACE]), WORD, False)) if use_kernels() else None


def _rates(reference: str, hypothesis: str, unit: str | None) -> _Rates | None:
    """The rates of two texts; None if they are not that simple."""
    if unit == CHARACTERS:
        segment, texts = segment_of(len(COLUMNS), unit), [hypothesis.strip(), reference.strip()]
    else:
        segment, texts = _spaced(), [hypothesis, reference]
        if not (reference.isprintable() and hypothesis.isprintable()):  # so that U+0020 is the only white space
            return None
    rows = None if segment is None else edit_rows(segment, texts)
    if not rows:
        return None
    edits, _, _, _, hits, hyp_len, ref_len = rows[0]
    return _Rates(edits, hits, hyp_len, ref_len) if hyp_len and ref_len else None  # jiwer's versions differ in the rest
