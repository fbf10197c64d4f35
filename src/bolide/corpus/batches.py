"""What every reader of tables gives: records by line, batches of rows by column, and what may stand in a cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from bolide.corpus import Corpus
from bolide.system.errors import InputError, SegmentError

if TYPE_CHECKING:
    import pyarrow as pa


Record = dict[str, Any]
Records = Iterable[tuple[int, Record]]
Lines = Iterable[str]  # without their ends; they can be gone through more than once
CSV, TEXT = "csv", "text"  # what quotes belong to: the format, as in CSV, or the text
QUOTES = (CSV, TEXT)


class Reading(NamedTuple):
    """How a table is read: what quotes belong to ("csv", "text", or None: the content decides), where warnings go, and
    by which column its files are joined (None: they are parts of one table). `option` is by which a user can say what
    quotes belong to, where there is one."""

    quotes: str | None = None
    warn: Callable[[str], None] = lambda message: None
    join: str | None = None
    option: str | None = None


class TableFormat(NamedTuple):
    """A kind of table: whether a text is one, and its lines.

    `read` is called with the file's name and its text, or, where the format is read line by line, with its lines;
    then `fits` is asked of the first lines alone. `unit` is what the numbers of its lines count.
    """

    fits: Callable[[str], bool]
    read: Callable[[str, Any, Reading], Records]
    unit: str = "line"
    by_line: bool = False


ABSENT = object()  # where a JSON object does not have the name at all
_EMPTY = "an empty text is written as an empty string"


@dataclass(frozen=True)
class Batch:
    """Rows of the file `name`. A column is a list of cells, or an Arrow array.

    `numbers` has the number of each row in the file, counted in `unit`s.
    """

    name: str
    columns: Mapping[str, list[Any] | pa.Array]
    numbers: Sequence[int]
    unit: str = "line"

    def __len__(self) -> int:
        return len(self.numbers)

    def take(self, rows: slice) -> Batch:
        """Some of the rows."""
        return Batch(self.name, {k: v[rows] for k, v in self.columns.items()}, self.numbers[rows], self.unit)

    def place(self, row: int) -> str:
        """Where a row stands in the file."""
        return f"{self.name}, {self.unit} {self.numbers[row]}"

    def cells(self, column: str) -> list[Any]:
        """The cells of a column as Python has them."""
        found = self.columns[column]
        return found if isinstance(found, list) else found.to_pylist()

    def texts(self, column: str) -> list[str]:
        """The texts of a column, one per row."""
        found = self.groups([column])
        for row, group in enumerate(found):
            if len(group) != 1:
                raise InputError(f"{self.place(row)}: {column} is a list; a translation is one text.")
        return [group[0] for group in found]

    def groups(self, columns: Sequence[str]) -> list[list[str]]:
        """The texts of several columns, those of one row together; a cell may hold a list of texts."""
        self._check_types(columns)
        found: list[list[str]] = [[] for _ in self.numbers]
        for column in columns:
            for row, value in enumerate(self._decoded(column)):
                texts = value if isinstance(value, list) else [value]
                if not texts or not all(isinstance(text, str) for text in texts):
                    self._refuse(row, column, value)
                found[row] += texts
        return found

    def known(self, column: str) -> list[str]:
        """What a column says of every row, if it does: texts, or integers as they are written; otherwise nothing."""
        values = self.cells(column) if column in self.columns else []
        return list(map(str, values)) if all(type(value) in (str, int) for value in values) else []

    def labels(self, column: str) -> list[str]:
        """The cells of a column that says something of the rows: texts, integers, true or false."""
        labels: list[str] = []
        kind: type | None = None
        for row, value in enumerate(self._decoded(column)):
            if not isinstance(value, str | int):
                self._refuse(row, column, value, "a label is a text or an integer")
            if kind not in (None, type(value)):
                raise InputError(
                    f"{self.place(row)}: {column} is {value!r:.40}, and {labels[-1]!r:.40} above is of another type; "
                    "a column of labels has texts only, or numbers only."
                )
            kind = type(value)
            labels.append(value if isinstance(value, str) else str(value).lower())
        return labels

    def corpus(self, hyp: str, refs: Sequence[str], name: str) -> Corpus:
        """The output in one column with the references in others."""
        if isinstance(self.columns[hyp], list) or any(isinstance(self.columns[ref], list) for ref in refs):
            return Corpus.of(self.texts(hyp), self.groups(refs), name)
        import pyarrow as pa

        from bolide.corpus.arrow import corpus_of, is_list

        if len(refs) > 1 and any(is_list(self.columns[ref]) for ref in refs):
            return Corpus.of(self.texts(hyp), self.groups(refs), name)
        try:
            return corpus_of(pa.record_batch({column: self.columns[column] for column in (hyp, *refs)}), hyp, refs)
        except InputError as error:
            self.refuse(error)

    def refuse(self, error: InputError) -> NoReturn:
        """Say where in the file it was that something is wrong with a row of this batch."""
        if isinstance(error, SegmentError):
            raise InputError(f"{self.place(error.segment)}: {error.what}") from None
        raise InputError(f"{self.name}: {error}") from None

    def _decoded(self, column: str) -> list[Any]:
        """The cells; Arrow does not look whether its texts are UTF-8."""
        try:
            return self.cells(column)
        except UnicodeDecodeError:
            found = self.columns[column]
            for row in range(len(self)):
                try:
                    found[row].as_py()
                except UnicodeDecodeError:
                    raise InputError(f"{self.place(row)}: {column} holds bytes that are not UTF-8.") from None
            raise

    def _check_types(self, columns: Sequence[str]) -> None:
        for column in columns:
            found = self.columns[column]
            if not isinstance(found, list):
                from bolide.corpus.arrow import check_text

                check_text(f"{self.name}: the column {column!r}", found.type)

    def _refuse(self, row: int, column: str, value: Any, advice: str = _EMPTY) -> NoReturn:
        if value is ABSENT:
            raise InputError(f"{self.place(row)} has no {column!r}; {_EMPTY}.")
        texts = value if isinstance(value, list) else [value]
        wrong = "an empty list" if not texts else "null" if None in texts else "not text"
        if wrong == "not text" and not isinstance(texts[0], dict | list):
            wrong = f"{value!r:.100}, not text"
        raise InputError(f"{self.place(row)}: {column} is {wrong}; {advice}.")
