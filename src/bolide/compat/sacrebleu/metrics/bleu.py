"""sacreBLEU's BLEU."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import Any, ClassVar

from bolide.compat.sacrebleu.metrics.base import Score, Signature, sacrelogger
from bolide.compat.sacrebleu.metrics.bolide_backed import BolideBacked, steps_of, to_count
from bolide.compat.sacrebleu.metrics.helpers import extract_all_word_ngrams
from bolide.compat.sacrebleu.shapes import Streams, WrongShape, switch
from bolide.compat.sacrebleu.tokenizers.tokenizer_base import is_bolides
from bolide.data.stats import Row
from bolide.metrics import bleu as core
from bolide.metrics.bleu.formula import SACREBLEU_METHODS
from bolide.system.errors import InputError, unknown
from bolide.system.messages import are, counted
from bolide.text.tokenize import BY_LANGUAGE

MAX_NGRAM_ORDER = 4

# Each tokenizer with its module and class in `tokenizers`, imported on first use.
_TOKENIZERS = {
    "none": "tokenizer_none.NoneTokenizer",
    "zh": "tokenizer_zh.TokenizerZh",
    "13a": "tokenizer_13a.Tokenizer13a",
    "intl": "tokenizer_intl.TokenizerV14International",
    "char": "tokenizer_char.TokenizerChar",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
    "spm": "tokenizer_spm.TokenizerSPM",
    "flores101": "tokenizer_spm.Flores101Tokenizer",
    "flores200": "tokenizer_spm.Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm.spBLEU1KTokenizer",
}


def _get_tokenizer(name: str) -> Any:
    """The class of a tokenizer."""
    if name not in _TOKENIZERS:
        raise unknown("tokenizer of sacreBLEU", name, _TOKENIZERS)
    module, _, cls = _TOKENIZERS[name].partition(".")
    return getattr(import_module(f"bolide.compat.sacrebleu.tokenizers.{module}"), cls)


class BLEUSignature(Signature):
    """The signature of BLEU."""


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
        super().__init__("BLEU", score)
        self.bp = bp
        self.counts = counts
        self.totals = totals
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.precisions = precisions
        self.prec_str = "/".join(f"{p:.1f}" for p in precisions)
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class BLEU(BolideBacked[core.BLEU, BLEUScore]):
    """sacreBLEU's `BLEU` class."""

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZERS = _TOKENIZERS.keys()
    TOKENIZER_DEFAULT = "13a"
    _TOKENIZER_MAP = BY_LANGUAGE
    _SIGNATURE_TYPE = BLEUSignature
    SHORT: ClassVar[dict[str, str]] = {"case": "c", "eff": "e", "tok": "tok", "smooth": "s"}
    OPTIONS = ("lowercase", "smooth_method", "smooth_value", "max_ngram_order", "effective_order")

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
        self.tokenizer = _get_tokenizer(name)()
        self.tokenizer_signature = self.tokenizer.signature()
        self._tokenize = "none"  # if another tokenizer is applied before
        if is_bolides(self.tokenizer, _TOKENIZERS.get(name)):
            self._bolide_tokenizer, self._tokenize = self.tokenizer, "flores101" if name == "spm" else name
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_method = smooth_method
        self.smooth_value = smooth_value
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        super().__init__(references)
        self._force = switch("force", force)

    def _configured(self) -> core.BLEU:
        return core.BLEU(
            lowercase=switch("lowercase", self.lowercase),
            effective_order=switch("effective_order", self.effective_order),
            tokenize=self._tokenize,
            smooth=_method(self.smooth_method),
            smooth_value=self.smooth_value if SACREBLEU_METHODS[self.smooth_method] is not None else None,
            max_order=self.max_ngram_order,
        )

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
        matches = [to_count(count) for count in correct[:orders]]
        if any(matches) and not matches[0]:
            raise InputError(f"The matches are {matches}: longer n-grams cannot match if no word does.")
        metric = core.BLEU(
            smooth=_method(smooth_method),
            smooth_value=smooth_value if SACREBLEU_METHODS[smooth_method] is not None else None,
            effective_order=switch("effective_order", effective_order),
            max_order=orders,
        )
        row = (0, to_count(sys_len), to_count(ref_len), *matches, *map(to_count, total[:orders]), *[0] * orders)
        return _score_of(metric, row)

    def _items(self) -> list[tuple[str, Any]]:
        usual = self.SMOOTH_DEFAULTS[self.smooth_method]
        value = usual if self.smooth_value is None else self.smooth_value
        return [
            ("case", "lc" if self.lowercase else "mixed"),
            ("eff", "yes" if self.effective_order else "no"),
            ("tok", self.tokenizer_signature),
            ("smooth", self.smooth_method + ("" if usual is None else f"[{value:.2f}]")),
        ]

    def _to_peer(self, row: Row) -> list[int]:
        return list(row[1 : 3 + 2 * self.max_ngram_order])  # without the number of segments and NLTK's columns

    def _from_peer(self, row: Sequence[Any]) -> Row:
        return (0, *map(to_count, row), *[0] * self.max_ngram_order)

    def _score(self, total: Row) -> BLEUScore:
        return _score_of(self.metric, total)

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


BLEU.HOOKS = steps_of(BLEU, "_get_closest_ref_len", "compute_bleu")


def _method(name: str) -> str:
    if name not in SACREBLEU_METHODS:
        raise InputError(f"sacreBLEU has no smooth_method {name!r}; it has {', '.join(SACREBLEU_METHODS)}.")
    return name


@lru_cache(64)
def _of_all_orders(metric: core.BLEU) -> core.BLEU:
    """The metric without effective order, so that it has a precision for every order."""
    return replace(metric, effective_order=False) if metric.effective_order else metric


def _score_of(metric: core.BLEU, total: Row) -> BLEUScore:
    """The score of one of Bolide's rows, with sacreBLEU's fields."""
    orders, row = metric.max_order, array("q", total)
    *smoothed, _, bp, _, _ = _of_all_orders(metric).formula.evaluate(row, len(row), whole=True)
    counts: list[Any] = list(total[3 : 3 + orders])
    totals: list[Any] = list(total[3 + orders : 3 + 2 * orders])
    if metric.smooth == "add-k" and any(counts):  # in this case only, sacreBLEU shows the smoothed counts
        k = 1 if metric.smooth_value is None else metric.smooth_value
        counts[1:] = [count + k for count in counts[1:]]
        totals[1:] = [count + k for count in totals[1:]]
    orders_shown = zip(smoothed, counts, totals, strict=True)
    precisions = [_hundreds(p, count, size) for p, count, size in orders_shown]
    # sacreBLEU's penalty for an empty system is 0 only if the reference is not empty.
    if not (total[1] or total[2]):
        bp = 1.0
    return BLEUScore(100 * metric.formula.value(total), counts, totals, precisions, bp, total[1], total[2])


def _hundreds(precision: float, count: float, size: float) -> float:
    """A precision as sacreBLEU prints it: one division, so that 51 of 80 is 63.75 and not a little less."""
    if precision and count:
        return 100 * count / size
    return float(f"{100 * precision:.15g}")  # a smoothed one: rounded to 15 digits
