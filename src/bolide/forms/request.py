"""Metrics as a user asks for them: names or signatures, options as text, options that several metrics share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from bolide.corpus import Corpus
from bolide.data.scores import Signature
from bolide.forms import form_of
from bolide.forms.form import SharedOptions
from bolide.metrics import METRICS, metric_key, parse
from bolide.metrics.base import Metric
from bolide.metrics.options import KINDS, options_of
from bolide.metrics.scorer import Scorer
from bolide.system.errors import OptionError
from bolide.text.languages import target_language


@dataclass(frozen=True)
class MetricRequest:
    """The names or signatures of metrics, and what is said of their settings.

    `options` are those of one metric, such as `bleu.smooth_method` or `bleu.preset`, as text or as a switch; the others
    are for every metric that has such an option. `warn` is called with what metrics have to say of them.
    """

    names: Sequence[str | Metric] = ("bleu",)
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
        """The metrics. Options of one that is not among them are refused."""
        keys = {metric_key(name.partition("|")[0]) for name in self.names if isinstance(name, str)}
        for option in self.options:
            if (key := option.partition(".")[0]) not in keys:
                what = f"`{option}` is for {METRICS[key].name}, which is not selected"
                raise OptionError(f"{what}; add it to `metrics`, or leave this out.")
        return list(map(self._metric, self.names))

    def scorers(self) -> list[Scorer]:
        """The metrics with those that score single segments; what a signature, a preset or an option says, stands."""
        scorers = []
        for metric, name in zip(self.metrics(), self.names, strict=True):
            if isinstance(name, Metric):
                scorers.append(Scorer.of(name))
                continue
            key = METRICS.key_of(type(metric))
            if "|" in name or f"{key}.preset" in self.options:
                scorers.append(Scorer.of(name if "|" in name else metric))
            else:
                explicit = [item.name for item in fields(metric) if f"{key}.{item.name}" in self.options]
                scorers.append(Scorer.for_sentences(metric, explicit))
        return scorers

    def with_unit_files(
        self, systems: list[Corpus], metrics: Sequence[Metric], read: Callable[[str], list[str]]
    ) -> list[Corpus]:
        """Join units from files, `pos=FILE,FILE`, into the texts, where only rgbF can read them."""
        for metric in metrics:
            if form_of(metric).reads_files:
                if len(metrics) > 1:
                    raise OptionError(
                        f"Units from files are for {metric.name} alone; score the other metrics in a call of their own."
                    )
                return form_of(metric).with_files(systems, self.unit_files, read)
        return systems

    @property
    def unit_files(self) -> dict[str, list[str]]:
        """The files of units, by unit."""
        entries = (text.partition("=") for text in self.units if "=" in text)
        return {kind: names.split(",") for kind, _, names in entries}

    def _metric(self, name: str | Metric) -> Metric:
        if isinstance(name, Metric):
            return name
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
        if f"{key}.preset" in self.options:
            start = cls.preset(str(self.options[f"{key}.preset"]))
        shared = SharedOptions(self.lowercase, self.nfc, self.tokenize, self.language, tuple(self.units), [])
        values = form_of(start).options_from(shared, settings)
        for remark in shared.remarks:
            self.warn(remark)
        return replace(start, **{**values, **settings})  # options of the metric come first

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
                flag = f"--{name.replace('_', '-')}"
                raise OptionError(f"{flag} cannot be {text!r:.80}; it must be {expected}. {record.help}") from None
        return values
