"""The inputs of a report: texts, metrics, external scores, and documents, labels and human scores of segments."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from bolide.corpus import Corpus
from bolide.corpus.identity import TextHash
from bolide.corpus.lines import read_lines
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.significance.units import ResamplingUnits
from bolide.system.errors import InputError

if TYPE_CHECKING:
    from bolide.agreement.table import Table
    from bolide.data.figures import MarkedError
    from bolide.significance.sample import Sample


@dataclass(frozen=True)
class ReportInputs:
    """Systems with the same references, and the metrics that score them and their segments.

    `external` are scores of other metrics, one list of samples per metric. `source`, `documents`, `labels` and
    `domains`, which are taken as given, have one line per segment; `human` are human scores of segments.
    """

    systems: Sequence[Corpus]
    scorers: Sequence[Scorer]
    external: Sequence[Sequence[Sample]] = ()
    source: Sequence[str] | None = None
    documents: Sequence[str] | None = None
    labels: Sequence[str] | None = None
    human: Table | None = None
    marked: Mapping[tuple[str, int], Sequence[MarkedError]] = field(default_factory=dict)  # by system and segment
    names: Mapping[str, str] = field(default_factory=dict)  # the files of the texts
    score_files: Mapping[str, str] = field(default_factory=dict)  # of human and external scores, by what they are
    domains: Sequence[str] | None = None
    further: Mapping[str, Sequence[Corpus]] = field(default_factory=dict)  # training runs besides the first, by system
    labels_of_metrics: Sequence[str] = ()  # in tables, if not their names

    def __post_init__(self) -> None:
        if not self.size:
            raise InputError("There are no segments to report on.")
        for system in self.systems[1:]:
            if system.refs != self.systems[0].refs or len(system) != self.size:
                raise InputError(
                    f"{self.systems[0].name} and {system.name} have different references, and a report shows those of "
                    "all systems; `compare` scores each against its own, as for HTER."
                )

    @property
    def metrics(self) -> list[Metric]:
        """The metrics that score the systems."""
        return [scorer.corpus for scorer in self.scorers]

    @property
    def size(self) -> int:
        return len(self.systems[0])

    def units(self, unit: str | None) -> ResamplingUnits | None:
        """The units that are drawn and exchanged: documents if they are known, unless segments are asked for."""
        return ResamplingUnits.of(self.documents, self.domains, unit)

    @property
    def source_lines(self) -> Sequence[str] | None:
        """The source as passed, or that of the texts, if any."""
        return self.source if self.source is not None else self.systems[0].sources or None

    @cached_property
    def spaces(self) -> str:
        """The white-space characters in references and outputs, which metrics on characters often ignore."""
        texts = chain(self.systems[0].refs, *(system.hyps for system in self.systems))
        return "".join(sorted(c for c in set(chain.from_iterable(texts)) if c.isspace()))

    def lengths(self) -> list[int]:
        """The number of tokens of every first reference, by the first metric's tokenizer."""
        cut = self.scorers[0].corpus.counts.tokens if self.scorers else str.split
        first = self.systems[0]
        return [len(cut(first.refs[start])) for start in first.ref_starts[:-1]]

    def digests(self) -> list[dict[str, object]]:
        """Every text and file of scores with the name of its file, its number of lines and its hash."""
        # A list of pairs: a system may be called "source".
        texts: list[tuple[str, Sequence[str]]] = [] if self.source_lines is None else [("source", self.source_lines)]
        first = self.systems[0]
        if first.nrefs == "var":
            texts.append(("references", first.refs))
        else:
            count = int(first.nrefs)
            texts += [(f"reference {k + 1}" if count > 1 else "reference", first.refs[k::count]) for k in range(count)]
        texts += [(system.name, system.hyps) for system in self.systems]
        further = [(what, getattr(self, what)) for what in ("documents", "labels", "domains")]
        texts += [(what, lines) for what, lines in further if lines is not None]
        texts += [(what, read_lines(path)) for what, path in self.score_files.items()]
        files = {**self.names, **self.score_files}
        digests: list[dict[str, object]] = []
        for name, lines in texts:
            file = os.path.basename(files.get(name, ""))  # a report is mailed: folders are nobody's business
            digests.append({"text": name, "file": file, "lines": len(lines), "sha256": TextHash.of(lines).sha256})
        return digests
