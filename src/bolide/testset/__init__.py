"""A test set: systems and references with what is known of their segments, checked once, when it is made."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import chain, cycle
from typing import Any, Protocol, TypeAlias

from bolide.corpus import Corpus, exact_texts, is_frame, list_of
from bolide.corpus.identity import SystemTexts, hashes_of
from bolide.corpus.inputs import (
    Path,
    TextReader,
    check_distinct,
    checked_texts,
    columns_of,
    documents_of,
    domains_of,
    file_of,
    files_by_text,
    files_of,
    labels_of,
)
from bolide.corpus.table_files import TableOptions
from bolide.system.errors import InputError, OptionError, check_names, counted, listed, unknown


class Runs(tuple["Iterable[str] | Path | Corpus", ...]):
    """The outputs of a system that was trained several times, one of each run; its score is their mean.

    >>> import bolide
    >>> data = bolide.TestSet(["a b"], {"mine": bolide.Runs(["a"], ["a b"]), "theirs": ["b"]})
    >>> print(data)
    1 segment of mine (2 runs) and theirs
    """

    __slots__ = ()

    def __new__(cls, *outputs: Iterable[str] | Path | Corpus) -> Runs:
        if not outputs:
            raise InputError("Runs needs the output of each training run: Runs(first, second).")
        return super().__new__(cls, outputs)


class Scored(Protocol):
    """Scores of another tool, or rows of an earlier run: a metric of these systems and so many segments."""

    @property
    def name(self) -> str: ...
    @property
    def extent(self) -> tuple[tuple[str, ...], int]: ...
    @property
    def gap(self) -> InputError | None: ...


Output: TypeAlias = "Iterable[str] | Corpus | Runs"
Outputs: TypeAlias = "Sequence[Path] | Mapping[str, Path | Runs]"
READER = "TestSet.read reads files"
ABOUT = ("documents", "domains", "labels")


@dataclass(frozen=True, eq=False, repr=False)
class TestSet:
    """The references of a test set, the outputs of its systems by name, and what is known of its segments.

    `refs` are the references of each segment, a string or a list of strings, or a dict of such lists by system where
    each has its own, as HTER's post-edits are. Texts are lists, generators or columns of pandas, Polars and Arrow;
    `TestSet.read` reads files. `source`, `ids`, `documents`, `domains` and `labels` have one entry for each segment.
    A part (`take`, `without`) knows the `whole` and which of its `lines` it has.

    >>> import bolide
    >>> data = bolide.TestSet(["the cat sat", "hello"], {"a": ["the cat", "hi"], "b": ["a cat sat", "hello"]})
    >>> len(data), data.names
    (2, ('a', 'b'))
    >>> print(data.without("a").take([False, True]))
    1 segment of b
    """

    __test__ = False  # for pytest

    refs: Any
    systems: Mapping[str, Output]
    source: Any = None
    ids: Any = None
    documents: Any = None
    domains: Any = None
    labels: Any = None
    _: KW_ONLY
    files: Mapping[str, str] = field(default_factory=dict)  # of its texts, by what they are
    notes: tuple[str, ...] = ()  # on how they were read
    whole: TestSet | None = None
    lines: tuple[int, ...] | None = None  # of the whole, from 0
    size: int = 0  # where there are no texts
    runs: Mapping[str, tuple[Corpus, ...]] = field(init=False)  # by system; none where there are no texts

    def __post_init__(self) -> None:
        if not isinstance(self.systems, Mapping) or not self.systems:
            raise InputError(f"`systems` must map names to outputs, {{'a': […], 'b': […]}}; {READER}.")
        about = {name: _texts(getattr(self, name), name) for name in (*ABOUT, "source", "ids")}
        notes, refs = list(self.notes), self.refs
        _check_rows({"refs": refs, **self.systems, **about})
        if not isinstance(refs, Mapping | None):
            refs = list_of(_texts(refs, "refs"), "refs")
            checked_texts(refs, "refs", READER, notes.append)
        runs = _runs_of(refs, self.systems, notes)
        corpora = list(chain.from_iterable(runs.values()))
        size = len(corpora[0]) if corpora else self.size
        for corpus in corpora:
            if len(corpus) != size:
                both = f"{corpora[0].name} has {counted(size, 'segment')} and {corpus.name} has {len(corpus):,}"
                raise InputError(f"{both}; the outputs of one test set are of the same segments.")
        source, ids = (labels_of(about[name], name, size) for name in ("source", "ids"))
        if corpora:
            source, ids = source or list(corpora[0].sources) or None, ids or list(corpora[0].ids)
        self.__dict__.update(  # the dataclass is frozen: fields are set here only
            refs=refs,
            systems={name: Runs(*outputs) if outputs else () for name, outputs in runs.items()},
            runs=runs,
            size=size,
            source=source,
            ids=tuple(ids or ()),
            documents=documents_of(about["documents"], size, ids or ()),
            domains=domains_of(about["domains"], size),
            labels=labels_of(about["labels"], "labels", size),
            notes=tuple(dict.fromkeys(notes)),
        )

    @classmethod
    def read(
        cls,
        refs: Path | Sequence[Path],
        systems: Outputs,
        *,
        source: Path | None = None,
        documents: Path | None = None,
        domains: Path | None = None,
        labels: Path | None = None,
    ) -> TestSet:
        """Read files with one segment per line, plain or compressed.

        `refs` is a file of references or a list of them, `systems` files of outputs in a list, by whose names the
        systems are called, or in a dict; `documents` and `domains` may be one file with two columns, as WMT's are.

        >>> import bolide
        >>> print(bolide.TestSet.read("ref.txt", ["a.txt", "b.txt"]))
        6 segments of a and b
        """
        about = {"source": source, "documents": documents, "domains": domains, "labels": labels}
        return cls.read_with(TextReader(), files_of(refs, "refs"), *_outputs(systems), about)

    @classmethod
    def from_table(
        cls,
        table: Path | Sequence[Path] | Any,
        refs: str | Sequence[str],
        systems: Sequence[str] | Mapping[str, str | Runs],
        *,
        source: str | None = None,
        documents: str | None = None,
        domains: str | None = None,
        labels: str | None = None,
        options: TableOptions | None = None,
    ) -> TestSet:
        """Read columns of a table: a file (Parquet, Arrow, CSV, TSV, JSON, xlsx), several, or a data frame.

        `options` say how files are read: what quotes and nulls mean, and by which column several are joined.

        >>> import bolide
        >>> print(bolide.TestSet.from_table("texts.tsv", "reference", ["system_a", "system_b"]))
        6 segments of system_a and system_b
        """
        about = {"source": source, "documents": documents, "domains": domains, "labels": labels}
        if is_frame(table):
            columns = {what: _column(table, name) for what, name in about.items() if name is not None}
            named = systems if isinstance(systems, Mapping) else {name: name for name in systems}
            outputs: dict[str, Any] = {
                name: Runs(*(_column(table, run) for run in column))
                if isinstance(column, Runs)
                else _column(table, column)
                for name, column in named.items()
            }
            groups = [list_of(_column(table, name), "refs") for name in columns_of(refs, "refs")]
            return cls(groups[0] if len(groups) == 1 else list(zip(*groups, strict=True)), outputs, **columns)
        reader = TextReader(files_of(table, "table"), options or TableOptions())
        return cls.read_with(reader, columns_of(refs, "refs"), *_outputs(systems), about)

    @classmethod
    def from_folder(
        cls, folder: Path, *, pair: str | None = None, reference: str | None = None, systems: Sequence[str] = ()
    ) -> TestSet:
        """Read the texts of a folder of WMT, or of one language pair of mt-metrics-eval's data.

        Of several references, `reference` names the one to score against, or several with commas; those leave the
        outputs. `systems` are those to read, by default all.
        """
        from bolide.testset.folders import files_of_folder  # few test sets are in such a folder

        refs, outputs, about = files_of_folder(file_of(folder, "folder"), pair, reference)
        check_names("systems", systems, outputs)
        chosen = {name: path for name, path in outputs.items() if not systems or name in systems}
        return cls.read_with(TextReader(), refs, *_outputs(chosen), about)

    @classmethod
    def from_sacrebleu(cls, name: str, pair: str, systems: Mapping[str, Any]) -> TestSet:
        """Outputs with the references, source, documents and domains of a test set that the installed sacreBLEU knows.

        sacreBLEU reads them from its folder, and fetches them if they are not there; Bolide fetches nothing.
        """
        from bolide.testset.folders import files_of_sacrebleu

        refs, about = files_of_sacrebleu(name, pair)
        reader = TextReader()
        groups: Any = reader.groups(refs) if len(refs) > 1 else reader.segments(refs[0])
        lines: dict[str, Any] = {what: reader.about(what, path) for what, path in about.items()}
        return cls(groups, systems, **lines, files=files_by_text({}, refs, **about))

    @classmethod
    def from_scores(
        cls,
        scores: Scored | Iterable[Scored] | Mapping[str, Scored],
        *,
        documents: Any = None,
        domains: Any = None,
        labels: Any = None,
    ) -> TestSet:
        """A test set without texts: the systems and segments that scores of other tools, or rows, are of.

        >>> import bolide
        >>> comet = bolide.read_scores("comet.seg.score")
        >>> print(bolide.TestSet.from_scores(comet))
        6 segments of a, b and c
        """
        several = scores.values() if isinstance(scores, Mapping) else scores
        listed: list[Any] = list(several) if isinstance(several, Iterable) else [several]
        if not listed or not all(hasattr(one, "extent") for one in listed):
            raise InputError("`scores` must be what read_scores or read_rows returns, or several of them.")
        first, *others = listed
        names, size = first.extent
        for other in others:
            if odd := sorted({*names} ^ {*other.extent[0]}):
                both = f"{first.name} and {other.name} score different systems"
                raise InputError(f"{both}: only one has {', '.join(odd)}.")
            if other.extent[1] != size:
                raise InputError(f"{first.name} has {size:,} segments and {other.name} has {other.extent[1]:,}.")
        for gap in (one.gap for one in listed if one.gap is not None and (documents or domains or labels)):
            raise gap
        systems: dict[str, Any] = dict.fromkeys(names, ())
        return cls(None, systems, documents=documents, domains=domains, labels=labels, size=size)

    @classmethod
    def read_with(
        cls,
        reader: TextReader,
        refs: Sequence[str],
        outputs: Sequence[str],
        runs: Mapping[str, Sequence[str]],
        about: Mapping[str, Path | None],
        names: Sequence[str] = (),
    ) -> TestSet:
        """Read files or columns as a reader does: outputs of systems with these `names`, or called by their files, and
        of the `runs` of others."""
        if runs and names:
            raise OptionError("`names` and `runs` both name systems; pass the outputs of NAME as a run, NAME=FILE.")
        notes: list[str] = []
        reader.options = reader.options._replace(warn=notes.append)
        known = {name: None if file is None else file_of(file, name) for name, file in about.items()}
        corpora = reader.systems([*outputs, *chain.from_iterable(runs.values())], refs, names)
        of_runs: dict[str, Any] = {}
        for name, run in reversed([*runs.items()]):  # from the end: a column may have several systems
            size = reader.size(run)
            of_runs[name] = Runs(*corpora[-size:])
            del corpora[-size:]
        systems = {corpus.name: corpus for corpus in corpora}
        check_distinct([*systems, *runs])
        columns = outputs if len(outputs) in (1, len(systems)) else ()  # otherwise it is not known which is whose
        files = dict(zip(systems, cycle(columns), strict=False)) | {name: ",".join(run) for name, run in runs.items()}
        lines: dict[str, Any] = {name: reader.about(name, file) for name, file in known.items()}
        everything: dict[str, Any] = {**systems, **{name: of_runs[name] for name in runs}}
        return cls(None, everything, **lines, files=files_by_text(files, refs, **known), notes=tuple(notes))

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<TestSet: {self}>"

    def __str__(self) -> str:
        runs = {name: f" ({len(outputs)} runs)" if len(outputs) > 1 else "" for name, outputs in self.runs.items()}
        return f"{counted(self.size, 'segment')} of {listed([f'{name}{more}' for name, more in runs.items()])}"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the systems."""
        return tuple(self.runs)

    @property
    def corpora(self) -> list[Corpus]:
        """The outputs of each system with its references; of several training runs, those of the first."""
        return [outputs[0] for outputs in self.runs.values() if outputs]

    @property
    def further(self) -> dict[str, list[Corpus]]:
        """The further training runs of the systems that have several."""
        return {name: list(outputs[1:]) for name, outputs in self.runs.items() if len(outputs) > 1}

    @property
    def identity(self) -> tuple[SystemTexts, ...]:
        """The hashes of the references and outputs of each system, and the names of the references that are known."""
        return hashes_of(self.corpora, self.further)

    def take(self, mask: Iterable[Any]) -> TestSet:
        """The part of the segments for which the mask is true; it has one entry for each."""
        wanted = [bool(one) for one in mask]
        if len(wanted) != self.size:
            raise InputError(f"`mask` has {counted(len(wanted), 'entry', 'entries')} for {self.size:,} segments.")
        chosen = [k for k, one in enumerate(wanted) if one]
        if not chosen:
            raise InputError("`mask` leaves no segment.")

        def some(values: Any) -> Any:
            return [values[k] for k in chosen] if values else None

        runs: dict[str, Any] = {
            name: Runs(*(corpus.take(chosen) for corpus in outputs)) if outputs else ()
            for name, outputs in self.runs.items()
        }
        about = {name: some(getattr(self, name)) for name in (*ABOUT, "source", "ids")}
        lines = tuple(chosen if self.lines is None else some(self.lines))
        return replace(self, refs=None, systems=runs, **about, lines=lines, whole=self.whole or self, size=len(chosen))

    def without(self, *names: str) -> TestSet:
        """The test set without these systems."""
        check_names("names", names, self.names)
        left: dict[str, Any] = {name: one for name, one in self.systems.items() if name not in names}
        if not left:
            raise InputError("There is no system left.")
        return replace(self, refs=None, ids=self.ids or None, systems=left, whole=self.whole or self)

    def with_outputs(self, outputs: Mapping[str, Sequence[Corpus]]) -> TestSet:
        """The test set with other texts of the same segments, one corpus for each training run of each system."""
        systems: dict[str, Any] = {name: Runs(*corpora) for name, corpora in outputs.items()}
        return replace(self, refs=None, ids=self.ids or None, systems=systems)

    def line(self, segment: int) -> int:
        """The line of a segment in the whole, from 0."""
        return segment if self.lines is None else self.lines[segment]


