"""What is replaced in sacreBLEU: the counting of BLEU, chrF and TER, for corpora and for single sentences.

Checks of arguments, sums, formulas, scores, signatures, resampling and the command line remain sacreBLEU's. Whatever is
not exactly as sacreBLEU made it (a step, an attribute, a tokenizer, the type of a text) is counted by sacreBLEU itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache, wraps
from importlib import import_module
from itertools import accumulate, chain, pairwise, zip_longest
from operator import attrgetter
from typing import Any, NamedTuple

from bolide._version import __version__
from bolide.corpus import UNNAMED, Corpus
from bolide.kernels.edits.ter import REF_SCALE, SEGMENT_COLUMNS, segment_row
from bolide.kernels.ngrams import clipped, clipped_row, count_pairs, pair_rows
from bolide.peers import Hook
from bolide.text.chrf_units import ChrfTexts, tokenize_chrf
from bolide.text.tokens import CHARACTERS, encode, segment_of

VERSIONS = ("2.4", "2.5", "2.6")
MOST_ORDERS = 20
LARGEST_BETA = 1000
FEW = 4  # references of a sentence that is counted by itself
BLOCK = 96  # segments counted at a time
TOKENIZED = 100  # lines that end in " .", of which sacreBLEU warns

STEPS = (
    *("_check_sentence_score_args", "_cache_references", "_extract_corpus_statistics"),
    *("_preprocess_segment", "_extract_reference_info", "_compute_segment_statistics"),
)
STEPS_OF = {
    "BLEU": (*STEPS, "_get_closest_ref_len"),
    "CHRF": (*STEPS, "_compute_f_score", "_get_match_statistics", "_remove_punctuation", "_PUNCTS"),
    "TER": STEPS,
}
TOKENIZERS = {
    "sacrebleu.tokenizers.tokenizer_13a.Tokenizer13a": "13a",
    "sacrebleu.tokenizers.tokenizer_char.TokenizerChar": "char",
    "sacrebleu.tokenizers.tokenizer_intl.TokenizerV14International": "intl",
    "sacrebleu.tokenizers.tokenizer_none.NoneTokenizer": "none",
    "sacrebleu.tokenizers.tokenizer_ter.TercomTokenizer": "tercom",
    "sacrebleu.tokenizers.tokenizer_zh.TokenizerZh": "zh",
}

Row = list[Any]


# --- counting -----------------------------------------------------------------------------------------------------


class BleuCounts(NamedTuple):
    """What decides BLEU's rows, and the rows: lengths, matches and totals, as sacreBLEU orders them."""

    tokenize: str
    lowercase: bool
    orders: int

    def row(self, metric: Any, hyp: str, refs: Sequence[str]) -> Row | None:
        """The row of one sentence; None if it needs more than the short way."""
        segment = segment_of(3 + 3 * self.orders, self.tokenize)
        row = None if segment is None else clipped_row(segment, _cased(self.lowercase, hyp, *refs), self.orders)
        return None if row is None else [*row[1 : 3 + 2 * self.orders]]

    def rows(self, metric: Any, corpus: Corpus) -> Iterator[Row]:
        """The row of every segment."""
        width = 3 + 3 * self.orders
        for block in corpus.blocks(BLOCK):
            texts = encode([*block.hyps, *block.refs], self.tokenize, self.lowercase)
            data = array("q", bytes(8 * width * len(block)))
            table = memoryview(data).cast("B").cast("q", (len(block), width))
            clipped(texts.ids, *texts.spans, memoryview(block.ref_starts), self.orders, False, table)
            flat = data.tolist()
            yield from (flat[at + 1 : at + 3 + 2 * self.orders] for at in range(0, len(flat), width))


