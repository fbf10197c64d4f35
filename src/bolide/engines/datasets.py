"""Hugging Face datasets: a function for `map(batched=True)`, and the score of the rows that it adds.

>>> rows = dataset.map(bolide.engines.datasets.measure("hyp", "ref", "bleu"), batched=True)  # doctest: +SKIP
>>> bolide.engines.datasets.combine(rows, "bleu").points  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bolide.corpus.inputs import columns_of
from bolide.data.scores import Score, Signature
from bolide.data.stats import merged
from bolide.engines.arrow import add_to, engine_metric, measure_batch, signed, stats_of
from bolide.engines.poisson import document_names, poisson_of
from bolide.metrics.base import Metric
from bolide.metrics.sums import Sums, sums_by_label
from bolide.system.errors import InputError, known_name, need

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH_SIZE = 10_000  # rows added up at a time


@dataclass(frozen=True)
class Measure:
    """A function for `Dataset.map(…, batched=True)`; a frozen dataclass, so that datasets can cache its results."""

    hyp: str
    refs: tuple[str, ...]
    metric: Metric
    key: tuple[str, ...]
    name: str

    def __call__(self, batch: Mapping[str, Any] | pa.Table) -> dict[str, list[Any]] | pa.Table:
        """One row of integers per segment, in the column `name`."""
        import pyarrow as pa

        texts = {column: _cells(batch, column) for column in (self.hyp, *self.refs, *self.key)}
        (stats,) = measure_batch(pa.record_batch(texts), self.hyp, self.refs, [self.metric], self.key)
        rows = signed(stats).to_struct_array()
        return batch.append_column(self.name, rows) if isinstance(batch, pa.Table) else {self.name: rows.to_pylist()}


def measure(
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    metric: str | Metric = "bleu",
    *,
    key: str | Sequence[str] = (),
    name: str = "row",
) -> Measure:
    """A function for `Dataset.map(…, batched=True)` that adds one row of integers per segment, in the column `name`.

    `refs` is a column of texts, several of them, or a column of lists of texts. Errors name a row by its values in the
    columns of `key`. With `dataset.with_format("arrow")` texts are read without a copy.
    """
    need("datasets", "datasets", "pyarrow")
    return Measure(hyp, columns_of(refs, "refs"), engine_metric(metric), columns_of(key, "key"), name)


def combine(
    dataset: Any,
    metric: str | Metric = "bleu",
    *,
    name: str = "row",
    confidence: int | None = None,
    documents: str | None = None,
    seed: int | None = None,
) -> Score:
    """Score all segments of a dataset to which `map` added rows, in the column `name`.

    With `confidence`, a number of resamples, the score has a 95 % interval: whole documents are drawn, which the column
    `documents` names.
    """
    need("datasets", "datasets", "pyarrow")
    import pyarrow as pa

    scorer, poisson = engine_metric(metric), poisson_of(confidence, documents, seed)
    columns = [name] if documents is None else [name, documents]
    by_document: dict[str, Sums] = {}
    signature = None
    for table in dataset.select_columns(columns).with_format("arrow").iter(batch_size=_BATCH_SIZE):
        rows = stats_of(pa.RecordBatch.from_struct_array(table.column(name).combine_chunks()), scorer)
        signature = merged(signature, rows.signature)
        labels = [""] * len(rows) if documents is None else table.column(documents).to_pylist()
        sums = sums_by_label([scorer], [rows], document_names(labels, str(documents)))
        add_to(by_document, {document: one for document, (one,) in sums.items()})
    if signature is None:
        raise InputError("There are no segments to score.")
    behind = Signature.from_text(signature)
    whole = sum(by_document.values(), Sums.none(scorer))
    score = whole.score(scorer, behind.nrefs).with_versions(behind.versions)
    return score if poisson is None else poisson.with_document_interval(score, scorer, by_document)


def _cells(batch: Mapping[str, Any] | pa.Table, column: str) -> pa.Array:
    """A column of a batch in any of the formats of a dataset."""
    import pyarrow as pa

    if isinstance(batch, pa.Table):
        known_name("column", column, batch.column_names)
        return batch.column(column).combine_chunks()
    known_name("column", column, batch)
    return pa.array(batch[column])
