"""Metrics as they are asked for: each with its settings for single segments, and from names and options as text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeAlias

from bolide.corpus import Corpus
from bolide.data.scores import Signature
from bolide.metrics import METRICS, check_references, metric_key, metric_of, parse
from bolide.metrics.base import Metric, SharedOptions
from bolide.metrics.options import KINDS, options_of
from bolide.system.errors import InputError, OptionError
from bolide.text.languages import target_language


@dataclass(frozen=True)
class Scorer:
    """A metric for corpora and a metric for single segments (BLEU with effective order). Both have the same rows.

    `nrefs` is the number of references in the signature that they were made of, if it has one.
    """

    corpus: Metric
    sentence: Metric
    nrefs: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        corpus, sentence = self.corpus, self.sentence
        if corpus != sentence and (corpus.counts != sentence.counts or corpus.counts.by_reference):
            raise OptionError(
                f"{sentence.signature()} has other rows than {corpus.signature()}, but segments are scored from the "
                "rows of their corpus. Score them separately."
            )

    @classmethod
    def of(cls, metric: str | Metric | Scorer) -> Scorer:
        """The scorer for a metric: one passed by name scores segments with its settings for sentences; a signature or a
        metric object scores them as configured."""
        if isinstance(metric, Scorer):
            return metric
        corpus = metric_of(metric)
        if not isinstance(metric, str):
            return cls(corpus, corpus)
        if "|" in metric:
            return cls(corpus, corpus, Signature.from_text(metric).nrefs)
        return cls(corpus, corpus.form.for_sentences())

    @classmethod
    def for_sentences(cls, metric: Metric, keep: Collection[str] = ()) -> Scorer:
        """The metric, and for segments its settings for sentences, except for the options in `keep`."""
        return cls(metric, metric.form.for_sentences(keep))


Metrics: TypeAlias = str | Metric | Scorer | Iterable[str | Metric | Scorer]


def metric_list(metrics: Metrics) -> list[str | Metric | Scorer]:
    """The metrics that a caller passes, one or several, as a list."""
    several = [metrics] if isinstance(metrics, str | Metric | Scorer) else metrics
    if not isinstance(several, Iterable) or isinstance(several, Mapping | set | frozenset):
        advice = "pass a list of names, signatures or metrics, which bolide.metric makes of functions"
        raise InputError(f"`metrics` is of type {type(metrics).__name__}; {advice}.")
    return list(several)


def scorers_of(metrics: Metrics, *, others: object = False, systems: Iterable[Corpus] = ()) -> list[Scorer]:
    """A scorer for each metric that a caller passes: a name, a signature or an object.

    There may be none if there are `others`, such as scores of other tools. A signature must have as many references as
    the `systems`.
    """
    scorers = list(map(Scorer.of, metric_list(metrics)))
    for system in systems:
        check_every_signature(scorers, system.nrefs, len(system))
    for scorer in scorers:
        if sum(scorer.corpus == other.corpus for other in scorers) > 1:
            raise OptionError(f"`metrics`: {scorer.corpus.form.title} is listed twice with the same settings.")
    if not scorers and not others:
        raise InputError("There is nothing to score with: `metrics` is empty; name one.")
    return scorers


def check_every_signature(metrics: Iterable[str | Metric | Scorer], nrefs: str, segments: int) -> None:
    """Raise OptionError if one of them is a signature with another number of references; see `check_references`."""
    for metric in metrics:
        check_references(metric, nrefs, segments)


# --- metrics as a user asks for them: names or signatures, options as text, options that several metrics share ------


@dataclass(frozen=True)
class MetricRequest:
    """The names or signatures of metrics, and what is said of their settings.

    `options` are those of one metric, such as `bleu.smooth_method` or `bleu.preset`, as text or as a switch; the others
    are for every metric that has such an option. `warn` is called with what metrics have to say of them.
    """

    names: Sequence[str] = ("bleu",)
    options: Mapping[str, str | bool] = field(default_factory=dict)
    lowercase: bool = False
    nfc: bool = False
    tokenize: str | None = None
    language_pair: str | None = None
    units: Sequence[str] = ()
    warn: Callable[[str], None] = lambda message: None

    @property
    def language(self) -> str | None:
        """The target language, if it is named."""
        return None if self.language_pair is None else target_language(self.language_pair)

    def metrics(self) -> list[Metric]:
        """The metrics. An option that none of them makes use of is refused."""
        used: set[str] = set()
        metrics = [self._metric(name, used) for name in self.names]
        shared = [name for name in ("lowercase", "nfc", "tokenize", "language_pair", "units") if getattr(self, name)]
        for name in (*shared, *self.options):
            if name not in used:
                raise OptionError(self._unused(name))
        return metrics

    def scorers(self) -> list[Scorer]:
        """The metrics with those that score single segments; what a signature, a preset or an option says, stands."""
        return [self._scorer(metric, name) for metric, name in zip(self.metrics(), self.names, strict=True)]

    def with_unit_files(
        self, systems: list[Corpus], metrics: Sequence[Metric], read: Callable[[str], list[str]]
    ) -> list[Corpus]:
        """Join units from files, `pos=FILE,FILE`, into the texts, where only rgbF can read them."""
        for metric in metrics:
            if metric.form.reads_files:
                if len(metrics) > 1:
                    raise OptionError(
                        f"Units from files are for {metric.name} alone; score the other metrics in a call of their own."
                    )
                return metric.form.with_files(systems, self.unit_files, read)
        return systems

    @property
    def unit_files(self) -> dict[str, list[str]]:
        """The files of units, by unit."""
        entries = (text.partition("=") for text in self.units if "=" in text)
        return {kind: names.split(",") for kind, _, names in entries}

    def _scorer(self, metric: Metric, name: str) -> Scorer:
        key = METRICS.key_of(type(metric))
        if "|" in name or f"{key}.preset" in self.options:
            return Scorer.of(name if "|" in name else metric)
        explicit = [item.name for item in fields(metric) if f"{key}.{item.name}" in self.options]
        return Scorer.for_sentences(metric, explicit)

    def _unused(self, name: str) -> str:
        key, dot, _ = name.partition(".")
        if dot and not any(metric_key(metric.partition("|")[0]) == key for metric in self.names):
            return (
                f"`{name}` is for {METRICS[key].name}, which is not selected; add it to `metrics`, or leave this out."
            )
        reason = " A signature holds all its settings." if any("|" in metric for metric in self.names) else ""
        return f"`{name}` has no effect on {', '.join(self.names)} here; leave it out.{reason}"

    def _metric(self, name: str, used: set[str]) -> Metric:
        """One metric; `used` gathers the options that had a say in it."""
        if "|" in name:
            signature = Signature.from_text(name)
            if signature.version not in ("", Signature("").version):
                now, was = Signature("").version, signature.version
                self.warn(f"{signature.metric}: the signature says version:{was}; {now} scores with its settings.")
            return parse(signature)
        key = metric_key(name)
        cls = METRICS[key]
        start = parse(name) if name.lower() != key else cls()  # a name may say more than the class: chrF++, chrF3
        settings = self._settings(cls, key)
        self._refuse_contradiction(name, start, settings)
        used.update(option for option in self.options if option.startswith(f"{key}."))
        if f"{key}.preset" in self.options:
            start = cls.preset(str(self.options[f"{key}.preset"]))
        shared = SharedOptions(self.lowercase, self.nfc, self.tokenize, self.language, tuple(self.units), [])
        values: dict[str, Any] = {}
        for option, implied in start.form.options_from(shared, settings).items():
            if not implied.keys() & settings.keys():  # options of the metric come first
                values = {**values, **implied}
                used.add("language_pair" if option == "language" else option)
        for remark in shared.remarks:
            self.warn(remark)
        return replace(start, **values, **settings)

    def _settings(self, cls: type[Metric], key: str) -> dict[str, Any]:
        """The values of the metric's options."""
        values = {}
        for item, record in options_of(cls):
            name = f"{key}.{item.name}"
            text = self.options.get(name)
            if text is None:
                continue
            try:
                values[item.name] = text if isinstance(text, bool) else record.read(text)
            except ValueError:
                expected = KINDS[record.kind][0]
                raise OptionError(f"`{name}` cannot be {text!r:.80}; it must be {expected}. {record.help}") from None
        return values

    def _refuse_contradiction(self, name: str, named: Metric, settings: Mapping[str, Any]) -> None:
        """A name that says more than the class must not be overruled by a preset or by an option."""
        key, usual = METRICS.key_of(type(named)), type(named)()
        for item, _ in options_of(named):
            value = getattr(named, item.name)
            if value == getattr(usual, item.name):
                continue
            if f"{key}.preset" in self.options:
                raise OptionError(f"`metrics` {name} sets {item.name}, and so may `{key}.preset`; give one of them.")
            if settings.get(item.name, value) != value:
                raise OptionError(f"`metrics` {name} and `{key}.{item.name}` contradict each other; give one of them.")
