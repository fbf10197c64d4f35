"""Records and batches: the rows that every reader of tables yields, and checks of their cells."""

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
Lines = Iterable[str]  # without line ends; they can be iterated more than once
CSV, TEXT = "csv", "text"  # quotes belong to the format, as in CSV, or to the text
QUOTES = (CSV, TEXT)


class TableOptions(NamedTuple):
    """Options for reading a table: what quotes belong to ("csv", "text", or None: the content decides), a callback for
    warnings, the column its files are joined by (None: they are parts of one table), and the name of the command-line
    option for quotes, if any, for messages."""

    quotes: str | None = None
    warn: Callable[[str], None] = lambda message: None
    join: str | None = None
    option: str | None = None


class TableFormat(NamedTuple):
    """A format of tables: a test whether a text is in it, and a reader.

    `read` is called with the file's name, its text and the options. If the format is read line by line, `read` gets the
    lines, and `fits` the first lines only. `unit` is what its records are numbered by.
    """

    fits: Callable[[str], bool]
    read: Callable[[str, Any, TableOptions], Records]
    unit: str = "line"
    by_line: bool = False


ABSENT = object()  # the cell of a JSON object that lacks the name
_EMPTY = "an empty text is written as an empty string"


@dataclass(frozen=True)
class Batch:
    """Rows of the file `name`. A column is a list of cells or an Arrow array.

    `numbers` has the number of each row in the file, in `unit`s.
    """

    name: str
    columns: Mapping[str, list[Any] | pa.Array]
    numbers: Sequence[int]
    unit: str = "line"

    def __len__(self) -> int:
        return len(self.numbers)

    def take(self, rows: slice) -> Batch:
        """A slice of the rows."""
        return Batch(self.name, {k: v[rows] for k, v in self.columns.items()}, self.numbers[rows], self.unit)

    def location(self, row: int) -> str:
        """The file and the line (or other unit) of a row, for messages."""
        return f"{self.name}, {self.unit} {self.numbers[row]}"

    def cells(self, column: str) -> list[Any]:
        """The cells of a column as Python objects."""
        cells = self.columns[column]
        return cells if isinstance(cells, list) else cells.to_pylist()

    def texts(self, column: str) -> list[str]:
        """The texts of a column, one per row."""
        groups = self.groups([column])
        for row, group in enumerate(groups):
            if len(group) != 1:
                raise InputError(f"{self.location(row)}: {column} is a list; a translation is one text.")
        return [group[0] for group in groups]

    def groups(self, columns: Sequence[str]) -> list[list[str]]:
        """The texts of several columns as one list per row; a cell may hold a list of texts."""
        self._check_types(columns)
        groups: list[list[str]] = [[] for _ in self.numbers]
        for column in columns:
            for row, value in enumerate(self._decoded(column)):
                texts = value if isinstance(value, list) else [value]
                if not texts or not all(isinstance(text, str) for text in texts):
                    self._refuse(row, column, value)
                groups[row] += texts
        return groups

    def known(self, column: str) -> list[str]:
        """The values of a column as texts, if it exists and all are texts or integers; otherwise none."""
        values = self.cells(column) if column in self.columns else []
        return list(map(str, values)) if all(type(value) in (str, int) for value in values) else []

    def labels(self, column: str) -> list[str]:
        """The cells of a column of labels, as texts: texts, integers, true or false."""
        labels: list[str] = []
        kind: type | None = None
        for row, value in enumerate(self._decoded(column)):
            if not isinstance(value, str | int):
                self._refuse(row, column, value, "a label is a text or an integer")
            if kind not in (None, type(value)):
                raise InputError(
                    f"{self.location(row)}: {column} is {value!r:.40}, and {labels[-1]!r:.40} above is of another "
                    "type; a column of labels has texts only, or numbers only."
                )
            kind = type(value)
            labels.append(value if isinstance(value, str) else str(value).lower())
        return labels

    def corpus(self, hyp: str, refs: Sequence[str], name: str) -> Corpus:
        """The corpus with the outputs of one column and the references of others."""
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
        """Raise an error in a row of this batch with its file and line."""
        if isinstance(error, SegmentError):
            raise InputError(f"{self.location(error.segment)}: {error.what}") from None
        raise InputError(f"{self.name}: {error}") from None

    def _decoded(self, column: str) -> list[Any]:
        """The cells; InputError if they are not UTF-8, which Arrow does not check."""
        try:
            return self.cells(column)
        except UnicodeDecodeError:
            cells = self.columns[column]
            for row in range(len(self)):
                try:
                    cells[row].as_py()
                except UnicodeDecodeError:
                    raise InputError(f"{self.location(row)}: {column} holds bytes that are not UTF-8.") from None
            raise

    def _check_types(self, columns: Sequence[str]) -> None:
        for column in columns:
            cells = self.columns[column]
            if not isinstance(cells, list):
                from bolide.corpus.arrow import check_text

                check_text(f"{self.name}: the column {column!r}", cells.type)

    def _refuse(self, row: int, column: str, value: Any, advice: str = _EMPTY) -> NoReturn:
        if value is ABSENT:
            raise InputError(f"{self.location(row)} has no {column!r}; {_EMPTY}.")
        texts = value if isinstance(value, list) else [value]
        wrong = "an empty list" if not texts else "null" if None in texts else "not text"
        if wrong == "not text" and not isinstance(texts[0], dict | list):
            wrong = f"{value!r:.100}, not text"
        raise InputError(f"{self.location(row)}: {column} is {wrong}; {advice}.")
