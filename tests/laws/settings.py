"""The settings under which each metric is held to the laws: its defaults, and what differs most from them."""

from bolide import BLEU, CHRF, METEOR, RGBF, Metric

SETTINGS: list[Metric] = [
    BLEU(),
    BLEU.preset("paper"),
    BLEU(lowercase=True, tokenize="char", max_order=2, smooth="add-k"),
    BLEU(effective_order=True, smooth="floor", smooth_value=0.037, tokenize="intl"),
    BLEU(weights=(0.1, 0.9), max_order=2, smooth="method2", tokenize="zh"),
    BLEU(smooth="method4"),
    CHRF(),
    CHRF(word_order=2, lowercase=True),
    CHRF(char_order=2, word_order=1, beta=1.5, whitespace=True),
    CHRF.preset("paper", char_order=3),
    RGBF(),
    RGBF(max_order=2, order_weights=(1.0, 2.5)),
    RGBF(units=("word", "char"), analysers=("words", "chars"), max_order=2),
    METEOR(),
    METEOR(task="adq", normalize=False, char_based=True, beam=3, synsets="pos", average="mean"),
    METEOR(language="fr", modules=("exact",), weights=(1.0,), delta=0.5, punctuation=False, function_words="language"),
    METEOR(variant="nltk"),
    METEOR(variant="nltk", stages=("exact", "synonym"), lowercase=False, average="mean"),
    METEOR(variant="2005"),
    METEOR(variant="2005", stages=("stem",), alpha=0.5, beta=1.25, gamma=0.25),
    METEOR(variant="runs", alpha=0.0, average="mean"),
]
