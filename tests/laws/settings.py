"""The settings under which each metric is held to the laws: its defaults, and what differs most from them."""

from bolide import BLEU, Metric

SETTINGS: list[Metric] = [
    BLEU(),
    BLEU.preset("paper"),
    BLEU(lowercase=True, tokenize="char", max_order=2, smooth="add-k"),
    BLEU(effective_order=True, smooth="floor", smooth_value=0.037, tokenize="intl"),
    BLEU(weights=(0.1, 0.9), max_order=2, smooth="method2", tokenize="zh"),
    BLEU(smooth="method4"),
]
