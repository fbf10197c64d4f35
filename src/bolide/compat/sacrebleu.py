"""sacreBLEU's own calls and scales over Bolide's metrics: change the import line, keep the code.

References come transposed here, as sacreBLEU has them: one list per reference set, each as long as the hypotheses;
None (or a missing line) stands where a segment lacks a reference.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bolide._version import __version__
from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.metrics import bleu as core
from bolide.metrics.smoothing import METHODS, SACREBLEU_METHODS
from bolide.stats import Row
from bolide.text.tokenizers import BY_LANGUAGE

_ABBREVIATIONS = {"case": "c", "eff": "e", "tok": "tok", "smooth": "s", "version": "v", "nrefs": "#"}


class Signature:
    """What `get_signature()` returns: `str()` of it, or `format(short=True)`."""

    def __init__(self, items: Sequence[tuple[str, str]]) -> None:
        self.info = dict(items)

    def format(self, short: bool = False) -> str:
        """The settings as one line."""
        return "|".join(f"{_ABBREVIATIONS[key] if short else key}:{value}" for key, value in self.info.items())

    def __str__(self) -> str:
        return self.format()

    __repr__ = __str__


class BLEUScore:
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
        self.name = "BLEU"
        self.score = score
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

    def format(self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False) -> str:
        """The score as sacreBLEU prints it."""
        shown = f"{self.score:.{width}f}"
        if score_only:
            return shown
        if is_json:
            data: dict[str, Any] = {"name": self.name, "score": float(shown), "signature": signature}
            data["verbose_score"] = self._verbose
            for item in signature.split("|"):
                key, _, value = item.partition(":")
                data[key] = value
            return json.dumps(data, indent=1, ensure_ascii=False)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {shown} {self._verbose}"

    def __repr__(self) -> str:
        return self.format()


class BLEU:
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
        references: Sequence[Sequence[str | None]] | None = None,
    ) -> None:
        if smooth_method not in SACREBLEU_METHODS:
            raise InputError(
                f"sacreBLEU has no smooth_method {smooth_method!r}; it has {', '.join(SACREBLEU_METHODS)}."
            )
        value = smooth_value if SACREBLEU_METHODS[smooth_method] is not None else None
        self.metric = core.BLEU(
            lowercase=lowercase,
            effective_order=effective_order,
            tokenize=tokenize or BY_LANGUAGE.get(trg_lang, "13a"),
            smooth=smooth_method,
            smooth_value=value,
            max_order=max_ngram_order,
        )
        self.num_refs: str | None = None
        self._references = references

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str | None]] | None,
        n_bootstrap: int = 1,
    ) -> BLEUScore:
        """BLEU of a corpus; `references` may be None where the constructor got them."""
        if n_bootstrap != 1:
            raise InputError("n_bootstrap is not offered here; use Bolide's own confidence intervals.")
        streams = self._references if references is None else references
        if streams is None:
            raise InputError("No references are given, here or to the constructor.")
        corpus = Corpus.of(hypotheses, segments_of(hypotheses, streams))
        self.num_refs = corpus.nrefs
        return self._score(self.metric.measure_corpus(corpus).total())

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> BLEUScore:
        """BLEU of one sentence with a list of its references."""
        if isinstance(references, str):
            raise InputError("`references` must be a list of strings, also for one reference.")
        corpus = Corpus.of([hypothesis], [references])
        self.num_refs = corpus.nrefs
        return self._score(self.metric.measure_corpus(corpus).total())

    def get_signature(self) -> Signature:
        """The settings; as in sacreBLEU the number of references is known after the first score."""
        if self.num_refs is None:
            raise ValueError("Number of references unknown, please evaluate the metric first.")
        items = dict(self.metric.signature(self.num_refs).items)
        value = METHODS[self.metric.smooth] if self.metric.smooth_value is None else self.metric.smooth_value
        items["smooth"] = self.metric.smooth + ("" if value is None else f"[{value:.2f}]")
        shown = [(key, items[key]) for key in ("case", "eff", "tok", "smooth")]
        return Signature([("nrefs", self.num_refs), *shown, ("version", f"bolide-{__version__}")])

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


def segments_of(hypotheses: Sequence[str], streams: Sequence[Sequence[str | None]]) -> list[list[str]]:
    """sacreBLEU's reference streams as one list of references a segment."""
    if isinstance(streams, str) or any(isinstance(stream, str) for stream in streams):
        raise InputError("`references` must be a list of lists: one list per reference set, with a line a segment.")
    for number, stream in enumerate(streams):
        if len(stream) != len(hypotheses):
            raise InputError(f"Reference set {number} has {len(stream)} lines for {len(hypotheses)} hypotheses.")
    return [[ref for ref in refs if ref is not None] for refs in zip(*streams, strict=True)]


def corpus_bleu(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
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


def raw_corpus_bleu(
    hypotheses: Sequence[str], references: Sequence[Sequence[str | None]], smooth_value: float | None = 0.1
) -> BLEUScore:
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
