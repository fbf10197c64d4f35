"""Writes tests/oracles/bleu.json: what sacreBLEU and NLTK say of the demonstration corpus.

python -m pip install sacrebleu==2.6.0 nltk==3.10.4 && python -m tests.oracles.make_bleu
"""

import json
import warnings
from pathlib import Path
from typing import Any

from bolide import demo

TARGET = Path(__file__).with_name("bleu.json")


def main() -> None:
    import nltk
    import sacrebleu
    from nltk.translate import bleu_score
    from sacrebleu.metrics import BLEU

    warnings.simplefilter("ignore")
    found: dict[str, Any] = {
        "tool": f"sacrebleu {sacrebleu.__version__}, nltk {nltk.__version__}",
        "command": "python -m tests.oracles.make_bleu",
        "corpus": "bolide.demo: each system against HUMAN_A and HUMAN_B",
        "sacrebleu": [],
        "nltk": [],
    }
    streams = [list(demo.HUMAN_A), list(demo.HUMAN_B)]
    for name, lines in demo.SYSTEMS.items():
        for tokenize in ("13a", "intl", "char", "none", "zh"):
            for smooth in ("exp", "floor", "add-k", "none"):
                corpus = BLEU(tokenize=tokenize, smooth_method=smooth).corpus_score(list(lines), streams)
                one = BLEU(tokenize=tokenize, smooth_method=smooth, effective_order=True)
                segments = [
                    one.sentence_score(hyp, list(refs)).score for hyp, *refs in zip(lines, *streams, strict=True)
                ]
                found["sacrebleu"].append([name, tokenize, smooth, corpus.score, segments])
        for k in range(8):
            smoothing = getattr(bleu_score.SmoothingFunction(), f"method{k}")
            values = []
            for hyp, *refs in zip(lines, *streams, strict=True):
                try:
                    values.append(
                        bleu_score.sentence_bleu([r.split() for r in refs], hyp.split(), (0.25,) * 4, smoothing)
                    )
                except AssertionError:
                    values.append(None)
            found["nltk"].append([name, f"method{k}", values])
    TARGET.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
