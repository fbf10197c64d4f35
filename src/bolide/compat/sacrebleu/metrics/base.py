"""Base classes of sacreBLEU's scores, signatures and metrics, and of those metrics that Bolide computes."""

from __future__ import annotations

import logging
import math
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from bolide.compat.sacrebleu.version import __version__
from bolide.compat.shapes import Streams, WrongShape, check_paired, segment_of, segments_of, texts_of
from bolide.corpus import Corpus
from bolide.data.stats import Row, Stats
from bolide.metrics.base import Metric as BolideMetric
from bolide.metrics.measuring import measure_corpus
from bolide.system.errors import InputError
from bolide.system.strict import to_json

if TYPE_CHECKING:
    from bolide.significance.sample import Matrix, Sample, Vector

sacrelogger = logging.getLogger("sacrebleu")

# The items that any signature may have, in order, with their short names.
SHORT_NAMES = {
    "nrefs": "#",
    "bs": "bs",
    "ar": "ar",
    "seed": "rs",
    "test": "t",
    "lang": "l",
    "origlang": "o",
    "subset": "S",
    "version": "v",
}


def estimate_ci(scores: Sequence[float] | Vector) -> tuple[float, float]:
    """The mean of resampled scores, and half the width of their 95 % confidence interval."""
    import numpy as np

    from bolide.significance.arithmetic import half_width

    ordered = np.sort(np.asarray(scores, dtype=np.float64))
    return float(ordered.mean()), half_width(ordered.tolist())


class Score:
    """A score on sacreBLEU's scale, printed in sacreBLEU's format."""

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        self._mean, self._ci = -1.0, -1.0  # of resampled scores; -1 if not resampled, as in sacreBLEU
        self._verbose = ""

    def format(self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False) -> str:
        """The score as sacreBLEU prints it."""
        number = text = f"{self.score:.{width}f}"
        mean, ci = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
        spread = f"μ = {mean} ± {ci}"
        if self._mean > 0:
            text += f" ({spread})"
        if score_only:
            return text
        if is_json:
            data: dict[str, Any] = {"name": self.name, "score": float(number), "signature": signature}
            if self._mean > 0:
                data |= {"confidence_mean": float(mean), "confidence_var": float(ci), "confidence": spread}
            if self._verbose:
                data["verbose_score"] = self._verbose
            data |= {key: value for key, _, value in (item.partition(":") for item in signature.split("|")) if key}
            return to_json(data, indent=1)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {text} {self._verbose}".rstrip()

    def estimate_ci(self, scores: Sequence[Score]) -> None:
        """Store the mean of resampled scores and the half width of their 95 % confidence interval."""
        self._mean, self._ci = estimate_ci([score.score for score in scores])

    def __repr__(self) -> str:
        return self.format()


class Signature:
    """A metric's settings, made from its attributes; printed with `str()` or `format(short=True)`.

    A subclass adds its items to `info`, and has their short names in `_names`, of which `_abbr` is a copy.
    """

    _names: ClassVar[dict[str, str]] = SHORT_NAMES

    def __init__(self, args: Mapping[str, Any]) -> None:
        get = args.get
        count = get("num_refs")
        if count is None:
            raise ValueError("The number of references is unknown; please evaluate the metric first.")
        self.info: dict[str, Any] = {
            "version": __version__,
            "nrefs": "var" if count == -1 else count,
            "bs": get("n_bootstrap"),
            "ar": None,
            "seed": get("seed"),
            "test": get("test_set"),
            "lang": get("langpair"),
            "origlang": get("origlang"),
            "subset": get("subset"),
        }
        self._abbr = self._names.copy()

    def format(self, short: bool = False) -> str:
        """The settings in one line, with the version at the end."""
        order = [*(key for key in self.info if key != "version"), "version"]
        items = ((key, self.info[key]) for key in order if self.info[key] is not None)
        return "|".join(f"{self._abbr[key] if short else key}:{_plain(value)}" for key, value in items)

    def update(self, key: str, value: Any) -> None:
        """Add an item, or change it."""
        self.info[key] = value

    def __repr__(self) -> str:
        return self.format()


