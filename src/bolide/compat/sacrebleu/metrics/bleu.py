"""sacreBLEU's BLEU."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from bolide.compat.sacrebleu import tokenizers
from bolide.compat.sacrebleu.metrics.base import SHORT_NAMES, Score, Signature, sacrelogger
from bolide.compat.sacrebleu.metrics.bolide_backed import BolideBacked, note_steps, to_count, to_number
from bolide.compat.sacrebleu.metrics.helpers import extract_all_word_ngrams
from bolide.compat.sacrebleu.shapes import Streams, UnknownMethod, UnknownTokenizer, WrongShape, switch
from bolide.data.stats import Row
from bolide.metrics import bleu as core
from bolide.metrics.bleu.formula import SACREBLEU_METHODS
from bolide.system.errors import InputError, unknown
from bolide.system.messages import are, counted
from bolide.text.tokenize import BY_LANGUAGE

MAX_NGRAM_ORDER = 4
_TOKENIZERS = tokenizers.TOKENIZERS


def _get_tokenizer(name: str) -> Any:
    """The class of a tokenizer."""
    if name not in _TOKENIZERS:
        raise UnknownTokenizer(str(unknown("tokenizer of sacreBLEU", name, _TOKENIZERS)))
    return getattr(tokenizers, _TOKENIZERS[name])


class BLEUSignature(Signature):
    """The signature of BLEU."""

    short_names: ClassVar = {**SHORT_NAMES, "case": "c", "eff": "e", "tok": "tok", "smooth": "s"}


class BLEUScore(Score):
    """A BLEU score on the scale of 0 to 100 with sacreBLEU's fields."""

    def __init__(
        self,
        score: float,
        counts: list[Any],
        totals: list[Any],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        self.name, self.score, self._mean, self._ci = "BLEU", score, -1.0, -1.0
        self.bp = bp
        self.counts = counts
        self.totals = totals
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.precisions = precisions
        self.ratio = sys_len / ref_len if ref_len else 0

    @cached_property
    def prec_str(self) -> str:
        """The precisions as they are printed."""
        return "/".join(f"{p:.1f}" for p in self.precisions)

    @cached_property
    def _verbose(self) -> str:  # type: ignore[override]
        lengths = f"hyp_len = {self.sys_len:d} ref_len = {self.ref_len:d}"
        return f"{self.prec_str} (BP = {self.bp:.3f} ratio = {self.ratio:.3f} {lengths})"


class BLEU(BolideBacked[core.BLEU, BLEUScore]):
    """sacreBLEU's `BLEU` class."""

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZERS = _TOKENIZERS.keys()
    TOKENIZER_DEFAULT = "13a"
    _TOKENIZER_MAP = BY_LANGUAGE
    _SIGNATURE_TYPE = BLEUSignature
    _tokenize = "none"  # if another tokenizer is applied before
    _bolide_tokenizer: Any = None  # the tokenizer that `metric` applies by itself

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Streams | None = None,
    ) -> None:
        usual = BY_LANGUAGE.get(trg_lang, self.TOKENIZER_DEFAULT)
        name = usual if tokenize is None else tokenize
        if trg_lang in BY_LANGUAGE and name != usual:
            sacrelogger.warning("For the language %s the tokenizer %r or a flores model is usual.", trg_lang, usual)
        self.tokenizer = tokenizer = _get_tokenizer(name)()
        self.tokenizer_signature = tokenizer.signature()
        if tokenizers.is_unchanged(type(tokenizer)):
            self._bolide_tokenizer, self._tokenize = tokenizer, "flores101" if name == "spm" else name
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_method = smooth_method
        self.smooth_value = smooth_value
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self._force = switch("force", force)
        if self.metric and references is not None:  # the metric checks the options
            self._hold(references)

    @property
    def metric(self) -> core.BLEU:
        """The metric that the attributes describe."""
        return _configured(
            self._tokenize,
            switch("lowercase", self.lowercase),
            self.smooth_method,
            self.smooth_value,
            switch("effective_order", self.effective_order),
            self.max_ngram_order,
        )

    def _by_steps(self) -> bool:
        return self.tokenizer is not self._bolide_tokenizer or super()._by_steps()

    @staticmethod
    def compute_bleu(
        correct: Sequence[Any],
        total: Sequence[Any],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """BLEU from its statistics: matches and n-grams of each order, and both lengths."""
        orders = max_ngram_order
        if len(correct) < orders or len(total) < orders:
            raise WrongShape(
                f"There {are(len(correct))} {counted(len(correct), 'number')} of matches and {len(total)} of n-grams "
                f"for {counted(orders, 'order')}; give one of each per order."
            )
        metric = _configured(
            "none", False, smooth_method, smooth_value, switch("effective_order", effective_order), orders
        )
        numbers = sys_len, ref_len, *correct[:orders], *total[:orders]
        try:
            row = tuple(array("q", (0, *numbers, *[0] * orders)))
        except TypeError:  # not all of them are integers
            means = [to_number(number) for number in numbers]
            if not all(map(float.is_integer, means)):
                return _score_of_averages(metric, means)
            row = (0, *map(int, means), *[0] * orders)
        if not row[3] and any(row[3 : 3 + orders]):
            raise InputError(f"The matches are {list(correct)}: longer n-grams cannot match if no word does.")
        return _score_of(metric, row)

    def _items(self) -> dict[str, Any]:
        usual = self.SMOOTH_DEFAULTS[self.smooth_method]
        value = usual if self.smooth_value is None else self.smooth_value
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "yes" if self.effective_order else "no",
            "tok": self.tokenizer_signature,
            "smooth": self.smooth_method + ("" if usual is None else f"[{value:.2f}]"),
        }

    def _to_peer(self, row: Row) -> list[int]:
        return list(row[1 : 3 + 2 * self.max_ngram_order])  # without the number of segments and NLTK's columns

    def _from_peer(self, row: Sequence[Any]) -> Row:
        return (0, *map(to_count, row), *[0] * self.max_ngram_order)

    def _score(self, metric: core.BLEU, total: Row) -> BLEUScore:
        return _score_of(metric, total)

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> BLEUScore:
        """The score of one sentence with a list of its references."""
        if not self.effective_order:
            sacrelogger.warning("Sentence BLEU is better computed with `effective_order=True`.")
        score: BLEUScore = super().sentence_score(hypothesis, references)
        return score

    # --- the steps by themselves, for code that calls them ----------------------------------------------------------

    def _preprocess_segment(self, sent: str) -> str:
        text: str = self.tokenizer((sent.lower() if self.lowercase else sent).rstrip())
        return text

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        grams = [extract_all_word_ngrams(ref, 1, self.max_ngram_order) for ref in refs]
        most = grams[0][0].copy()
        for ngrams, _ in grams[1:]:
            most |= ngrams
        return {"ref_ngrams": most, "ref_lens": [size for _, size in grams]}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[int]:
        ngrams, size = extract_all_word_ngrams(hypothesis, 1, self.max_ngram_order)
        correct, total = [0] * self.max_ngram_order, [0] * self.max_ngram_order
        for ngram, count in ngrams.items():
            total[len(ngram) - 1] += count
            correct[len(ngram) - 1] += min(count, ref_kwargs["ref_ngrams"].get(ngram, 0))
        return [size, self._get_closest_ref_len(size, ref_kwargs["ref_lens"]), *correct, *total]

    def _get_closest_ref_len(self, hyp_len: int, ref_lens: Sequence[int]) -> int:
        return min(ref_lens, key=lambda size: (abs(size - hyp_len), size))

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> BLEUScore:
        orders = self.max_ngram_order
        return self.compute_bleu(
            correct=stats[2 : 2 + orders],
            total=stats[2 + orders :],
            sys_len=int(stats[0]),
            ref_len=int(stats[1]),
            smooth_method=self.smooth_method,
            smooth_value=self.smooth_value,
            effective_order=self.effective_order,
            max_ngram_order=orders,
        )