class ChrfCounts(NamedTuple):
    """What decides chrF's rows, and the rows: for each order both sides' n-grams and matches."""

    char_order: int
    word_order: int
    whitespace: bool
    lowercase: bool

    def row(self, metric: Any, hyp: str, refs: Sequence[str]) -> Row | None:
        """The row of one sentence; None if it needs more than the short way."""
        texts = _cased(self.lowercase, hyp, *refs)
        rows: list[Row] = [[] for _ in refs]
        for tokenize, orders in ((CHARACTERS, self.char_order), (None, self.word_order)):
            if not orders:
                continue
            segment = segment_of(3 * orders, tokenize)
            units: list[Any] = texts if self.whitespace else ["".join(text.split()) for text in texts]
            if tokenize is None:
                units = list(map(tokenize_chrf, texts))
            counted = None if segment is None else pair_rows(segment, units, orders, True)
            if counted is None:
                return None
            for row, numbers in zip(rows, counted, strict=True):
                row += _by_order(numbers, orders)
        return _best(metric, rows)

    def rows(self, metric: Any, corpus: Corpus) -> Iterator[Row]:
        """The row of every segment."""
        orders = self.char_order + self.word_order
        for block in corpus.blocks(BLOCK):
            texts, starts = ChrfTexts([*block.hyps, *block.refs], self.lowercase), memoryview(block.ref_starts)
            data = array("q", bytes(24 * orders * len(block.refs)))
            table = memoryview(data).cast("B").cast("q", (len(block.refs), 3 * orders))
            if self.char_order:
                ids = texts.characters(self.whitespace)
                count_pairs(ids.ids, *ids.spans, starts, self.char_order, 0, True, table)
            if self.word_order:
                ids = texts.words()
                count_pairs(ids.ids, *ids.spans, starts, self.word_order, self.char_order, True, table)
            flat = data.tolist()
            rows = [_by_order(flat[at : at + 3 * orders], orders) for at in range(0, len(flat), 3 * orders)]
            yield from (_best(metric, rows[first:end]) for first, end in pairwise(block.ref_starts))


class TerCounts(NamedTuple):
    """What decides TER's rows, and the rows: edits, and the mean length of the references."""

    normalized: bool
    no_punct: bool
    asian_support: bool
    case_sensitive: bool

    def row(self, metric: Any, hyp: str, refs: Sequence[str]) -> Row | None:
        """The row of one sentence; None if it needs more than the short way."""
        if self.normalized or self.no_punct:
            return None
        segment = segment_of(len(SEGMENT_COLUMNS), "whitespace")
        numbers = None if segment is None else segment_row(segment, _cased(not self.case_sensitive, hyp, *refs))
        return None if numbers is None else [numbers[1], numbers[2] / REF_SCALE]

    def rows(self, metric: Any, corpus: Corpus) -> Iterator[Row]:
        """The row of every segment."""
        return ([row[1], row[2] / REF_SCALE] for row in _ter_counts(*self).measure(corpus).rows)


def _cased(lowercase: bool, *texts: str) -> list[str]:
    return [text.lower() for text in texts] if lowercase else [*texts]


@cache
def _ter_counts(*setting: bool) -> Any:
    """Bolide's counts for a setting of the tokenizer, imported when TER is computed."""
    from bolide.metrics.ter import TERCounts
    from bolide.text.tokenize.mteval import Tercom

    return TERCounts(Tercom(*setting), False)


def _by_order(numbers: Sequence[int], orders: int) -> Row:
    """One side's numbers, the other's, then matches, rearranged order by order."""
    row: Row = [0] * (3 * orders)
    row[::3], row[1::3], row[2::3] = numbers[:orders], numbers[orders : 2 * orders], numbers[2 * orders :]
    return row


def _best(metric: Any, rows: list[Row]) -> Row:
    """The row of the reference that sacreBLEU prefers: the first with the highest score."""
    return rows[0] if len(rows) == 1 else max(rows, key=metric._compute_f_score)


# --- what a metric counts at the moment ---------------------------------------------------------------------------


def _bleu(metric: Any) -> BleuCounts | None:
    orders, tokenize = metric.max_ngram_order, _tokenizer(metric.tokenizer)
    usual = type(orders) is int and 0 < orders <= MOST_ORDERS and type(metric.lowercase) is bool
    return BleuCounts(tokenize, metric.lowercase, orders) if usual and tokenize not in (None, "tercom") else None


def _chrf(metric: Any) -> ChrfCounts | None:
    orders = metric.char_order, metric.word_order
    switches = metric.whitespace, metric.lowercase, metric.eps_smoothing
    usual = (
        all(type(order) is int and 0 <= order <= MOST_ORDERS for order in orders)
        and (type(metric.order) is int and metric.order == sum(orders) > 0)
        and (type(metric.beta) in (int, float) and -LARGEST_BETA <= metric.beta <= LARGEST_BETA)
        and all(type(value) is bool for value in switches)
    )
    return ChrfCounts(*orders, *switches[:2]) if usual else None


def _ter(metric: Any) -> TerCounts | None:
    tokenizer = metric.tokenizer  # which keeps the settings that it was made with
    switches = tuple(map(vars(tokenizer).get, ("_normalized", "_no_punct", "_asian_support", "_case_sensitive")))
    usual = _tokenizer(tokenizer) == "tercom" and all(type(value) is bool for value in switches)
    return TerCounts(*switches) if usual else None


