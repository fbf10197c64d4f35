"""Segments and corpora: texts are checked and aligned here, and the rest of the package relies on that."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, count
from typing import Any, NamedTuple, TypeGuard

from bolide.kernels.bounds_checks import is_increasing
from bolide.system.errors import InputError, are, counted

Refs = str | Sequence[str]
UNNAMED = "system"  # a corpus without a name of its own
ONE_EACH = array("q", [0, 1])  # the starts of a single segment with one reference


class Segment(NamedTuple):
    """One translation with its references, and with its source and id if the file has them.

    >>> from bolide import Corpus
    >>> Corpus.of(["it rains"], [["it is raining", "it rains"]])[0].refs
    ('it is raining', 'it rains')
    """

    hyp: str
    refs: tuple[str, ...]
    source: str | None = None
    id: str | None = None


@dataclass(frozen=True)
class Corpus:
    """The segments of one system. Segment s has the references refs[ref_starts[s]:ref_starts[s + 1]].

    The corpus has its own copies of the lists. `sources` and `ids` have one entry per segment, or none at all if they
    are not known.

    >>> from bolide import Corpus
    >>> system = Corpus.of(["the cat sat", "it rains"], ["the cat sat down", ["it is raining", "it rains"]], "mine")
    >>> system.name, len(system), system.nrefs
    ('mine', 2, 'var')
    """

    hyps: list[str]
    refs: list[str]
    ref_starts: array[int]
    name: str = UNNAMED
    sources: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        # The dataclass is frozen: fields are set here only.
        lists = {"hyps": list(self.hyps), "refs": list(self.refs), "ref_starts": self.ref_starts[:]}
        self.__dict__.update(lists, sources=tuple(self.sources), ids=tuple(self.ids))
        self.starts()
        size = len(self)
        for what, known in (("source", self.sources), ("id", self.ids)):
            if known and len(known) != size:
                both = f"{counted(size, 'segment')} and {counted(len(known), what)}"
                raise InputError(f"There {are(size)} {both}; give one per segment.")

    @classmethod
    def _trusted(cls, hyps: list[str], refs: list[str], ref_starts: array[int], name: str) -> Corpus:
        """A corpus of lists that no caller holds and that are known to fit: nothing is copied or checked."""
        corpus = cls.__new__(cls)
        corpus.__dict__.update(hyps=hyps, refs=refs, ref_starts=ref_starts, name=name, sources=(), ids=())
        return corpus

    @classmethod
    def of(cls, hyps: Iterable[str], refs: Iterable[Refs], name: str = UNNAMED) -> Corpus:
        """Check and align: refs[i] are the references of hyps[i], one string or a sequence of strings."""
        outputs = exact_texts(hyps, "hyps")
        groups = list_of(refs, "refs")
        if len(outputs) != len(groups):
            raise InputError(_length_message(outputs, groups, name))
        if _all_strings(groups):
            return cls._trusted(outputs, groups, array("q", range(len(outputs) + 1)), name)
        flat, sizes = _flatten(groups)
        return cls._trusted(outputs, flat, array("q", accumulate(sizes, initial=0)), name)

    @classmethod
    def one(cls, hyp: str, refs: Refs) -> Corpus:
        """The corpus of a single segment."""
        if type(hyp) is str and type(refs) is str:
            return cls._trusted([hyp], [refs], ONE_EACH[:], UNNAMED)
        return cls.of([hyp], [refs])

    def __len__(self) -> int:
        return len(self.hyps)

    def starts(self) -> memoryview[int]:
        """A checked copy of `ref_starts`, which is safe to pass to a kernel."""
        starts = self.ref_starts[:]
        if not isinstance(starts, array) or starts.typecode != "q":
            raise InputError("`ref_starts` must be an array of 64-bit integers: array('q', …).")
        view = memoryview(starts)
        if len(starts) != len(self.hyps) + 1 or not is_increasing(view, len(self.refs)):
            raise InputError(
                f"`ref_starts` does not fit {counted(len(self.hyps), 'segment')} with "
                f"{counted(len(self.refs), 'reference')}: it begins with 0, has one more entry for every segment, "
                f"each larger than the one before, and ends with {len(self.refs)}. Corpus.of makes it."
            )
        return view

    def __getitem__(self, index: int) -> Segment:
        if not 0 <= index < len(self):
            raise IndexError(f"There is no segment {index} in a corpus of {len(self)}.")
        refs = tuple(self.refs[self.ref_starts[index] : self.ref_starts[index + 1]])
        source = self.sources[index] if self.sources else None
        return Segment(self.hyps[index], refs, source, self.ids[index] if self.ids else None)

    @property
    def nrefs(self) -> str:
        """The number of references as in a signature: `2`, or `var` if it varies by line."""
        if len(self.refs) == len(self.hyps):  # every segment has at least one
            return "1"
        sizes = {b - a for a, b in zip(self.ref_starts, self.ref_starts[1:], strict=False)}
        return str(sizes.pop()) if len(sizes) == 1 else "var"

    @property
    def identical(self) -> bool:
        """Whether every output is one of its references."""
        if len(self.refs) == len(self.hyps):
            return self.hyps == self.refs
        spans = zip(self.hyps, self.ref_starts, self.ref_starts[1:], strict=False)
        return all(hyp in self.refs[start:end] for hyp, start, end in spans)

    def take(self, segments: Sequence[int]) -> Corpus:
        """The corpus of these segments."""
        starts = self.ref_starts
        hyps = [self.hyps[k] for k in segments]
        refs = [self.refs[starts[k] : starts[k + 1]] for k in segments]
        sources, ids = (tuple(values[k] for k in segments) if values else () for values in (self.sources, self.ids))
        return replace(Corpus.of(hyps, refs, self.name), sources=sources, ids=ids)

    def blocks(self, size: int) -> Iterator[Corpus]:
        """The corpus in pieces of at most `size` segments."""
        if len(self) <= size:
            yield self
            return
        # The starts of a block with one reference each: BLEU would take an eighth longer if they were subtracted.
        counting = array("q", range(size + 1))
        for first in range(0, len(self), size):
            hyps, starts = self.hyps[first : first + size], self.ref_starts[first : first + size + 1]
            refs = self.refs[starts[0] : starts[-1]]
            plain = len(refs) == len(hyps)
            starts = counting[: len(starts)] if plain else array("q", map((-starts[0]).__add__, starts))
            yield Corpus._trusted(hyps, refs, starts, self.name)


IDENTICAL = "every output is identical to a reference; are these the right files?"


def identical_notes(systems: Iterable[str]) -> tuple[str, ...]:
    """A warning for every system whose outputs are all identical to references: it may be the wrong file."""
    return tuple(f"{name}: {IDENTICAL}" for name in systems)


def list_of(values: Any, name: str) -> list[Any]:
    """The values of a list, an iterator or a column: pyarrow, Polars, pandas and numpy each have a method for that."""
    if isinstance(values, str | bytes):
        raise InputError(f"`{name}` is one text; it must be a list of texts. For a single one pass [text].")
    refuse_unordered(values, f"`{name}`")
    method = next((method for method in ("to_pylist", "to_list", "tolist") if hasattr(values, method)), None)
    if method is None and not isinstance(values, Iterable):
        raise InputError(f"`{name}` is of type {type(values).__name__}; it must be a list of texts.")
    plain = list(values) if method is None else getattr(values, method)()
    if not isinstance(plain, list):  # of numpy's arrays without a dimension, and its numbers
        raise InputError(f"`{name}` is one value; it must be a list. For a single one pass [value].")
    scalars = bool(plain) and hasattr(plain[0], "as_py")  # of pyarrow
    return [value.as_py() if hasattr(value, "as_py") else value for value in plain] if scalars else plain


def _all_strings(texts: list[object]) -> TypeGuard[list[str]]:
    """Whether every text is exactly a string."""
    return set(map(type, texts)) <= {str}


def refuse_unordered(values: object, what: str) -> None:
    """Raise InputError for a dict or a data frame, which would be read by keys or columns, and a set, without order."""
    kind = type(values).__name__
    if isinstance(values, Mapping | set | frozenset):
        raise InputError(f"{what} is of type {kind}; pass a list, in order.")
    if is_frame(values):
        raise InputError(f"{what} is of type {kind}; pass one of its columns, or a list with the texts of each row.")


def is_frame(values: object) -> bool:
    """Whether a value is a table of pandas, Polars, pyarrow or Spark."""
    return hasattr(type(values), "columns")  # of an instance, some would compute them


def exact_texts(texts: Iterable[object], what: str) -> list[str]:
    """The texts as a list of plain `str`; InputError names the first that is not text."""
    return _exact(list_of(texts, what), (f"{what}[{number}]" for number in count()))


def _exact(texts: list[object], names: Iterable[str]) -> list[str]:
    if _all_strings(texts):
        return texts
    for text, name in zip(texts, names, strict=False):
        if not isinstance(text, str):
            raise InputError(_not_text(name, text))
    # The characters themselves: an enum or a subclass may print as something else.
    return [str.__str__(text) for text in texts]


def _not_text(name: str, text: object) -> str:
    hint = "an empty translation is an empty string ''" if text is None else "pass strings"
    return f"{name} is {'None' if text is None else 'of type ' + type(text).__name__}, not text; {hint}."


def _flatten(groups: list[Any]) -> tuple[list[str], list[int]]:
    """All references in one list, and the number of references of each segment."""
    lists: list[list[object]] = []
    for number, group in enumerate(groups):
        if not isinstance(group, str):
            refuse_unordered(group, f"refs[{number}]")
            if isinstance(group, bytes) or not isinstance(group, Iterable):
                raise InputError(_not_text(f"refs[{number}]", group))
        lists.append([group] if isinstance(group, str) else list(group))
    sizes = list(map(len, lists))
    if 0 in sizes:
        raise InputError(f"refs[{sizes.index(0)}] holds no reference; every segment needs at least one.")
    names = (f"refs[{number}][{index}]" for number, size in enumerate(sizes) for index in range(size))
    return _exact(list(chain.from_iterable(lists)), names), sizes


def _length_message(hyps: list[str], groups: list[object], name: str) -> str:
    outputs = "`hyps` has" if name == UNNAMED else f"The output of {name!r:.60} has"
    start = f"{outputs} length {len(hyps)} and `refs` has length {len(groups)}; they must pair up"
    streams = [group for group in groups if isinstance(group, Sequence) and not isinstance(group, str)]
    if groups and len(streams) == len(groups) and all(len(stream) == len(hyps) for stream in streams):
        return (
            f"{start}. This looks like one list per reference set, each with {counted(len(hyps), 'line')}; "
            "Bolide wants refs[i] to be the references of hyps[i]: pass list(zip(*refs))."
        )
    return f"{start}: refs[i] are the references of hyps[i], a string or a list of strings."
