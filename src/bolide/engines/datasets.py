"""Hugging Face datasets: a function for `map(batched=True)`, and the score of the rows that it adds.

>>> rows = dataset.map(bolide.engines.datasets.measure(BLEU()), batched=True, num_proc=8)  # doctest: +SKIP
>>> bolide.engines.datasets.combine(rows, BLEU()).points  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bolide.corpus.inputs import columns_of
from bolide.data.scores import Score, Signature
from bolide.data.stats import merged
from bolide.engines.partial_sums import engine_metric, measure_signed, stats_of
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

    metric: Metric
    hyp: str
    refs: tuple[str, ...]
    key: tuple[str, ...]
    name: str

    def __call__(self, batch: Mapping[str, Any] | pa.Table) -> dict[str, list[Any]] | pa.Table:
        """One row of integers per segment, in the column `name`."""
        import pyarrow as pa

        texts = {column: _cells(batch, column) for column in (self.hyp, *self.refs, *self.key)}
        rows = measure_signed(self.metric, pa.record_batch(texts), self.hyp, self.refs, self.key).to_struct_array()
        return batch.append_column(self.name, rows) if isinstance(batch, pa.Table) else {self.name: rows.to_pylist()}


def measure(
    metric: str | Metric,
    hyp: str = "hyp",
    refs: str | Sequence[str] = "ref",
    *,
    key: str | Sequence[str] = (),
    name: str = "row",
) -> Measure:
    """A function for `Dataset.map(…, batched=True)` that adds one row of integers per segment, in the column `name`.

    `refs` is a column of texts, several of them, or a column of lists of texts. Errors name a row by its values in the
    columns of `key`. With `dataset.with_format("arrow")` texts are read without a copy.
    """
    need("datasets", "datasets", "pyarrow")
    return Measure(engine_metric(metric), hyp, columns_of(refs, "refs"), columns_of(key, "key"), name)


def combine(
    dataset: Any,
    metric: str | Metric,
    name: str = "row",
    *,
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
    for column in columns:
        known_name("column", column, dataset.column_names)
    sums = Sums.none(scorer)
    by_document: dict[str, Sums] = {}
    signature = None
    for table in dataset.select_columns(columns).with_format("arrow").iter(batch_size=_BATCH_SIZE):
        rows = stats_of(scorer, pa.RecordBatch.from_struct_array(table.column(name).combine_chunks()))
        signature = merged(signature, rows.signature)
        sums += Sums.of(scorer, rows)
        if documents is not None:
            names = document_names(table.column(documents).to_pylist(), documents)
            for document, (one,) in sums_by_label([scorer], [rows], names).items():
                by_document[document] = by_document.get(document, Sums.none(scorer)) + one
    if signature is None:
        raise InputError("There are no segments to score.")
    behind = Signature.from_text(signature)
    score = sums.score(scorer, behind.nrefs).with_versions(behind.versions)
    return score if poisson is None else poisson.with_document_interval(score, scorer, by_document)


def _cells(batch: Mapping[str, Any] | pa.Table, column: str) -> pa.Array:
    """A column of a batch in any of the formats of a dataset."""
    import pyarrow as pa

    if isinstance(batch, pa.Table):
        known_name("column", column, batch.column_names)
        return batch.column(column).combine_chunks()
    known_name("column", column, batch)
    try:
        return pa.array(batch[column])
    except pa.ArrowInvalid as error:
        raise InputError(f"the column {column!r} does not hold values of one type: {error}.") from None
