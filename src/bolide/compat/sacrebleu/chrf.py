"""sacreBLEU's chrF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bolide.compat.sacrebleu.calls import Calls, Score, Streams, switch
from bolide.corpus import Corpus
from bolide.metrics import chrf as core
from bolide.stats import Row


class CHRFScore(Score):
    """A chrF score on the scale of 0 to 100 with sacreBLEU's fields."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: float) -> None:
        super().__init__(f"chrF{beta}" + "+" * word_order, score)
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order


class CHRF(Calls[core.CHRF, CHRFScore]):
    """sacreBLEU's `CHRF` class."""

    CHAR_ORDER, WORD_ORDER, BETA = 6, 0, 2

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: float = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Streams | None = None,
    ) -> None:
        given = {"whitespace": whitespace, "lowercase": lowercase, "eps_smoothing": eps_smoothing}
        switches = {name: switch(name, value) for name, value in given.items()}
        metric = core.CHRF(char_order, word_order, beta, **switches)
        super().__init__(metric, references)
        self.char_order = char_order
        self.word_order = word_order
        self.beta = beta

    def _prepared(self, corpus: Corpus) -> Corpus:
        """sacreBLEU removes all white space under `eps_smoothing` too, where Bolide removes U+0020 only."""
        if self.metric.whitespace or not self.metric.eps_smoothing:
            return corpus
        hyps, refs = ([" ".join(text.split()) for text in texts] for texts in (corpus.hyps, corpus.refs))
        return replace(corpus, hyps=hyps, refs=refs)

    def _items(self) -> list[tuple[str, str]]:
        return [(key, value) for key, value in self.metric.signature().items if key != "beta"]

    def _score(self, total: Row) -> CHRFScore:
        return CHRFScore(100 * self.metric.value(total), self.char_order, self.word_order, self.beta)


def corpus_chrf(
    hypotheses: Sequence[str],
    references: Streams,
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: float = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """sacreBLEU's `corpus_chrf`."""
    metric = CHRF(char_order, word_order, beta, whitespace=not remove_whitespace, eps_smoothing=eps_smoothing)
    return metric.corpus_score(hypotheses, references)


def sentence_chrf(
    hypothesis: str,
    references: Sequence[str],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: float = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """sacreBLEU's `sentence_chrf`."""
    metric = CHRF(char_order, word_order, beta, whitespace=not remove_whitespace, eps_smoothing=eps_smoothing)
    return metric.sentence_score(hypothesis, references)
