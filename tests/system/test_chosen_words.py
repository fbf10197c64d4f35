"""Words that were chosen to fall on one place of a table take about as long as any others, on a busy machine too."""

import json
import time
from itertools import product
from pathlib import Path

import pytest

from bolide import BLEU, CHRF, METEOR, PER, RGBF, Metric

ROOT = Path(__file__).parents[2]


def colliding() -> tuple[str, str]:
    """Words that fell on one place of the former table of words, and as many others of the same length.

    Their characters differ in bits above the 16th only, which a product without a key and without a shift to the right
    never brings down to the places.
    """
    letters = [chr(point) for point in (0x4E00, 0x14E00, 0x24E00)]
    chosen = ["".join(word) for word in product(letters, repeat=9)]
    others = ["".join(chr(0x4E00 + ((k >> shift) & 511)) for shift in range(9)) for k in range(len(chosen))]
    return " ".join(chosen), " ".join(others)


def seconds(metric: Metric, text: str) -> float:
    start = time.process_time()
    metric.measure([text], [text])
    return time.process_time() - start


@pytest.mark.parametrize(
    "metric", [BLEU(tokenize="none"), CHRF(word_order=2), RGBF(), PER(), METEOR(variant="nltk", stages=("exact",))],
    ids=str,
)  # fmt: skip
def test_words_that_were_chosen_to_collide(metric: Metric) -> None:
    """They took 45 times as long as others."""
    chosen, others = colliding()
    ratios = []
    for _ in range(3):
        one, two = (seconds(metric, text) for text in (chosen, others))
        ratios.append(one / two)
        if ratios[-1] < 5:
            break
    assert min(ratios) < 5, ratios


def test_the_key_is_another_one_in_every_process() -> None:
    from subprocess import run
    from sys import executable

    code = "from bolide.kernels._hashing import new_key; print(new_key())"
    keys = {run([executable, "-c", code], capture_output=True, text=True, check=True).stdout for _ in range(2)}
    assert len(keys) == 2


def test_results_do_not_depend_on_the_key() -> None:
    """Rows of an alphabet of words and characters in processes of their own, each with its own key."""
    from subprocess import run
    from sys import executable

    code = """
import json
from tests.laws.settings import SETTINGS
texts = ["the cat sat on the mat , the cat", "a b c a b c d", "\\u4e00\\U00014e00 \\U00024e00"]
print(json.dumps([[list(row) for row in metric.measure(texts, texts[::-1])] for metric in SETTINGS]))
"""
    one, two = (run([executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT) for _ in range(2))
    assert json.loads(one.stdout) == json.loads(two.stdout)
