"""sacreBLEU's BLEU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bolide.compat.sacrebleu.calls import Calls, Score, Streams, switch
from bolide.errors import InputError
from bolide.metrics import bleu as core
from bolide.metrics.bleu.formula import METHODS, SACREBLEU_METHODS
from bolide.stats import Row
from bolide.text.tokenizers import BY_LANGUAGE


class BLEUScore(Score):
    """A BLEU score on the scale of 0 to 100 with sacreBLEU's fields."""

    def __init__(
        self,
        score: float,
        counts: list[float],
        totals: list[float],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.counts = counts
        self.totals = totals
        self.precisions = precisions
        self.bp = bp
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.ratio = sys_len / ref_len if ref_len else 0
        self.prec_str = "/".join(f"{p:.1f}" for p in precisions)
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class BLEU(Calls[core.BLEU, BLEUScore]):
    """sacreBLEU's `BLEU` class."""

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = 4,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Streams | None = None,
    ) -> None:
        if smooth_method not in SACREBLEU_METHODS:
            raise InputError(
                f"sacreBLEU has no smooth_method {smooth_method!r}; it has {', '.join(SACREBLEU_METHODS)}."
            )
        value = smooth_value if SACREBLEU_METHODS[smooth_method] is not None else None
        metric = core.BLEU(
            lowercase=switch("lowercase", lowercase),
            effective_order=switch("effective_order", effective_order),
            tokenize=tokenize or BY_LANGUAGE.get(trg_lang, "13a"),
            smooth=smooth_method,
            smooth_value=value,
            max_order=max_ngram_order,
        )
        super().__init__(metric, references)

    def _items(self) -> list[tuple[str, str]]:
        items = dict(self.metric.signature(self.num_refs).items)
        value = METHODS[self.metric.smooth] if self.metric.smooth_value is None else self.metric.smooth_value
        items["smooth"] = self.metric.smooth + ("" if value is None else f"[{value:.2f}]")
        return [(key, items[key]) for key in ("case", "eff", "tok", "smooth")]

    def _score(self, total: Row) -> BLEUScore:
        metric = replace(self.metric, effective_order=False)
        parts = metric.parts(total)
        counts, totals = list(parts["counts"]), list(parts["totals"])
        if metric.smooth == "add-k" and any(counts):  # sacreBLEU shows the smoothed counts in this one case
            k = 1 if metric.smooth_value is None else metric.smooth_value
            counts[1:] = [count + k for count in counts[1:]]
            totals[1:] = [count + k for count in totals[1:]]
        precisions = [100 * p for p in parts["precisions"]]
        value = 100 * self.metric.value(total)
        return BLEUScore(value, counts, totals, precisions, parts["bp"] if total[1] else _bp(total), total[1], total[2])


def _bp(total: Row) -> float:
    """sacreBLEU's penalty for an empty system is 0 only where the reference is not empty too."""
    return 0.0 if total[2] else 1.0


def corpus_bleu(
    hypotheses: Sequence[str],
    references: Streams,
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str = "13a",
    use_effective_order: bool = False,
) -> BLEUScore:
    """sacreBLEU's `corpus_bleu`."""
    metric = BLEU(lowercase, force, tokenize, smooth_method, smooth_value, effective_order=use_effective_order)
    return metric.corpus_score(hypotheses, references)


def raw_corpus_bleu(hypotheses: Sequence[str], references: Streams, smooth_value: float | None = 0.1) -> BLEUScore:
    """sacreBLEU's `raw_corpus_bleu`: no tokenizer, floor smoothing, effective order."""
    return corpus_bleu(hypotheses, references, "floor", smooth_value, True, tokenize="none", use_effective_order=True)


def sentence_bleu(
    hypothesis: str,
    references: Sequence[str],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    lowercase: bool = False,
    tokenize: str = "13a",
    use_effective_order: bool = True,
) -> BLEUScore:
    """sacreBLEU's `sentence_bleu`."""
    metric = BLEU(lowercase, False, tokenize, smooth_method, smooth_value, effective_order=use_effective_order)
    return metric.sentence_score(hypothesis, references)
