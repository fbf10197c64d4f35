"""jiwer's rates of two strings: Bolide counts the edits, without the alignment that a rate does not need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, update_wrapper
from operator import attrgetter
from typing import Any

from bolide.kernels import use_kernels
from bolide.kernels.edits.error_rates import COLUMNS, edit_rows
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


# The default transforms and what is set in them, whose steps are done here in another way
_WORDS = [("RemoveMultipleSpaces", {}), ("Strip", {}), ("ReduceToListOfListOfWords", {"word_delimiter": " "})]
_CHARACTERS: list[tuple[str, dict[str, str]]] = [("Strip", {}), ("ReduceToListOfListOfChars", {})]
_STEPS = attrgetter(
    *("Compose.__call__", "AbstractTransform.__call__", "AbstractTransform.process_list", "Strip.process_string"),
    *("RemoveMultipleSpaces.process_list", "RemoveMultipleSpaces.process_string"),
    *("ReduceToListOfListOfWords.process_list", "ReduceToListOfListOfWords.process_string"),
    *("ReduceToListOfListOfChars.process_list", "ReduceToListOfListOfChars.process_string"),
)


def hooks() -> Iterator[Hook]:
    """What to replace in jiwer: what its rates call, not what users call themselves."""
    from jiwer import cer_default, measures, transforms, wer_default

    steps = _STEPS(transforms)
    for name, default, unit in (("process_words", wer_default, None), ("process_characters", cer_default, CHARACTERS)):
        original = getattr(measures, name)
        if all(step.__globals__["__name__"].startswith("jiwer.") for step in (original, *steps)):

            def is_usual(default: Any = default, kinds: Any = _CHARACTERS if unit else _WORDS) -> bool:
                settings = [(type(transform).__name__, vars(transform)) for transform in default.transforms]
                return settings == kinds and _STEPS(transforms) == steps

            yield Hook(measures, name, _accelerated(original, default, unit, is_usual))


def _accelerated(original: Any, default: Any, unit: str | None, is_usual: Callable[[], bool]) -> Any:
    """A function that aligns words, or characters, without the alignment."""

    def process(reference: Any, hypothesis: Any, reference_transform: Any, hypothesis_transform: Any) -> Any:
        rates = None
        if type(reference) is type(hypothesis) is str and reference_transform is hypothesis_transform is default:
            rates = _rates(reference, hypothesis, unit) if is_usual() else None
        return rates or original(reference, hypothesis, reference_transform, hypothesis_transform)

    return update_wrapper(process, original)


@cache
def _spaced() -> SegmentTokens | None:
    """Room for words with U+0020 between them."""
    return (
        SegmentTokens(len(COLUMNS), (memoryview(bytes([WORD] * 32 + [SPACE])), WORD, False)) if use_kernels() else None
    )


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
    _, edits, ref_len, hyp_len, substitutions, _, deletions = rows[0]
    hits = ref_len - substitutions - deletions
    return _Rates(edits, hits, hyp_len, ref_len) if hyp_len and ref_len else None  # jiwer's versions differ in the rest
