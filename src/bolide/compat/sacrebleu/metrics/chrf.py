"""sacreBLEU's chrF."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from bolide.compat.sacrebleu.metrics import base
from bolide.compat.sacrebleu.metrics.helpers import extract_all_char_ngrams, extract_word_ngrams
from bolide.compat.shapes import Streams
from bolide.corpus import Corpus
from bolide.data.stats import Row
from bolide.kernels.formulas.chrf import EPSILON
from bolide.metrics import chrf as core
from bolide.text.chrf_units import tokenize_chrf

CHAR_ORDER, WORD_ORDER, BETA = 6, 0, 2


class CHRFSignature(base.Signature):
    """The signature of chrF."""

    _names: ClassVar = base.SHORT_NAMES | {"case": "c", "eff": "e", "nc": "nc", "nw": "nw", "space": "s"}

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self.info["case"] = "lc" if args["lowercase"] else "mixed"
        self.info["eff"] = "no" if args["eps_smoothing"] else "yes"
        self.info["nc"] = args["char_order"]
        self.info["nw"] = args["word_order"]
        self.info["space"] = "yes" if args["whitespace"] else "no"


class CHRFScore(base.Score):
    """A chrF score on the scale of 0 to 100 with sacreBLEU's fields."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: float) -> None:
        super().__init__(f"chrF{beta}" + "+" * word_order, score)
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order


class CHRF(base.BolideBacked[core.CHRF, CHRFScore]):
    """sacreBLEU's `CHRF` class."""

    CHAR_ORDER, WORD_ORDER, BETA = CHAR_ORDER, WORD_ORDER, BETA
    _SIGNATURE_TYPE = CHRFSignature

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
        self._hold(references)

    @property
    def order(self) -> int:
        """The number of kinds of n-grams."""
        return self.char_order + self.word_order

    @property
    def metric(self) -> core.CHRF:
        """The metric that the attributes describe."""
        return _configured(
            self.char_order, self.word_order, self.beta, self.lowercase, self.whitespace, self.eps_smoothing
        )

    def _prepares(self) -> bool:
        return bool(self.eps_smoothing and not self.whitespace)

    def _prepared(self, corpus: Corpus) -> Corpus:
        """Remove all white space, as sacreBLEU does even with `eps_smoothing`; Bolide's removes only U+0020."""
        hyps, refs = ([" ".join(text.split()) for text in texts] for texts in (corpus.hyps, corpus.refs))
        return replace(corpus, hyps=hyps, refs=refs)

    def _to_peer(self, row: Row) -> list[int]:
        """Convert Bolide's row (hypothesis, reference, then matches) to sacreBLEU's, which goes order by order."""
        size = self.order
        return [count for n in range(size) for count in (row[n], row[size + n], row[2 * size + n])]

    def _from_peer(self, row: Sequence[Any]) -> Row:
        return tuple(base.to_count(count) for column in range(3) for count in row[column::3])

    def _score(self, metric: core.CHRF, total: Row) -> CHRFScore:
        return CHRFScore(100 * metric.formula.value(total), self.char_order, self.word_order, self.beta)

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
        rows = [
            [count for orders in zip(mine, theirs, strict=True) for count in self._get_match_statistics(*orders)]
            for theirs in ref_kwargs["ref_ngrams"]
        ]
        return max(rows, key=self._compute_f_score)

    @staticmethod
    def _get_match_statistics(hyp_ngrams: Any, ref_ngrams: Any) -> list[int]:
        shared = sum(min(count, ref_ngrams[gram]) for gram, count in hyp_ngrams.items() if gram in ref_ngrams)
        return [sum(hyp_ngrams.values()) if ref_ngrams else 0, sum(ref_ngrams.values()), shared]

    def _compute_f_score(self, statistics: Sequence[int]) -> float:
        means = [base.to_number(number) for number in statistics]
        if not all(map(float.is_integer, means)):
            return 100 * self._of_averages(means)
        row = array("q", self._from_peer(means))
        return 100 * self.metric.formula.evaluate(row, len(row))[0]

    def _of_averages(self, statistics: Sequence[float]) -> float:
        """The score of statistics that are means over references, as in MBR decoding with averaged references."""
        factor, used, whole = self.metric.formula.factor, 0, 0.0
        precision = recall = 0.0
        for hyp, ref, match in zip(statistics[::3], statistics[1::3], statistics[2::3], strict=True):
            p, r = (match / hyp if hyp > 0 else EPSILON), (match / ref if ref > 0 else EPSILON)
            whole += (1 + factor) * p * r / (factor * p + r) if factor * p + r > 0 else EPSILON
            if hyp > 0 and ref > 0:
                precision, recall, used = precision + p, recall + r, used + 1
        if self.metric.eps_smoothing:
            return whole / self.order
        if not precision + recall:
            return 0.0
        precision, recall = precision / used, recall / used
        return (1 + factor) * precision * recall / (factor * precision + recall)

    def _compute_score_from_stats(self, stats: Sequence[int]) -> CHRFScore:
        return CHRFScore(self._compute_f_score(stats), self.char_order, self.word_order, self.beta)


base.note_steps(CHRF, "_compute_f_score", "_get_match_statistics", "_remove_punctuation")


@lru_cache(256, typed=True)
def _configured(
    char_order: int, word_order: int, beta: float, lowercase: object, whitespace: object, eps_smoothing: object
) -> core.CHRF:
    """Bolide's metric with sacreBLEU's options, made once."""
    small, smooth = base.switch("lowercase", lowercase), base.switch("eps_smoothing", eps_smoothing)
    spaces = base.switch("whitespace", whitespace) and char_order != 0  # without effect in sacreBLEU, too
    return core.CHRF(char_order, word_order, beta, whitespace=spaces, lowercase=small, eps_smoothing=smooth)