def _outputs(systems: Outputs | Mapping[str, str | Runs]) -> tuple[list[str], dict[str, list[str]]]:
    """The files of outputs that have no name, or those of each named system, one for each training run."""
    if isinstance(systems, Mapping):
        runs = {name: one if isinstance(one, Runs) else (one,) for name, one in systems.items()}
        return [], {str(name): [file_of(run, f"systems[{name!r}]") for run in one] for name, one in runs.items()}
    if isinstance(systems, str | os.PathLike):
        raise InputError(f"`systems` is {os.fspath(systems)!r:.60}; it must be a list, or a dict with their names.")
    return files_of(systems, "systems"), {}


def check_test_set(data: object) -> None:
    """Refuse what is no test set, as texts would be."""
    if not isinstance(data, TestSet):
        kind = type(data).__name__
        raise InputError(f"`data` is of type {kind}; it must be a test set: bolide.TestSet(refs, {{'a': outputs}}).")


def _texts(values: Any, name: str) -> Any:
    """The values, unless they are one text, or the name of a file."""
    if isinstance(values, str | os.PathLike):
        raise InputError(
            f"`{name}` is {os.fspath(values)!r:.60}; it must be a list with an entry for each segment. {READER}."
        )
    return values


def _check_rows(columns: Mapping[str, Any]) -> None:
    """Refuse columns of pandas whose rows have different labels: one was sorted or filtered, and another was not."""
    indexes = {name: column.index for name, column in columns.items() if hasattr(column, "index")}
    indexes = {name: index for name, index in indexes.items() if hasattr(index, "equals")}
    first = next(iter(indexes), "")
    for name, index in indexes.items():
        if not index.equals(indexes[first]):
            raise InputError(
                f"The rows of {first!r} and {name!r} have other labels, or another order: take both from one frame, or "
                "reset their indexes if the order is right."
            )


