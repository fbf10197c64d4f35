"""What people said, rating by rating: who judged which output, the score, and the errors that were marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from bolide.system.dataclasses import dataclass, field, replace
from bolide.system.errors import InputError
from bolide.system.limits import CHARACTERS, check_filled
from bolide.system.messages import are, counted
from bolide.system.strict import json_index, json_number

if TYPE_CHECKING:
    from bolide.agreement.table import Table


class Rating(NamedTuple):
    """One person's judgement of one output. `segment` counts from 0, `line` is where it stands in the file.

    `errors` is what the file says of marked errors, in its own form; `text` is the output, None if the file lacks it.
    `id` names the segment if the file has names for segments, and no numbers of lines.
    """

    annotator: str
    system: str
    segment: int
    score: float
    line: int
    document: str = ""
    domain: str = ""
    errors: Any = None
    text: str | None = None
    id: str = ""


class ErrorSpan(NamedTuple):
    """A marked error: characters `start` up to `end` of the translation; None where something is missing from it."""

    start: int | None
    end: int | None
    severity: str
    category: str = ""


def json_name(value: object) -> str:
    """A name that JSON held; none if it is null or left out."""
    return "" if value is None else str(value)


def percent(score: object) -> float:
    """A score from 0 to 100 that JSON held; ValueError for anything else."""
    value = json_number(score)
    if not 0 <= value <= 100:
        raise ValueError(f"score {value:g} is not from 0 to 100")
    return value


def error_span(start: object, end: object, severity: object, category: object) -> ErrorSpan:
    """A span that JSON held, from `start` up to `end`; ValueError where these are not two places in order."""
    first, last = json_index(start, CHARACTERS), json_index(end, CHARACTERS)
    if first > last:
        raise ValueError(f"{first} comes after {last}")
    return ErrorSpan(first, last, str(severity), str(category or ""))


def checked_spans(spans: Callable[[Any], tuple[ErrorSpan, ...]], errors: Any, where: str) -> tuple[ErrorSpan, ...]:
    """The errors that are marked; refused, with their place, if they cannot be read."""
    try:
        return spans(errors) if errors else ()
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"{where}: the marked errors cannot be read ({error!r:.80}); each has a severity, and begins and ends at "
            "characters, counted from 0, in order."
        ) from None


@dataclass(frozen=True, eq=False)
class Annotations:
    """The ratings of one language pair that count, how many of each kind were left out, and how errors are read.

    `weights` names the table of MQM weights behind the scores; `texts` reads an output from what is said of its errors.
    `pair` is the language pair, if the file names it, and `remarks` are sentences about how the file was read.
    """

    name: str
    path: str
    ratings: Sequence[Rating]
    dropped: dict[str, int] = field(default_factory=dict)
    spans: Callable[[Any], tuple[ErrorSpan, ...]] = tuple
    weights: str = ""
    texts: Callable[[Any], str | None] | None = None
    pair: str = ""
    remarks: tuple[str, ...] = ()

    def text_of(self, rating: Rating) -> str | None:
        """The output that was rated, if the file has it."""
        return rating.text if self.texts is None else self.texts(rating.errors)

    def errors_of(self, rating: Rating) -> tuple[ErrorSpan, ...]:
        """The errors that a rating marks; refused, with the line, where they cannot be read."""
        return checked_spans(self.spans, rating.errors, f"{self.path}, line {rating.line}")

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, and other remarks."""
        lines = [f"{count:,} {what}" for what, count in self.dropped.items() if count]
        left = counted(len(self.ratings), "rating")
        notes = [f"{self.path}: left out lines: {', '.join(lines)}; this leaves {left}."] if lines else []
        return (*notes, *self.remarks)

    @property
    def systems(self) -> list[str]:
        """The systems in the order in which they are first rated."""
        return list(dict.fromkeys(rating.system for rating in self.ratings))

    @property
    def segments(self) -> int:
        """How many segments there are up to the last that was rated."""
        return max((rating.segment for rating in self.ratings), default=-1) + 1

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the segments that were rated, each once; none if a rating has none."""
        ids = tuple(dict.fromkeys(rating.id for rating in self.ratings))
        return () if "" in ids else ids

    @property
    def documents(self) -> dict[int, str]:
        """The document of every segment that was rated; none if one of them is not named."""
        documents = {rating.segment: rating.document for rating in self.ratings}
        return documents if all(documents.values()) else {}

    def by_output(self) -> dict[tuple[str, int], dict[str, float]]:
        """The score of each output, by system and segment, by each annotator: the mean if one rated it several times.

        A rating without an annotator's name is nobody's in particular, and left out.
        """
        scores: dict[tuple[str, int], dict[str, list[float]]] = {}
        for rating in self.ratings:
            if rating.annotator:
                by_annotator = scores.setdefault((rating.system, rating.segment), {})
                by_annotator.setdefault(rating.annotator, []).append(rating.score)
        return {
            output: {name: fmean(values) for name, values in by_annotator.items()}
            for output, by_annotator in scores.items()
        }

    def on_lines(self, ids: Sequence[str], outputs: Mapping[str, Sequence[str]]) -> Annotations:
        """The ratings with segments counted as these ids are, without those of other ids.

        If the lines have no ids and the ratings do, the rated texts must be those of the systems' `outputs`, line by
        line: the order of the file need not be that of the lines.
        """
        if not self.ids:
            return self
        if not ids:
            self._check_order(outputs)
            return self
        line_of = {name: line for line, name in enumerate(ids)}
        ratings = [rating._replace(segment=line_of[rating.id]) for rating in self.ratings if rating.id in line_of]
        return replace(self, ratings=ratings)

    def _check_order(self, outputs: Mapping[str, Sequence[str]]) -> None:
        for rating in self.ratings:
            lines = outputs.get(rating.system)
            if lines is None:
                continue
            text = self.text_of(rating)
            line = lines[rating.segment] if rating.segment < len(lines) else None
            if text is None or line is None or text.strip() != line.strip():
                raise InputError(
                    f"{self.path} names segments by ids, the texts have none, and {rating.id!r:.80} of {rating.system} "
                    f"is not line {rating.segment + 1}; read the texts from a table with an id or item_id."
                )

    def table(self, segments: int | None = None) -> Table:
        """The mean rating of every output, missing where nobody rated it; equal but for rounding is equal."""
        import numpy as np  # the page, which has no numpy, reads annotations too

        from bolide.agreement.table import Table, equalled

        if not self.ratings:
            raise InputError(f"{self.path} has no rating that counts.")
        if all(rating.score != rating.score for rating in self.ratings):
            raise InputError(f"{self.path} marks errors and has no scores; `bolide spans` reads such a file.")
        size = self.segments
        if segments is not None and size > segments:
            raise InputError(
                f"{self.path} has ratings of segment {size}; there {are(segments)} only {counted(segments, 'segment')}."
            )
        row_of = {name: row for row, name in enumerate(self.systems)}
        check_filled(self.path, len(row_of), segments or size, len(self.ratings), ("system", "segment"))
        rows = np.fromiter((row_of[rating.system] for rating in self.ratings), np.intp, len(self.ratings))
        columns = np.fromiter((rating.segment for rating in self.ratings), np.intp, len(self.ratings))
        scores = np.fromiter((rating.score for rating in self.ratings), np.float64, len(self.ratings))
        sums, counts = np.zeros((2, len(row_of), segments or size))
        np.add.at(sums, (rows, columns), scores)
        np.add.at(counts, (rows, columns), 1)
        cells = np.divide(sums, counts, out=np.full_like(sums, np.nan), where=counts > 0)
        return Table(self.name, tuple(row_of), equalled(cells))