def _plain(value: object) -> object:
    return ("no", "yes")[value] if isinstance(value, bool) else value


class Metric(metaclass=ABCMeta):
    """Base of metrics defined by five steps, for users' metrics; Bolide's derive from `BolideBacked`."""

    _SIGNATURE_TYPE: type[Signature] = Signature
    num_refs: int  # set when there are references; -1 if segments differ in their number
    _ref_cache: list[Any] | None = None
    _force = True  # do not warn of text that looks tokenized
    n_bootstrap: int | None = None
    seed: str | None = None

    @abstractmethod
    def _aggregate_and_compute(self, stats: Any) -> Score:
        """The score of all rows of statistics together."""

    @abstractmethod
    def _compute_score_from_stats(self, stats: Any) -> Score:
        """The score of one row, or of a sum of rows."""

    @abstractmethod
    def _preprocess_segment(self, sent: str) -> str:
        """The text as it is compared."""

    @abstractmethod
    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        """The data needed about the references of a segment."""

    @abstractmethod
    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[Any]:
        """The row of one segment, from its preprocessed text and its reference data."""

    def _cache_references(self, references: Streams) -> list[Any]:
        """The reference data of every segment; also sets the number of references."""
        groups = self._noted(segments_of(None, references))
        return [self._extract_reference_info([self._preprocess_segment(ref) for ref in refs]) for refs in groups]

    def _noted(self, groups: list[list[str]]) -> list[list[str]]:
        """The references of every segment, whose number signatures show."""
        sizes = {len(group) for group in groups}
        self.num_refs = sizes.pop() if len(sizes) == 1 else -1
        return groups

    def _extract_corpus_statistics(self, hypotheses: Sequence[str], references: Streams | None) -> Any:
        """One row per segment; if `references` is None, those passed to the constructor are used."""
        known = self._cache_references(references) if references else self._ref_cache
        self._check_hypotheses(hypotheses, known)
        texts = map(self._preprocess_segment, hypotheses)
        return [self._compute_segment_statistics(text, info) for text, info in zip(texts, known or (), strict=True)]

    def _check_hypotheses(self, hypotheses: Sequence[str], references: list[Any] | None) -> None:
        """Raise an error unless there are references for each hypothesis; warn of text that looks tokenized."""
        if not references:
            raise RuntimeError("There are no references: pass them here or to the constructor.")
        check_paired(len(hypotheses), len(references), "Every set needs one line per segment.")
        if not self._force and sum(hypothesis.endswith(" .") for hypothesis in hypotheses) >= 100:
            sacrelogger.warning(
                "100 or more lines end in ' .': the text looks tokenized. Detokenize it first; `force` silences this."
            )

    def _gathered(self, hypotheses: Sequence[str], references: Streams | None) -> Any:
        """The statistics of a corpus, in the form that `_scored` and resampling use."""
        return self._extract_corpus_statistics(hypotheses, references)

    def _scored(self, stats: Any) -> Score:
        return self._aggregate_and_compute(stats)

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Score:
        """The score of one sentence with a list of its references."""
        return self._scored(self._gathered([hypothesis], [[ref] for ref in segment_of(hypothesis, references)]))

    def corpus_score(self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1) -> Score:
        """The score of a corpus; `references` may be None if they were passed to the constructor.

        If n_bootstrap > 1, the score has sacreBLEU's interval, from the same random draws.
        """
        stats = self._gathered(texts_of("hypotheses", hypotheses), references)
        score = self._scored(stats)
        if n_bootstrap > 1:
            from bolide.significance.plan import seed_from_environment

            self.n_bootstrap, self.seed = n_bootstrap, str(seed_from_environment()).lower()
            score._mean, score._ci = estimate_ci(self._resampled(stats, n_bootstrap))
        return score

    def get_signature(self) -> Signature:
        """The settings; available after references were passed."""
        return self._SIGNATURE_TYPE(vars(self))

    def _resampled(self, stats: Any, n_samples: int) -> Vector:
        """The scores of resampled corpora."""
        from bolide.significance.plan import seed_from_environment
        from bolide.significance.resampling import bootstrap

        values: Vector = bootstrap([self._sample("system", stats)], n_samples, seed_from_environment())[0]
        return values

    def _sample(self, system: str, stats: Any) -> Sample:
        """A system's rows for resampling, with scores on sacreBLEU's scale."""
        import numpy as np

        from bolide.significance.sample import Sample

        rows = np.array(stats, dtype=np.float64)

        def score(totals: Matrix) -> Vector:
            return np.array([self._compute_score_from_stats(row).score for row in totals], dtype=np.float64)

        return Sample(system, type(self).__name__, rows, score, np.zeros(len(rows)))


