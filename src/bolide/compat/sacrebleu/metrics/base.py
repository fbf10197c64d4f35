"""Base classes of sacreBLEU's scores, signatures and metrics."""

from __future__ import annotations

import logging
from abc import ABCMeta, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bolide.compat.sacrebleu.shapes import Streams, check_hypotheses, check_sentence, segments_of
from bolide.compat.sacrebleu.version import __version__
from bolide.system.messages import are, counted
from bolide.system.strict import to_json

if TYPE_CHECKING:
    from bolide.significance.sample import Matrix, Sample, Vector

sacrelogger = logging.getLogger("sacrebleu")

# The items that any signature may have, in order, with their short names.
SHORT_NAMES = {
    "nrefs": "#", "bs": "bs", "ar": "ar", "seed": "rs", "test": "t", "lang": "l", "origlang": "o", "subset": "S",
    "version": "v",
}  # fmt: skip


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
        spread = f"μ = {self._mean:.{width}f} ± {self._ci:.{width}f}"
        if self._mean > 0:
            text += f" ({spread})"
        if score_only:
            return text
        if is_json:
            data: dict[str, Any] = {"name": self.name, "score": float(number), "signature": signature}
            if self._mean > 0:
                data["confidence_mean"] = float(f"{self._mean:.{width}f}")
                data["confidence_var"] = float(f"{self._ci:.{width}f}")
                data["confidence"] = spread
            if self._verbose:
                data["verbose_score"] = self._verbose
            for item in filter(None, signature.split("|")):
                key, _, value = item.partition(":")
                data[key] = value
            return to_json(data, indent=1)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {text} {self._verbose}".rstrip()

    def estimate_ci(self, scores: Sequence[Score]) -> None:
        """Store the mean of resampled scores and the half width of their 95 % confidence interval."""
        from bolide.compat.sacrebleu.resampling import estimate_ci

        self._mean, self._ci = estimate_ci([score.score for score in scores])

    def __repr__(self) -> str:
        return self.format()


class Signature:
    """A metric's settings, made from its attributes; printed with `str()` or `format(short=True)`.

    A subclass adds its items to `info`, and their short names to `_abbr`.
    """

    def __init__(self, args: Mapping[str, Any]) -> None:
        get = args.get
        count = get("num_refs")
        if count is None:
            raise ValueError("The number of references is unknown; please evaluate the metric first.")
        self.info: dict[str, Any] = {
            "version": __version__, "nrefs": "var" if count == -1 else count, "bs": get("n_bootstrap"), "ar": None,
            "seed": get("seed"), "test": get("test_set"), "lang": get("langpair"), "origlang": get("origlang"),
            "subset": get("subset"),
        }  # fmt: skip
        self._abbr = dict(SHORT_NAMES)

    def format(self, short: bool = False) -> str:
        """The settings in one line, with the version at the end."""
        order = [*(key for key in self.info if key != "version"), "version"]
        items = ((key, self.info[key]) for key in order if self.info[key] is not None)
        return "|".join(f"{self._abbr[key] if short else key}:{_plain(value)}" for key, value in items)

    def update(self, key: str, value: Any) -> None:
        """Add an item, or change it."""
        self.info[key] = value

    def __str__(self) -> str:
        return self.format()

    __repr__ = __str__


def _plain(value: object) -> object:
    return ("no", "yes")[value] if isinstance(value, bool) else value


class Metric(metaclass=ABCMeta):
    """Base of metrics defined by five steps, for users' metrics; Bolide's are in `bolide_backed`."""

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
        size = len(references[0]) if references else 0
        groups = segments_of([""] * size, references)
        self._note_references(groups)
        return [self._extract_reference_info([self._preprocess_segment(ref) for ref in refs]) for refs in groups]

    def _note_references(self, groups: Sequence[Sequence[str]]) -> None:
        sizes = {len(group) for group in groups}
        self.num_refs = sizes.pop() if len(sizes) == 1 else -1

    def _extract_corpus_statistics(self, hypotheses: Sequence[str], references: Streams | None) -> Any:
        """One row per segment; if `references` is None, those passed to the constructor are used."""
        known = self._cache_references(references) if references else self._ref_cache
        if not known:
            raise RuntimeError("There are no references: pass them here or to the constructor.")
        if len(known) != len(hypotheses):
            there = f"There {are(len(hypotheses))} {counted(len(hypotheses), 'hypothesis', 'hypotheses')}"
            raise ValueError(f"{there} and references for {counted(len(known), 'segment')}.")
        self._notice_tokens(hypotheses)
        texts = map(self._preprocess_segment, hypotheses)
        return [self._compute_segment_statistics(text, info) for text, info in zip(texts, known, strict=True)]

    def _notice_tokens(self, hypotheses: Sequence[str]) -> None:
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
        checked = check_sentence(hypothesis, references)
        return self._scored(self._gathered([hypothesis], [[reference] for reference in checked]))

    def corpus_score(self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1) -> Score:
        """The score of a corpus; `references` may be None if they were passed to the constructor.

        If n_bootstrap > 1, the score has sacreBLEU's interval, from the same random draws.
        """
        stats = self._gathered(check_hypotheses(hypotheses), references)
        score = self._scored(stats)
        if n_bootstrap > 1:
            from bolide.compat.sacrebleu.resampling import bootstrap_values, estimate_ci, seed_from_environment

            self.n_bootstrap, self.seed = n_bootstrap, str(seed_from_environment()).lower()
            score._mean, score._ci = estimate_ci(bootstrap_values(self._sample("system", stats), n_bootstrap))
        return score

    def get_signature(self) -> Signature:
        """The settings; available after references were passed."""
        return self._SIGNATURE_TYPE(vars(self))

    def _sample(self, system: str, stats: Any) -> Sample:
        """A system's rows for resampling, with scores on sacreBLEU's scale."""
        import numpy as np

        from bolide.significance.sample import Sample

        rows = np.array(stats, dtype=np.float64)

        def score(totals: Matrix) -> Vector:
            return np.array([self._compute_score_from_stats(row).score for row in totals], dtype=np.float64)

        return Sample(system, type(self).__name__, rows, score, np.zeros(len(rows)))
