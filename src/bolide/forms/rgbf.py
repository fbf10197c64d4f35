"""rgbF in the page and the command line: units from plain text, or from parallel files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bolide.corpus import Corpus
from bolide.forms.form import Form, SharedOptions
from bolide.metrics.rgbf import RGBF
from bolide.system.errors import InputError, counted
from bolide.text.languages import known_code
from bolide.text.units import FILE, Tool, parse_units
from bolide.text.units.parallel import join_units
from bolide.text.units.views import UnitPlan, unit_texts


class RGBFForm(Form):
    """rgbF in the page and the command line: units are made from plain text, or read from parallel files."""

    metric: RGBF
    from_plain_text = False

    def options_from(self, shared: SharedOptions, explicit: Mapping[str, Any]) -> dict[str, Any]:
        options = super().options_from(shared, explicit)
        if not shared.units:  # texts that contain their units are not split again
            return {name: value for name, value in options.items() if name == "nfc"}
        if explicit.keys() & {"units", "analysers"}:
            return options
        units, analysers = parse_units(shared.units, shared.language)
        return {**options, "units": units, "analysers": analysers}

    @property
    def language(self) -> str | None:
        pairs = zip(self.metric.units, self.metric.analysers, strict=False)
        codes = (known_code(Tool.of(kind, tool).argument) for kind, tool in pairs if tool != FILE)
        return next(filter(None, codes), super().language)

    @property
    def words(self) -> Callable[[str], list[str]] | None:
        return self.metric.counts.tokens if "word" in self.metric.units else None

    def separating(self, language: str, tokenize: str) -> RGBF | None:
        metric = self.metric
        if metric.units != ("word",) and not metric.analysers:
            return None  # the texts contain their units
        return replace(metric, analysers=metric.analysers or ("words",), tokenize=tokenize)

    def for_language(self, code: str | None, tokenize: str | None = None) -> None:
        return None  # analysers are for a language; -l names it

    @property
    def reads_files(self) -> bool:
        return FILE in self.metric.analysers

    def with_files(
        self, systems: list[Corpus], files: Mapping[str, Sequence[str]], read: Callable[[str], list[str]]
    ) -> list[Corpus]:
        """The systems with the units of each text joined by `++`.

        files["pos"] names a file for each system, then one for each reference, all parallel to the plain files.
        """
        metric, first = self.metric, systems[0]
        if not first.nrefs.isdecimal():
            raise InputError("Units from files need the same number of references in every line.")
        references = [first.refs[k :: int(first.nrefs)] for k in range(int(first.nrefs))]
        texts = [*(system.hyps for system in systems), *references]
        views: list[dict[str, Sequence[str]]] = [{} for _ in texts]
        for unit, tool in zip(metric.units, metric.analysers, strict=True):
            names, plan = files.get(unit, ()), UnitPlan((unit,), (tool,), metric.tokenize or "13a")
            if tool == FILE and len(names) != len(texts):
                raise InputError(
                    f"The unit {unit} has {counted(len(names), 'file')}; it needs {len(texts)}: one per output "
                    f"({len(systems)}), then one per reference ({first.nrefs})."
                )
            for number, (view, segments) in enumerate(zip(views, texts, strict=True)):
                view[unit] = lines = read(names[number]) if tool == FILE else unit_texts(segments, plan)
                if len(lines) != len(segments):
                    raise InputError(
                        f"{names[number]} has {counted(len(lines), 'line')} for {counted(len(segments), 'segment')}; "
                        "a unit's file must pair up with the text line by line."
                    )
        joined = list(map(join_units, views))
        groups = list(zip(*joined[len(systems) :], strict=True))
        return [
            replace(Corpus.of(hyps, groups, system.name), sources=system.sources, ids=system.ids)
            for hyps, system in zip(joined, systems, strict=False)
        ]
