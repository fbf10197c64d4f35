"""sacreBLEU's chrF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from bolide.compat.sacrebleu.metrics.base import Score, Signature
from bolide.compat.sacrebleu.metrics.bolide_backed import BolideBacked, steps_of, to_count
from bolide.compat.sacrebleu.metrics.helpers import extract_all_char_ngrams, extract_word_ngrams
from bolide.compat.sacrebleu.shapes import Streams, switch
from bolide.corpus import Corpus
from bolide.data.stats import Row
from bolide.metrics import chrf as core
from bolide.text.chrf_units import tokenize_chrf


class CHRFSignature(Signature):
    """The signature of chrF."""


class CHRFScore(Score):
    """A chrF score on the scale of 0 to 100 with sacreBLEU's fields."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: float) -> None:
        super().__init__(f"chrF{beta}" + "+" * word_order, score)
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order


class CHRF(BolideBacked[core.CHRF, CHRFScore]):
    """sacreBLEU's `CHRF` class."""

    CHAR_ORDER, WORD_ORDER, BETA = 6, 0, 2
    _SIGNATURE_TYPE = CHRFSignature
    SHORT: ClassVar[dict[str, str]] = {"case": "c", "eff": "e", "nc": "nc", "nw": "nw", "space": "s"}
    OPTIONS = ("char_order", "word_order", "beta", "lowercase", "whitespace", "eps_smoothing")

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
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        super().__init__(references)

    def _configured(self) -> core.CHRF:
        self.order = self.char_order + self.word_order
        return core.CHRF(
            self.char_order,
            self.word_order,
            self.beta,
            whitespace=switch("whitespace", self.whitespace),
            lowercase=switch("lowercase", self.lowercase),
            eps_smoothing=switch("eps_smoothing", self.eps_smoothing),
        )

    def _prepared(self, corpus: Corpus) -> Corpus:
        """Remove all white space, as sacreBLEU does even with `eps_smoothing`; Bolide's removes only U+0020."""
        if self.metric.whitespace or not self.metric.eps_smoothing:
            return corpus
        hyps, refs = ([" ".join(text.split()) for text in texts] for texts in (corpus.hyps, corpus.refs))
        return replace(corpus, hyps=hyps, refs=refs)

    def _items(self) -> list[tuple[str, Any]]:
        return [
            ("case", "lc" if self.lowercase else "mixed"),
            ("eff", "no" if self.eps_smoothing else "yes"),
            ("nc", self.char_order),
            ("nw", self.word_order),
            ("space", "yes" if self.whitespace else "no"),
        ]

    def _to_peer(self, row: Row) -> list[int]:
        """Convert Bolide's row (hypothesis, reference, then matches) to sacreBLEU's, which goes order by order."""
        size = self.order
        return [count for n in range(size) for count in (row[n], row[size + n], row[2 * size + n])]

    def _from_peer(self, row: Sequence[Any]) -> Row:
        return tuple(to_count(count) for column in range(3) for count in row[column::3])

    def _score(self, total: Row) -> CHRFScore:
        return CHRFScore(100 * self.metric.formula.value(total), self.char_order, self.word_order, self.beta)

    # --- the steps by themselves, for code that calls them ----------------------------------------------------------

    def _preprocess_segment(self, sent: str) -> str:
        return sent.lower() if self.lowercase else sent

    def _remove_punctuation(self, sent: str) -> list[str]:
        return tokenize_chrf(sent)

    def _ngrams(self, text: str) -> list[Any]:
        counted: list[Any] = [*extract_all_char_ngrams(text, self.char_order, self.whitespace)]
        words = self._remove_punctuation(text)
        return [*counted, *(extract_word_ngrams(words, n) for n in range(1, self.word_order + 1))]

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        return {"ref_ngrams": [self._ngrams(ref) for ref in refs]}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[int]:
        mine = self._ngrams(hypothesis)
        rows = []
        for theirs in ref_kwargs["ref_ngrams"]:
            row: list[int] = []
            for hyp, ref in zip(mine, theirs, strict=True):
                row += self._get_match_statistics(hyp, ref)
            rows.append(row)
        return max(rows, key=self._compute_f_score)

    @staticmethod
    def _get_match_statistics(hyp_ngrams: Any, ref_ngrams: Any) -> list[int]:
        shared = sum(min(count, ref_ngrams[gram]) for gram, count in hyp_ngrams.items() if gram in ref_ngrams)
        return [sum(hyp_ngrams.values()) if ref_ngrams else 0, sum(ref_ngrams.values()), shared]

    def _compute_f_score(self, statistics: Sequence[int]) -> float:
        return 100 * self.metric.formula.value(self._from_peer(statistics))

    def _compute_score_from_stats(self, stats: Sequence[int]) -> CHRFScore:
        return CHRFScore(self._compute_f_score(stats), self.char_order, self.word_order, self.beta)


CHRF.HOOKS = steps_of(CHRF, "_compute_f_score", "_get_match_statistics", "_remove_punctuation")