def _column(frame: Any, name: Any) -> Any:
    known = [*map(str, getattr(frame, "column_names", frame.columns))]
    if name not in known:
        raise unknown("column", name, known)
    return frame[name]


def _runs_of(refs: Any, systems: Mapping[str, Any], notes: list[str]) -> dict[str, tuple[Corpus, ...]]:
    """The outputs of each system with their references, one corpus for each training run."""
    runs: dict[str, tuple[Corpus, ...]] = {}
    check_distinct(map(str, systems))
    for name, output in systems.items():
        if isinstance(output, tuple) and not output and not isinstance(output, Runs):  # of scores alone
            runs[str(name)] = ()
            continue
        what = f"systems[{name!r}]"
        first = output[:1] if isinstance(output, list | tuple) and not isinstance(output, Runs) else ()
        if any(isinstance(one, list | tuple) for one in first):
            raise InputError(f"`{what}` is a list of lists; training runs are bolide.Runs(first, second).")
        groups = refs.get(name) if isinstance(refs, Mapping) else refs
        corpora = []
        for texts in output if isinstance(output, Runs) else (output,):
            if isinstance(texts, Corpus):
                if groups is not None:
                    raise InputError("A Corpus has its references already; leave `refs` out.")
                corpora.append(texts if texts.name == name else replace(texts, name=str(name)))
                continue
            lines = exact_texts(_texts(texts, what), what)
            checked_texts(lines, what, READER, notes.append)
            if groups is None:
                raise InputError(f"`refs` has no references of {name!r:.60}.")
            corpora.append(Corpus.of(lines, groups, str(name)))
        runs[str(name)] = tuple(corpora)
    return runs
