"""A score in words. Bands do not carry over between languages, tokenizers and numbers of references.

BLEU and METEOR have bands. Nobody has published any for chrF, rgbF or TER, and BLEU's do not carry over to them.
"""

from collections.abc import Sequence

IDENTICAL = "identical"
CAVEAT = "A rough rating, which does not carry over to other languages, tokenizers or numbers of references."

# Each band with the value at which it begins, on the scale of 0 to 1.
BANDS: dict[str, tuple[tuple[float, str], ...]] = {
    "bleu": (
        (0.0, "almost nothing shared"),
        (0.1, "hard to follow"),
        (0.2, "the gist, with many errors"),
        (0.3, "understandable"),
        (0.4, "good"),
        (0.5, "very good"),
        (0.6, "nearly the reference"),
    ),
    "meteor": (
        (0.0, "almost nothing shared"),
        (0.2, "weak"),
        (0.4, "fair"),
        (0.6, "good"),
        (0.8, "very close"),
    ),
    "meteor-1.5": (
        (0.0, "almost nothing shared"),
        (0.1, "weak"),
        (0.2, "fair"),
        (0.3, "good"),
        (0.45, "very close"),
    ),
}


def rating(scale: str | None, value: float, hyp: str, refs: Sequence[str]) -> str | None:
    """The words for a value on one of the scales above; None without a scale and for empty texts.

    A translation that is one of its references, but for white space at its ends, is identical under every metric.
    """
    text, others = hyp.strip(), [ref.strip() for ref in refs]
    if not text or not any(others):
        return None
    if text in others:
        return IDENTICAL
    if scale is None:
        return None
    return [words for start, words in BANDS[scale] if value >= start][-1]


def caveat(words: str) -> str:
    """What must be said beside a rating; being identical needs no caveat."""
    return "" if words == IDENTICAL else CAVEAT
