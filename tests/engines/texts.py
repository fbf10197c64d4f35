"""Texts that all engines score alike, and what they must get: the numbers of `metric.corpus` on the same texts."""

from bolide import BLEU, CHRF, METEOR, TER, Metric

HYPS = [
    "The cat sat, on 3.5 mats.",
    "",
    "“Grüße” aus Köln – 你好。",
    "A dog ran over the hill",
    "over the hills far away",
    "the the the the",
]
REFS = [
    "A cat sat on 3.5 mats.",
    "nothing",
    "Grüße aus “Köln” 你好。",
    "The dogs run over a hill",
    "over the hills and far away",
    "the cat is on the mat",
]
OTHERS = ["The cat sat on mats.", "no", "Grüße aus Köln.", "A dog ran over that hill", "far away over the hills", "the"]
SYSTEMS = ["b", "a", "b", "a", "b", "a"]
KEYS = [f"line-{number}" for number in range(6)]
MEAN = METEOR(variant="nltk", average="mean")  # whose score is the mean of the segments'
METRICS = [BLEU(), BLEU(tokenize="intl", smooth_method="floor"), CHRF(word_order=2), TER(), METEOR(), MEAN]


def columns(times: int = 1) -> dict[str, list[str]]:
    """A table of the texts."""
    found = {"key": KEYS, "system": SYSTEMS, "hyp": HYPS, "ref": REFS, "other": OTHERS}
    return {name: cells * times for name, cells in found.items()}


def by_system(metric: Metric, times: int = 1) -> dict[str, float]:
    """The score of each system, from the texts as lists."""
    found = {}
    for system in ("a", "b"):
        rows = [row for row in range(len(HYPS)) if SYSTEMS[row] == system] * times
        found[system] = metric.corpus([HYPS[row] for row in rows], [REFS[row] for row in rows]).value
    return found
