"""What people said, rating by rating: who judged which output, the score, and the errors that were marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from bolide.system.errors import InputError, counted
from bolide.system.limits import CHARACTERS, check_filled
from bolide.system.stored import from_json, json_index, json_number

if TYPE_CHECKING:
    from bolide.agreement.table import Table


class ErrorSpan(NamedTuple):
    """A marked error: characters `start` up to `end` of the translation; None where something is missing from it.

    `marked` is a copy of the translation in which the error is marked, if that is how the file marks it. An error that
    does not count is shown and costs nothing.
    """

    start: int | None
    end: int | None
    severity: str
    category: str = ""
    marked: str = ""
    counts: bool = True


class Rating(NamedTuple):
    """One person's judgement of one output. `segment` counts from 0, `line` is where it stands in the file.

    `text` is the output, None if the file lacks it. `id` names the segment if the file has names for segments, and no
    numbers of lines; `pair` is the language pair, if the file tells.
    """

    annotator: str
    system: str
    segment: int
    score: float
    line: int
    document: str = ""
    domain: str = ""
    errors: tuple[ErrorSpan, ...] = ()
    text: str | None = None
    id: str = ""
    pair: str = ""

    @property
    def counted_errors(self) -> list[ErrorSpan]:
        """The errors that count."""
        return [error for error in self.errors if error.counts]

    @property
    def output(self) -> str | None:
        """The output that was rated, if the file has it, as it is or as the copy in which the first error is marked."""
        copy = self.errors[0].marked if self.errors else ""
        return self.text if self.text is not None or not copy else copy.replace("<v>", "", 1).replace("</v>", "", 1)


@contextmanager
def readable(where: str, form: str) -> Iterator[None]:
    """Say where a line is and what one looks like if reading it fails."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        problem = f"there is no {error}" if isinstance(error, LookupError) else str(error)
        raise InputError(f"{where} cannot be read ({problem:.200}); {form}.") from None


def json_name(value: object) -> str:
    """A name that JSON held; none if it is null or left out."""
    return "" if value is None else str(value)


def json_text(value: object) -> str:
    """A name that JSON must hold; ValueError for anything else."""
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r:.40} is not a name")
    return value


def percent(score: object) -> float:
    """A score from 0 to 100, as a number or a text; ValueError for anything else."""
    value = json_number(score)
    if not 0 <= value <= 100:
        raise ValueError(f"{value:g} is not a number from 0 to 100")
    return value


def json_spans(errors: Any) -> tuple[ErrorSpan, ...]:
    """The errors that JSON held of an output, as a list or as its text; those marked in the source are nobody's to
    find in it.

    {"start", "end", "severity", "category"}, or {"start_i", "end_i", "severity", "error_type"} from the tools that ESA
    is made with, whose `end_i` is the last character and not the one after it. If something is left out of the
    translation, both ends are null or "missing".
    """
    spans = []
    for error in (from_json(errors) if errors and isinstance(errors, str) else errors) or ():
        esa = "start_i" in error
        if not esa and error.get("is_source_error"):
            continue
        start, end = (error["start_i"], error["end_i"]) if esa else (error["start"], error["end"])
        about = str(error["severity"]), str(error.get("error_type" if esa else "category") or "")
        if "missing" in (start, end) or start is end is None:
            spans.append(ErrorSpan(None, None, *about))
            continue
        first, last = json_index(start, CHARACTERS), json_index(end + 1 if esa else end, CHARACTERS)
        if first > last:
            raise ValueError(f"an error begins at {first} and ends at {last}")
        spans.append(ErrorSpan(first, last, *about))
    return tuple(spans)


def check_documents(path: str, ratings: Sequence[Rating]) -> None:
    """Refuse numbers of segments that start again with each document: different segments would count as one."""
    first: dict[int, Rating] = {}
    for rating in ratings:
        known = first.setdefault(rating.segment, rating)
        if known.document != rating.document:
            raise InputError(
                f"{path}, line {rating.line}: the segment is in the document {rating.document!r:.60} here and in "
                f"{known.document!r:.60} in line {known.line}, so the numbers start again with each document; number "
                "the segments of the whole test set or, for MQM errors, give the document of every line (`documents`)."
            )


