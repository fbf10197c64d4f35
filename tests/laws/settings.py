"""The settings under which each metric is held to the laws: its defaults, and what differs most from them."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any

import pytest

from bolide import BLEU, CDER, CER, CHRF, METEOR, PER, RGBF, TER, WER, Metric
from tests.drawn import EXAMPLES, Made, examples, given

SETTINGS: list[Metric] = [
    BLEU(),
    BLEU.preset("paper"),
    BLEU(lowercase=True, tokenize="char", max_ngram_order=2, smooth_method="add-k"),
    BLEU(effective_order=True, smooth_method="floor", smooth_value=0.037, tokenize="intl"),
    BLEU(weights=(0.1, 0.9), max_ngram_order=2, smooth_method="method2", tokenize="zh"),
    BLEU(smooth_method="method4"),
    CHRF(),
    CHRF(word_order=2, lowercase=True),
    CHRF(char_order=2, word_order=1, beta=1.5, whitespace=True),
    CHRF.preset("paper", char_order=3),
    CHRF(average="mean"),
    RGBF(),
    RGBF(max_ngram_order=2, order_weights=(1.0, 2.5)),
    RGBF(units=("word", "char"), analysers=("words", "chars"), max_ngram_order=2),
    METEOR(),
    METEOR(task="adq", normalize=False, char_based=True, beam=3, synsets="pos", average="mean"),
    METEOR(language="fr", modules=("exact",), weights=(1.0,), delta=0.5, punctuation=False, function_words="language"),
    METEOR(variant="nltk"),
    METEOR(variant="nltk", stages=("exact", "synonym"), lowercase=False, average="mean"),
    METEOR(variant="2005"),
    METEOR(variant="2005", stages=("stem",), alpha=0.5, beta=1.25, gamma=0.25),
    METEOR(variant="runs", alpha=0.0, average="mean"),
    TER(),
    TER(normalized=True, asian_support=True, case_sensitive=True),
    TER(no_punct=True, normalized=True, tokenize_once=True),
    TER(no_punct=True, asian_support=True),
    WER(),
    WER(lowercase=True, no_punct=True, tokenize="13a"),
    CER(),
    CER(whitespace=False, lowercase=True, no_punct=True),
    PER(),
    PER(tokenize="char"),
    CDER(),
    CDER(lowercase=True, tokenize="intl"),
]


class Several(list[Metric]):
    """Metrics that a failed test does not write out."""

    def __repr__(self) -> str:
        return f"{len(self)} metrics"


every_metric = pytest.mark.parametrize("metric", SETTINGS, ids=str)


def law(count: int = EXAMPLES, **makes: Made) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A law of one metric, its first parameter, as a law of all `metrics`, on the same examples.

    To draw examples takes longer than to measure them.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        def held(metrics: list[Metric], **drawn: Any) -> None:
            for metric in metrics:
                try:
                    test(metric, **drawn)
                except Exception as problem:
                    problem.add_note(f"under {metric}")
                    raise

        _, *drawn = signature(test).parameters.values()
        held.__name__, held.__doc__ = test.__name__, test.__doc__
        held.__signature__ = Signature([Parameter("metrics", Parameter.POSITIONAL_OR_KEYWORD), *drawn])  # type: ignore[attr-defined]
        every = pytest.mark.parametrize("metrics", [Several(SETTINGS)], ids=["all"])
        return every(examples(count)(given(**makes)(held)))

    return decorate