_seen: dict[type, tuple[str, tuple[Any, ...]]] = {}  # sacreBLEU's tokenizers, and what has to stay as it is


def _tokenizer(tokenizer: Any) -> str | None:
    """The name of one of sacreBLEU's tokenizers; None if it is another one, or was changed."""
    cls = type(tokenizer)
    if cls not in _seen:
        name = TOKENIZERS.get(f"{cls.__module__}.{cls.__qualname__}")
        if name is None or not all(map(_is_original, (usual := _insides(cls(), name))[:2])):
            return None
        _seen[cls] = name, usual
    name, usual = _seen[cls]
    return name if _insides(tokenizer, name) == usual else None


def _insides(tokenizer: Any, name: str) -> tuple[Any, ...]:
    """The functions that tokenize, with that of the tokenizer within 13a and zh, and what they use; but not the four
    switches of TER's tokenizer."""
    mine, inner = vars(tokenizer), getattr(tokenizer, "_post_tokenizer", tokenizer)
    return type(tokenizer).__call__, type(inner).__call__, len(mine), None if name == "tercom" else vars(inner)


def _is_original(step: Any) -> bool:
    """Whether a step is sacreBLEU's, and not one that was put in its place."""
    function = step.__wrapped__ if hasattr(step, "cache_info") else step
    return str(getattr(function, "__globals__", {}).get("__name__")).startswith("sacrebleu.")


class Kind(NamedTuple):
    """One of sacreBLEU's metrics: its steps, as they are while nobody has replaced one, and what it counts."""

    counts: Callable[[Any], Any]
    names: frozenset[str]
    steps: Callable[[type], tuple[Any, ...]]
    usual: tuple[Any, ...]


class Kinds(dict[Any, Kind]):
    """The metrics whose steps are sacreBLEU's, by the step that each has for itself."""

    def add(self, metric: type, counts: Callable[[Any], Any], new: dict[str, Any]) -> None:
        """Add a metric, some of whose steps have `new` functions in a moment."""
        names = STEPS_OF[metric.__name__]
        steps = {name: getattr(metric, name) for name in names}
        if all(_is_original(step) for name, step in steps.items() if name != "_PUNCTS"):
            usual = tuple({**steps, **new}[name] for name in names)
            self[steps["_compute_segment_statistics"]] = Kind(counts, frozenset(names), attrgetter(*names), usual)

    def counts_of(self, metric: Any) -> Any:
        """What a metric counts at the moment; None if that is sacreBLEU's to say."""
        cls = type(metric)
        kind = self.get(cls._compute_segment_statistics)
        if kind is None or kind.steps(cls) != kind.usual or not kind.names.isdisjoint(vars(metric)):
            return None
        try:
            return kind.counts(metric) if hasattr(metric, "_force") else None
        except Exception:  # of an attribute that is missing, or a property
            return None


# --- texts --------------------------------------------------------------------------------------------------------


class Groups(NamedTuple):
    """The references of all segments, one after another, and where each segment's begin."""

    refs: list[str]
    starts: array[int]

    @property
    def number(self) -> int:
        """The number of references as sacreBLEU notes it: -1 if it varies."""
        sizes = {end - start for start, end in pairwise(self.starts)}
        return sizes.pop() if len(sizes) == 1 else -1

    def streams(self) -> list[tuple[str | None, ...]]:
        """The references as sacreBLEU takes them."""
        return list(zip_longest(*(self.refs[start:end] for start, end in pairwise(self.starts))))


def _groups(references: Any) -> Groups | None:
    """References by segment; None if they are unusual: no lists of as many strings each, a segment without any."""
    if not (
        type(references) in (list, tuple)
        and {*map(type, references)} <= {list, tuple}
        and len({*map(len, references)}) == 1
        and {*map(type, chain(*references))} <= {str, type(None)}
    ):
        return None
    groups = [[ref for ref in refs if ref is not None] for refs in zip(*references, strict=True)]
    if not groups or [] in groups:
        return None
    return Groups([*chain(*groups)], array("q", accumulate(map(len, groups), initial=0)))


class Cache(list[Any]):
    """The references that were given to a constructor; sacreBLEU's own cache of them as soon as somebody looks."""

    def __init__(self, counts: Any, groups: Groups, make: Callable[[], list[Any]]) -> None:
        super().__init__()
        self.counts, self.groups, self.make, self.is_made = counts, groups, make, False

    def look(self) -> None:
        """Become sacreBLEU's cache, which from now on counts by it."""
        if not self.is_made:
            super().__setitem__(slice(None), self.make())
            self.is_made = True

    def __len__(self) -> int:
        return super().__len__() if self.is_made else len(self.groups.starts) - 1

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return list, (list(self),)


