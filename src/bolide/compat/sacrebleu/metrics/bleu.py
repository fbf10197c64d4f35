"""sacreBLEU's BLEU."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from operator import gt
from typing import Any, ClassVar

from bolide.compat.sacrebleu import tokenizers
from bolide.compat.sacrebleu.metrics import base
from bolide.compat.sacrebleu.metrics.helpers import extract_all_word_ngrams
from bolide.compat.shapes import Streams, WrongOption, WrongShape
from bolide.data.stats import Row
from bolide.metrics import bleu as core
from bolide.metrics.bleu.formula import SACREBLEU_METHODS
from bolide.system.errors import InputError, unknown
from bolide.text.tokenize import BY_LANGUAGE

MAX_NGRAM_ORDER = 4
_TOKENIZERS = tokenizers.TOKENIZERS


def _get_tokenizer(name: str) -> Any:
    """The class of a tokenizer."""
    if name not in _TOKENIZERS:
        raise WrongOption(str(unknown("tokenizer of sacreBLEU", name, _TOKENIZERS)))
    return getattr(tokenizers, _TOKENIZERS[name])


class BLEUSignature(base.Signature):
    """The signature of BLEU."""

    _names: ClassVar = base.SHORT_NAMES | {"case": "c", "eff": "e", "tok": "tok", "smooth": "s"}

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        method, value = args["smooth_method"], args["smooth_value"]
        usual = BLEU.SMOOTH_DEFAULTS[method]
        self.info["case"] = "lc" if args["lowercase"] else "mixed"
        self.info["eff"] = "yes" if args["effective_order"] else "no"
        self.info["tok"] = args["tokenizer_signature"]
        self.info["smooth"] = method if usual is None else f"{method}[{usual if value is None else value:.2f}]"


class BLEUScore(base.Score):
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


class BLEU(base.BolideBacked[core.BLEU, BLEUScore]):
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
            base.sacrelogger.warning("For the language %s, %r or a flores model is usual.", trg_lang, usual)
        self.tokenizer = tokenizer = _get_tokenizer(name)()
        self.tokenizer_signature = tokenizer.signature()
        if tokenizers.is_unchanged(type(tokenizer)):
            self._bolide_tokenizer, self._tokenize = tokenizer, tokenizer.name
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_method = smooth_method
        self.smooth_value = smooth_value
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self._force = base.switch("force", force)
        if self.metric:  # which checks the options
            self._hold(references)

    @property
    def metric(self) -> core.BLEU:
        """The metric that the attributes describe."""
        options = self.lowercase, self.smooth_method, self.smooth_value, self.effective_order, self.max_ngram_order
        return _configured(self._tokenize, *options)

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
            raise WrongShape(f"There must be {orders} numbers of matches and of n-grams, one per order.")
        metric = _configured("none", False, smooth_method, smooth_value, effective_order, orders)
        row: tuple[Any, ...] = (0, sys_len, ref_len, *correct[:orders], *total[:orders], *(0,) * orders)
        try:
            integers = type(sum(row)) is int
        except TypeError:  # one of them is no number
            integers = False
        if not integers:  # of numpy, or means over references, as in MBR decoding
            row = tuple(map(base.to_number, row))
            row = tuple(map(int, row)) if all(map(float.is_integer, row)) else row
        matches = row[3 : 3 + orders]
        impossible = any(map(gt, matches, row[3 + orders :])) or (any(matches) and not matches[0])
        if type(row[0]) is int and (impossible or min(row) < 0):
            raise InputError(
                f"There cannot be {list(correct)} matches among {list(total)} n-grams in {sys_len} words: longer "
                "n-grams cannot match if no word does, and no more of them than there are."
            )
        return _score_of(metric, smooth_value, row)

    def _to_peer(self, row: Row) -> list[int]:
        return list(row[1 : 3 + 2 * self.max_ngram_order])  # without the number of segments and NLTK's columns

    def _from_peer(self, row: Sequence[Any]) -> Row:
        return (0, *map(base.to_count, row), *[0] * self.max_ngram_order)

    def _score(self, metric: core.BLEU, total: Row) -> BLEUScore:
        return _score_of(metric, self.smooth_value, total)

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> BLEUScore:
        """The score of one sentence with a list of its references."""
        if not self.effective_order:
            base.sacrelogger.warning("Sentence BLEU is better computed with `effective_order=True`.")
        return super().sentence_score(hypothesis, references)

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
        options = self.smooth_method, self.smooth_value, self.effective_order, orders
        return self.compute_bleu(stats[2 : 2 + orders], stats[2 + orders :], int(stats[0]), int(stats[1]), *options)


base.note_steps(BLEU, "_get_closest_ref_len", "compute_bleu")


@lru_cache(256, typed=True)
def _configured(
    tokenize: str, lowercase: object, method: str, value: float | None, effective_order: object, orders: int
) -> core.BLEU:
    """Bolide's metric with sacreBLEU's options, made once."""
    small, effective = base.switch("lowercase", lowercase), base.switch("effective_order", effective_order)
    if method not in SACREBLEU_METHODS:
        raise WrongOption(f"sacreBLEU has no smooth_method {method!r}; it has {', '.join(SACREBLEU_METHODS)}.")
    if SACREBLEU_METHODS[method] is None:
        value = None
    return core.BLEU(small, effective, tokenize, method, value, orders)


def _score_of(metric: core.BLEU, smooth_value: Any, row: Sequence[Any]) -> BLEUScore:
    """The score of one of Bolide's rows, or of a mean of rows (not of integers), with sacreBLEU's fields."""
    orders, method = metric.max_ngram_order, metric.smooth_method
    k: Any = BLEU.SMOOTH_DEFAULTS[method] if smooth_value is None else smooth_value
    sys_len, ref_len = row[1], row[2]
    counts, totals = [*row[3 : 3 + orders]], [*row[3 + orders : 3 + 2 * orders]]
    precisions, used, halvings = [0.0] * orders, orders, 1
    # Divided as sacreBLEU divides, so that 51 of 80 is 63.75 and not a little less.
    for n in range(orders) if any(counts) else ():
        if n and method == "add-k":
            counts[n] += k
            totals[n] += k
        count, size = counts[n], totals[n]
        if not size:
            if n and metric.effective_order:
                used = n
            break
        if count:
            precisions[n] = 100 * count / size
        elif method == "exp":
            halvings *= 2
            precisions[n] = 100 / (halvings * size)
        elif method == "floor":
            precisions[n] = 100 * k / size
    bp = 1.0  # also of an empty system, if the reference is empty, too
    if sys_len < ref_len:
        bp = math.exp(1 - ref_len / sys_len) if sys_len > 0 else 0.0
    if type(row[0]) is int:
        score = 100 * metric.formula.value(row)
    else:
        logs = [math.log(precision) for precision in precisions[:used] if precision]
        score = bp * math.exp(sum(logs) / used) if len(logs) == used else 0.0
    return BLEUScore(score, counts, totals, precisions, bp, int(sys_len), int(ref_len))