# --- metrics that Bolide computes -------------------------------------------------------------------------------------

S = TypeVar("S", bound=Score)
M = TypeVar("M", bound=BolideMetric)

_STEPS = (
    "_aggregate_and_compute",
    "_cache_references",
    "_compute_score_from_stats",
    "_compute_segment_statistics",
    "_extract_corpus_statistics",
    "_extract_reference_info",
    "_preprocess_segment",
)


class BolideBacked(Metric, Generic[M, S]):
    """A sacreBLEU metric that Bolide computes: Bolide's counts and formula, sacreBLEU's rows and scale.

    A subclass defines the conversion of Bolide's rows to sacreBLEU's (`_to_peer`) and back (`_from_peer`), and the
    score (`_score`).

    The attributes may be set at any time: `metric` is the one that they describe. If one of the `HOOKS` is overridden
    in a subclass, patched, or set on the object, or the tokenizer is replaced, segments go through sacreBLEU's steps
    one by one.
    """

    HOOKS: ClassVar[frozenset[str]] = frozenset()  # the names of sacreBLEU's steps
    _steps: ClassVar[Callable[[type], tuple[Any, ...]]]  # these steps of a class, and as Bolide defines them
    _bolide_steps: ClassVar[tuple[Any, ...]]

    _references: list[list[str]] | None = None  # those that were passed to the constructor

    def _hold(self, references: Streams | None) -> None:
        """Keep the references that were passed to the constructor."""
        if references is not None:
            self._references = self._noted(segments_of(None, references))

    def _by_steps(self) -> bool:
        """Whether one of sacreBLEU's steps, or the tokenizer, was replaced, so that the steps must be called."""
        cls = type(self)
        return cls._steps(cls) != self._bolide_steps or not self.HOOKS.isdisjoint(self.__dict__)

    @property
    def metric(self) -> M:
        """The metric that the attributes describe."""
        raise NotImplementedError

    def _score(self, metric: M, total: Row) -> S:
        raise NotImplementedError

    def _to_peer(self, row: Row) -> list[Any]:
        raise NotImplementedError

    def _from_peer(self, row: Sequence[Any]) -> Row:
        raise NotImplementedError

    def _prepares(self) -> bool:
        """Whether `_prepared` has to change texts."""
        return False

    def _prepared(self, corpus: Corpus) -> Corpus:
        """The texts, changed so that Bolide counts what sacreBLEU counts."""
        return corpus

    def _score_of_one(self, hypothesis: Any, references: Any) -> S | None:
        """The score of one segment the short way; None if the arguments need checks, or the texts the long way."""
        if type(hypothesis) is not str or type(references) is not list or set(map(type, references)) != {str}:
            return None
        if self._by_steps() or self._prepares():
            return None
        metric = self.metric
        row = metric.measure([hypothesis], [references])[0]
        self.num_refs = len(references)
        return self._score(metric, row)

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> S:
        """The score of one sentence with a list of its references."""
        score = self._score_of_one(hypothesis, references)
        return cast(S, super().sentence_score(hypothesis, references)) if score is None else score

    def corpus_score(self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1) -> S:
        """The score of a corpus; `references` may be None if they were passed to the constructor.

        If n_bootstrap > 1, the score has sacreBLEU's interval, from the same random draws.
        """
        single = n_bootstrap == 1 and type(hypotheses) is type(references) is list and len(hypotheses) == 1
        if single and all(type(stream) is list and len(stream) == 1 for stream in references or ()):
            score = self._score_of_one(hypotheses[0], [stream[0] for stream in references or ()])
            if score is not None:
                return score
        return cast(S, super().corpus_score(hypotheses, references, n_bootstrap))

    def _sample(self, system: str, stats: Any) -> Sample:
        from bolide.significance.sample import Sample

        if self._by_steps():
            return super()._sample(system, stats)
        columns = self.metric.counts.columns
        rows = stats if isinstance(stats, Stats) else Stats.of(columns, map(self._from_peer, stats))
        sample = Sample.of(system, self.metric, rows)
        return replace(sample, score=lambda totals: 100 * sample.score(totals))

    def _gathered(self, hypotheses: Sequence[str], references: Streams | None) -> Any:
        """Bolide's rows, or, if sacreBLEU's steps must be called, sacreBLEU's."""
        if self._needs_steps(references):
            return self._extract_corpus_statistics(hypotheses, references)
        groups = self._references if references is None else self._noted(segments_of(hypotheses, references))
        self._check_hypotheses(hypotheses, groups)
        corpus = Corpus.of(hypotheses, groups or ())
        return measure_corpus(self.metric, self._prepared(corpus) if self._prepares() else corpus)

    def _needs_steps(self, references: Streams | None) -> bool:
        """Whether sacreBLEU's steps must be called: one was replaced, or the only references are their cache."""
        cached = references is None and self._references is None and self._ref_cache is not None
        return cached or self._by_steps()

    def _scored(self, stats: Any) -> S:
        total = stats.total() if isinstance(stats, Stats) else None
        return self._aggregate_and_compute(stats) if total is None else self._score(self.metric, total)

    def _extract_corpus_statistics(self, hypotheses: Sequence[str], references: Streams | None) -> Any:
        if not self._needs_steps(references):
            return [self._to_peer(row) for row in self._gathered(hypotheses, references)]
        if references is None and self._references is not None:
            references = list(zip_longest(*self._references))
        return super()._extract_corpus_statistics(hypotheses, references)

    def _compute_score_from_stats(self, stats: Any) -> S:
        return self._score(self.metric, self._from_peer(stats))

    def _aggregate_and_compute(self, stats: Any) -> S:
        return self._compute_score_from_stats([sum(column) for column in zip(*stats, strict=True)])


def note_steps(metric: type[BolideBacked[Any, Any]], *more: str) -> None:
    """Note sacreBLEU's steps as Bolide defines them, by which those are recognised that somebody replaced."""
    metric.HOOKS = frozenset((*_STEPS, *more))
    metric._steps = attrgetter(*metric.HOOKS)
    metric._bolide_steps = metric._steps(metric)


def switch(name: str, value: object) -> bool:
    """A switch as sacreBLEU reads it, including 0 and None. Raises InputError for a text: "no" would mean yes."""
    if isinstance(value, str):
        raise InputError(f"{name} is {value!r}; it must be True or False.")
    return bool(value)


def to_count(number: Any) -> int:
    """A count of any numeric type as an integer."""
    integer = int(number)
    if integer != number:
        raise WrongShape(f"{number!r} is not a count; statistics are integers.")
    return integer


def to_number(number: Any) -> float:
    """A count, or a mean of counts, of any numeric type."""
    value = float(number) if hasattr(number, "__float__") else math.nan
    if not 0 <= value < math.inf:
        raise WrongShape(f"{number!r:.80} is neither a count nor a mean of counts.")
    return value
