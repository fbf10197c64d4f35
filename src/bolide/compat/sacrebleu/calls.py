"""What all of sacreBLEU's metrics and scores can do."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from bolide._version import __version__
from bolide.corpus import Corpus
from bolide.errors import InputError
from bolide.metrics.base import Metric
from bolide.stats import Row

_ABBREVIATIONS = {
    "case": "c", "eff": "e", "tok": "tok", "smooth": "s", "nc": "nc", "nw": "nw", "space": "s",
    "norm": "nr", "punct": "pn", "asian": "as", "version": "v", "nrefs": "#", "bs": "bs", "seed": "rs",
}  # fmt: skip

Streams = Sequence[Sequence[str | None]]


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


class Score:
    """A score on the scale of 0 to 100 that prints itself as sacreBLEU's do."""

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        self._verbose = ""
        self._mean, self._ci = -1.0, -1.0  # of resampled scores; sacreBLEU's own mark for "not resampled"

    def format(self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False) -> str:
        """The score as sacreBLEU prints it."""
        number = shown = f"{self.score:.{width}f}"
        spread = f"μ = {self._mean:.{width}f} ± {self._ci:.{width}f}"
        if self._mean > 0:
            shown += f" ({spread})"
        if score_only:
            return shown
        if is_json:
            data: dict[str, Any] = {"name": self.name, "score": float(number), "signature": signature}
            if self._mean > 0:
                data["confidence_mean"] = float(f"{self._mean:.{width}f}")
                data["confidence_var"] = float(f"{self._ci:.{width}f}")
                data["confidence"] = spread
            if self._verbose:
                data["verbose_score"] = self._verbose
            for item in signature.split("|"):
                key, _, value = item.partition(":")
                data[key] = value
            return json.dumps(data, indent=1, ensure_ascii=False)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {shown} {self._verbose}".rstrip()

    def __repr__(self) -> str:
        return self.format()


S = TypeVar("S", bound=Score)
M = TypeVar("M", bound=Metric)


class Calls(Generic[M, S]):
    """sacreBLEU's verbs over one of Bolide's metrics."""

    def __init__(self, metric: M, references: Streams | None) -> None:
        self.metric = metric
        self.num_refs: str | None = None
        self._references = references
        self._resampling: list[tuple[str, str]] = []

    def corpus_score(self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1) -> S:
        """The score of a corpus; `references` may be None where the constructor got them.

        With n_bootstrap > 1 the score carries sacreBLEU's interval, from the same random draws (needs numpy).
        """
        streams = self._references if references is None else references
        if streams is None:
            raise InputError("No references are given, here or to the constructor.")
        corpus = self._prepared(Corpus.of(hypotheses, segments_of(hypotheses, streams)))
        score = self._score_of(corpus)
        if n_bootstrap > 1:
            self._resample(score, corpus, n_bootstrap)
        return score

    def _resample(self, score: S, corpus: Corpus, trials: int) -> None:
        from bolide.significance.resampling import bootstrap, generator, spread
        from bolide.significance.sample import Sample

        text = os.environ.get("SACREBLEU_SEED", "12345").lower()
        sample = Sample.of(corpus.name, self.metric, self.metric.measure_corpus(corpus))
        seed = None if text == "none" else int(text)
        score._mean, score._ci = spread(100 * bootstrap([sample], trials, generator(seed))[0])
        self._resampling = [("bs", str(trials)), ("seed", text)]

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> S:
        """The score of one sentence with a list of its references."""
        if isinstance(references, str):
            raise InputError("`references` must be a list of strings, also for one reference.")
        return self._score_of(self._prepared(Corpus.of([hypothesis], [references])))

    def get_signature(self) -> Signature:
        """The settings; as in sacreBLEU the number of references is known after the first score."""
        if self.num_refs is None:
            raise ValueError("Number of references unknown, please evaluate the metric first.")
        return Signature(
            [("nrefs", self.num_refs), *self._resampling, *self._items(), ("version", f"bolide-{__version__}")]
        )

    def _prepared(self, corpus: Corpus) -> Corpus:
        """The texts as the metric must see them to count what sacreBLEU counts."""
        return corpus

    def _score_of(self, corpus: Corpus) -> S:
        self.num_refs = corpus.nrefs
        return self._score(self.metric.measure_corpus(corpus).total())

    def _items(self) -> list[tuple[str, str]]:
        raise NotImplementedError

    def _score(self, total: Row) -> S:
        raise NotImplementedError


def switch(name: str, value: object) -> bool:
    """A switch as sacreBLEU reads it, 0 and None included; a text is refused, for "no" would mean yes."""
    if isinstance(value, str):
        raise InputError(f"{name} is {value!r}; it must be True or False.")
    return bool(value)


def segments_of(hypotheses: Sequence[str], streams: Streams) -> list[list[str]]:
    """sacreBLEU's reference streams as one list of references a segment."""
    if isinstance(streams, str) or any(isinstance(stream, str) for stream in streams):
        raise InputError("`references` must be a list of lists: one list per reference set, with a line a segment.")
    for number, stream in enumerate(streams):
        if isinstance(stream, Mapping | set | frozenset):
            raise InputError(f"Reference set {number} is of type {type(stream).__name__}; it must be a list of lines.")
        if len(stream) != len(hypotheses):
            raise InputError(f"Reference set {number} has {len(stream)} lines for {len(hypotheses)} hypotheses.")
    return [[ref for ref in refs if ref is not None] for refs in zip(*streams, strict=True)]
