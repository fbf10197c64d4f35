"""Makes levenshtein.json.gz, with jiwer 4.0.0 and rapidfuzz 3.14.6: `python tests/oracles/make_levenshtein.py`.

Each case is a hypothesis, a reference and rapidfuzz's operations from left to right (0 match, 1 substitution,
2 insertion, 3 deletion); jiwer's counts are asserted to be the same.
"""

import gzip
import json
from pathlib import Path
from random import Random

import jiwer
from rapidfuzz.distance import Levenshtein

KINDS = {"equal": "0", "replace": "1", "insert": "2", "delete": "3"}


def operations(hyp: list[int], ref: list[int]) -> str:
    """By rapidfuzz, one letter for each operation."""
    codes = Levenshtein.opcodes(ref, hyp)
    return "".join(
        KINDS[c.tag] * max(c.src_end - c.src_start, c.dest_end - c.dest_start) for c in codes
    )  # fmt: skip


def main() -> None:
    draw = Random(18)
    cases = []
    for _ in range(400):
        words, most = draw.choice([2, 3, 8, 40]), draw.choice([4, 12, 40, 90])
        ref = [draw.randrange(words) for _ in range(draw.randint(1, most))]
        hyp = [draw.randrange(words) for _ in range(draw.randint(0, most))]
        if draw.random() < 0.5:
            hyp = [draw.randrange(words) if draw.random() < 0.2 else word for word in ref if draw.random() < 0.9]
        steps = operations(hyp, ref)
        theirs = jiwer.process_words(" ".join(map(str, ref)), " ".join(map(str, hyp)))
        counts = [theirs.hits, theirs.substitutions, theirs.insertions, theirs.deletions]
        assert counts == [steps.count(kind) for kind in "0123"]
        cases.append([hyp, ref, steps])
    path = Path(__file__).with_name("levenshtein.json.gz")
    path.write_bytes(gzip.compress(json.dumps(cases, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main()