note_steps(BLEU, "_get_closest_ref_len", "compute_bleu")


@lru_cache(256, typed=True)
def _configured(
    tokenize: str, lowercase: bool, method: str, value: float | None, effective_order: bool, orders: int
) -> core.BLEU:
    """Bolide's metric with sacreBLEU's options, made once."""
    if method not in SACREBLEU_METHODS:
        raise UnknownMethod(f"sacreBLEU has no smooth_method {method!r}; it has {', '.join(SACREBLEU_METHODS)}.")
    if SACREBLEU_METHODS[method] is None:
        value = None
    return core.BLEU(lowercase, effective_order, tokenize, method, value, orders)


def _score_of(metric: core.BLEU, row: Row) -> BLEUScore:
    """The score of one of Bolide's rows, with sacreBLEU's fields."""
    orders, numbers = metric.max_ngram_order, metric.formula.numbers_of_counted(row)
    _, sys_len, ref_len, *columns = row
    counts: list[Any] = columns[:orders]
    totals: list[Any] = columns[orders : 2 * orders]
    if metric.smooth_method == "add-k" and any(counts):  # in this case only, sacreBLEU shows the smoothed counts
        k = 1 if metric.smooth_value is None else metric.smooth_value
        counts[1:] = [count + k for count in counts[1:]]
        totals[1:] = [count + k for count in totals[1:]]
    # One division each, so that 51 of 80 is 63.75 and not a little less; smoothed ones are rounded to 15 digits.
    precisions = [
        (100 * count / size if count else float(f"{100 * p:.15g}")) if p else 0.0
        for p, count, size in zip(numbers, counts, totals, strict=False)
    ]
    # sacreBLEU's penalty for an empty system is 0 only if the reference is not empty.
    bp = numbers[orders + 1] if sys_len or ref_len else 1.0
    return BLEUScore(100 * numbers[-1], counts, totals, precisions, bp, sys_len, ref_len)


def _score_of_averages(metric: core.BLEU, numbers: Sequence[float]) -> BLEUScore:
    """The score of statistics that are means over references, as in MBR decoding with averaged references."""
    orders, k, halvings = metric.max_ngram_order, metric.smooth_value, 1.0
    k = (SACREBLEU_METHODS[metric.smooth_method] or 0.0) if k is None else k
    (sys_len, ref_len), counts, totals = numbers[:2], list(numbers[2 : 2 + orders]), list(numbers[2 + orders :])
    bp = 1.0
    if sys_len < ref_len:
        bp = math.exp(1 - ref_len / sys_len) if sys_len > 0 else 0.0
    precisions, used = [0.0] * orders, orders
    for n in range(orders if any(counts) else 0):
        if metric.smooth_method == "add-k" and n:
            counts[n] += k
            totals[n] += k
        if not totals[n]:
            break
        used = n + 1 if metric.effective_order else orders
        if counts[n]:
            precisions[n] = 100.0 * counts[n] / totals[n]
        elif metric.smooth_method == "exp":
            halvings *= 2
            precisions[n] = 100.0 / (halvings * totals[n])
        elif metric.smooth_method == "floor":
            precisions[n] = 100.0 * k / totals[n]
    zero = not all(precisions[:used])
    score = 0.0 if zero else bp * math.exp(sum(map(math.log, precisions[:used])) / used)
    return BLEUScore(score, counts, totals, precisions, bp, int(sys_len), int(ref_len))