@dataclass(frozen=True, eq=False)
class Annotations:
    """The ratings of one language pair that count, and how many of each kind were left out.

    `weights` names the table of MQM weights behind the scores, `pair` is the language pair, if the file names it, and
    `remarks` are sentences about how the file was read.
    """

    name: str
    path: str
    ratings: Sequence[Rating]
    dropped: Mapping[str, int] = field(default_factory=dict)
    pair: str = ""
    weights: str = ""
    remarks: tuple[str, ...] = ()

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
        for rating in filter(lambda rating: rating.annotator, self.ratings):
            by_annotator = scores.setdefault((rating.system, rating.segment), {})
            by_annotator.setdefault(rating.annotator, []).append(rating.score)
        return {output: {who: fmean(some) for who, some in by.items()} for output, by in scores.items()}

    def on_lines(self, ids: Sequence[str], outputs: Mapping[str, Sequence[str]]) -> Annotations:
        """The ratings with segments counted as these ids are, without those of other ids.

        If the lines have no ids and the ratings do, the rated texts must be those of the systems' `outputs`, line by
        line: the order of the file need not be that of the lines.
        """
        if not self.ids:
            return self
        if ids:
            line_of = {name: line for line, name in enumerate(ids)}
            ratings = [rating._replace(segment=line_of[rating.id]) for rating in self.ratings if rating.id in line_of]
            return replace(self, ratings=ratings)
        for rating in self.ratings:
            lines = outputs.get(rating.system, [])
            line = lines[rating.segment] if rating.segment < len(lines) else ""
            if rating.system in outputs and (rating.text is None or rating.text.strip() != line.strip()):
                raise InputError(
                    f"{self.path} names segments by ids, the texts have none, and {rating.id!r:.80} of {rating.system} "
                    f"is not line {rating.segment + 1}; read the texts from a table with an id or item_id."
                )
        return self

    def table(self) -> Table:
        """The mean rating of every output, missing where nobody rated it; equal but for rounding is equal."""
        import numpy as np  # the page, which has no numpy, reads annotations too

        from bolide.agreement.table import Table, equalled, ratio

        if not self.ratings:
            raise InputError(f"{self.path} has no rating that counts.")
        if all(rating.score != rating.score for rating in self.ratings):
            raise InputError(f"{self.path} marks errors and has no scores; `bolide spans` reads such a file.")
        row_of = {name: row for row, name in enumerate(self.systems)}
        check_filled(self.path, len(row_of), self.segments, len(self.ratings), ("system", "segment"))
        rows = np.fromiter((row_of[rating.system] for rating in self.ratings), np.intp, len(self.ratings))
        columns = np.fromiter((rating.segment for rating in self.ratings), np.intp, len(self.ratings))
        scores = np.fromiter((rating.score for rating in self.ratings), np.float64, len(self.ratings))
        sums, counts = np.zeros((2, len(row_of), self.segments))
        np.add.at(sums, (rows, columns), scores)
        np.add.at(counts, (rows, columns), 1)
        return Table(self.name, tuple(row_of), equalled(ratio(sums, counts)))


def by_pair(
    name: str, path: str, ratings: Iterable[Rating], dropped: Mapping[str, Mapping[str, int]] | None = None
) -> dict[str, Annotations]:
    """The ratings by language pair, in the order in which pairs are first named, and what was left out of each."""
    pairs: dict[str, list[Rating]] = {}
    for rating in ratings:
        pairs.setdefault(rating.pair, []).append(rating)
    pairs = {pair: pairs.get(pair, []) for pair in (*(dropped or ()), *pairs)} or {"": []}
    return {pair: Annotations(name, path, some, (dropped or {}).get(pair, {}), pair) for pair, some in pairs.items()}
