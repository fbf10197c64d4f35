"""A score in words. Bands do not carry over between languages, tokenizers and numbers of references."""

CAVEAT = "A rough band: it does not carry over between languages, tokenizers or numbers of references."

# Each band with the value at which it begins, on the scale of 0 to 1.
BANDS: dict[str, tuple[tuple[float, str], ...]] = {
    "percent": (
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


def rating(scale: str, value: float) -> str:
    """The words for a value on one of the scales above."""
    return [words for start, words in BANDS[scale] if value >= start][-1]