def _looking(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of lists that makes sacreBLEU's cache first."""

    @wraps(method)
    def look(self: Cache, *arguments: Any, **options: Any) -> Any:
        self.look()
        return method(self, *arguments, **options)

    return look


for _name, _method in vars(list).items():
    if callable(_method) and _name not in ("__new__", "__init__", "__len__", "__getattribute__", "__class_getitem__"):
        setattr(Cache, _name, _looking(_method))


class Finished:
    """Stands in for a metric whose rows are finished, so that sacreBLEU's own loop says what it has to say."""

    _force = False

    def __init__(self, rows: list[Row]) -> None:
        self._ref_cache = rows

    def _preprocess_segment(self, text: str) -> str:
        return text

    def _compute_segment_statistics(self, text: str, row: Row) -> Row:
        return row


# --- what is replaced ---------------------------------------------------------------------------------------------


def hooks() -> Iterator[Hook]:
    """What to replace, and by what."""
    metrics, base = import_module("sacrebleu.metrics"), import_module("sacrebleu.metrics.base")
    metric, own_sentence = base.Metric, base.Metric.sentence_score
    own_cache, own_statistics = metric._cache_references, metric._extract_corpus_statistics
    kinds = Kinds()

    @wraps(own_cache)
    def _cache_references(self: Any, references: Any) -> Any:
        counts = kinds.counts_of(self)
        groups = None if counts is None else _groups(references)
        if groups is None:
            return own_cache(self, references)
        before = object.__new__(type(self))  # as it is now
        vars(before).update(vars(self))
        if hasattr(self, "tokenizer"):
            before.tokenizer = deepcopy(self.tokenizer)
        self.num_refs = groups.number
        return Cache(counts, groups, lambda: own_cache(before, groups.streams()))

    @wraps(own_statistics)
    def _extract_corpus_statistics(self: Any, hypotheses: Any, references: Any) -> Any:
        rows = _rows(kinds, self, hypotheses, references)
        if rows is None:
            return own_statistics(self, hypotheses, references)
        if not self._force and sum(text.endswith(" .") for text in hypotheses) >= TOKENIZED:
            return own_statistics(Finished(rows), hypotheses, None)
        return rows

    @wraps(own_sentence)
    def sentence_score(self: Any, hypothesis: Any, references: Any) -> Any:
        row = _row(kinds, self, hypothesis, references)
        if row is None:
            return own_sentence(self, hypothesis, references)
        self.num_refs = len(references)
        return self._aggregate_and_compute([row])

    new = {"_cache_references": _cache_references, "_extract_corpus_statistics": _extract_corpus_statistics}
    for cls, counts in ((metrics.BLEU, _bleu), (metrics.CHRF, _chrf), (metrics.TER, _ter)):
        kinds.add(cls, counts, new)
    yield from (Hook(metric, name, function) for name, function in new.items())
    if _is_original(own_sentence):  # else somebody wants to be called, and calls sacreBLEU
        yield Hook(metric, "sentence_score", sentence_score)
    yield Hook(base, "__version__", f"{base.__version__}+bolide.{__version__}")


def _rows(kinds: Kinds, metric: Any, hypotheses: Any, references: Any) -> list[Row] | None:
    """The rows of a corpus, and the number of references noted; None if they are sacreBLEU's to count."""
    counts = kinds.counts_of(metric)
    if counts is None or type(hypotheses) not in (list, tuple) or {*map(type, hypotheses)} != {str}:
        return None
    cached = metric._ref_cache if references is None else None
    if cached is not None and (type(cached) is not Cache or cached.is_made or cached.counts != counts):
        return None
    groups = _groups(references) if cached is None else cached.groups
    if groups is None or len(groups.starts) != len(hypotheses) + 1:
        return None
    try:
        rows = list(counts.rows(metric, Corpus._trusted([*hypotheses], groups.refs, groups.starts, UNNAMED)))
    except Exception:  # sacreBLEU has its own, or none
        return None
    if cached is None:
        metric.num_refs = groups.number
    return rows


def _row(kinds: Kinds, metric: Any, hypothesis: Any, references: Any) -> Row | None:
    """The row of one sentence; None if it takes more than a few short strings in a list."""
    if type(hypothesis) is not str or type(references) is not list or {*map(type, references)} != {str}:
        return None
    counts = kinds.counts_of(metric) if len(references) <= FEW else None
    try:
        return None if counts is None else counts.row(metric, hypothesis, references)
    except Exception:  # sacreBLEU has its own, or none
        return None
