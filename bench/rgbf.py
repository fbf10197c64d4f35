"""rgbF over four units against a plain implementation with Counter."""

from bench._rgbf_counter import rgbf
from bench.timing import Line, corpus, race
from bolide import RGBF


def four_units(text: str) -> str:
    """Four views that cost what real ones cost: words, their first four letters, halves, and a tag of two letters."""
    words = text.split() or ["-"]
    stems = [word[:4] for word in words]
    halves = [part for word in words for part in (word[: len(word) // 2 + 1], word[len(word) // 2 + 1 :]) if part]
    tags = [f"T{len(word) % 9}{word[-1]}" for word in words]
    return " ++ ".join(" ".join(view) for view in (words, stems, halves, tags))


def lines() -> list[Line]:
    """All measurements of rgbF."""
    name, hyps, refs = corpus()
    ours, theirs = [[four_units(text.replace("++", "+")) for text in side] for side in (hyps, refs)]
    metric = RGBF(units=("word", "stem", "half", "tag"))
    assert abs(metric.corpus(ours, theirs).percent - rgbf(ours, theirs)) < 1e-9
    times = race(lambda: rgbf(ours, theirs), lambda: metric.corpus(ours, theirs), 3)
    segments = race(
        lambda: [rgbf([h], [r]) for h, r in zip(ours, theirs, strict=True)], lambda: metric.segments(ours, theirs), 2
    )
    return [
        Line(f"rgbF, four units ({name})", "Counter", *times, 25),
        Line("the same, every segment", "Counter", *segments, 25),
    ]
