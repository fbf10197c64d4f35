"""Score and Signature: a number and the settings needed to compare it; labels of metrics for tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from bolide._version import __version__
from bolide.data.display import Displayable
from bolide.system.errors import OptionError, no_attribute


@dataclass(frozen=True)
class Signature:
    """The settings behind a number, written as sacreBLEU writes them: `BLEU|nrefs:1|case:mixed|…|version:…`.

    `refs` and `hyps` are the first digits of the hashes of the texts, if they are asked for. `bolide.parse` reads a
    signature back into the metric it came from.

    >>> from bolide import BLEU
    >>> BLEU().signature().items
    (('case', 'mixed'), ('eff', 'no'), ('tok', '13a'), ('smooth', 'exp'))
    >>> BLEU(lowercase=True).signature().differences(BLEU().signature())
    ['case:lc and case:mixed']
    """

    metric: str
    items: tuple[tuple[str, str], ...] = ()
    nrefs: str | None = None
    version: str = f"bolide-{__version__}"
    refs: str | None = None
    hyps: str | None = None

    def __str__(self) -> str:
        before = (("nrefs", self.nrefs), ("refs", self.refs), ("hyps", self.hyps))
        pairs = [pair for pair in (*before, *self.items, ("version", self.version)) if pair[1] or pair in self.items]
        return "|".join([self.metric, *(f"{key}:{value}" for key, value in pairs)])

    @classmethod
    def from_text(cls, text: str) -> Signature:
        """Read what `str(signature)` wrote; a signature that sacreBLEU printed is read too."""
        if not isinstance(text, str):
            raise OptionError(f"A signature is text, not {type(text).__name__}.")
        metric, *pairs = text.strip().split("|")
        items = [pair.partition(":") for pair in pairs]
        if not metric or ":" in metric or not all(colon for _, colon, _ in items):
            raise OptionError(
                f"{text!r:.200} is not a signature; one looks like BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp."
            )
        settings: dict[str, str] = {}
        for key, _, value in items:
            if key in settings:
                raise OptionError(f"{text!r:.200} has two values of {key:.80}; remove one.")
            settings[key] = value
        nrefs, version = settings.pop("nrefs", None), settings.pop("version", "")
        refs, hyps = settings.pop("refs", None), settings.pop("hyps", None)
        return cls(metric, tuple(settings.items()), nrefs, version, refs, hyps)

    def differences(self, other: Signature) -> list[str]:
        """The settings that differ, as in `tok:13a and tok:intl`.

        The number of references is not a setting, nor is the version: the same settings give the same number in every
        version (law 14).
        """
        if self.metric != other.metric:
            return [f"{self.metric} and {other.metric}"]
        mine, theirs = dict(self.items), dict(other.items)
        keys = [key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
        return [f"{_item(key, mine)} and {_item(key, theirs)}" for key in keys]

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions behind the number: several if one scored what others had counted."""
        return tuple(filter(None, self.version.split(",")))

    def with_versions(self, versions: Iterable[str]) -> Signature:
        """The same settings with these versions added: `version:bolide-0.2.0,bolide-0.3.0`."""
        return replace(self, version=",".join(sorted({*self.versions, *versions})))


def _item(key: str, items: Mapping[str, str]) -> str:
    return f"{key}:{items[key]}" if key in items else f"no {key}"


class Parts(Mapping[str, Any]):
    """The parts of a score, which `make` computes when the first of them is looked at."""

    def __init__(self, make: Callable[[], dict[str, Any]]) -> None:
        self._make = make

    @cached_property
    def _parts(self) -> dict[str, Any]:
        return self._make()

    def __getitem__(self, name: str) -> Any:
        return self._parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __repr__(self) -> str:
        return repr(self._parts)

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (self._parts,)  # a copy or a pickled score does not need the metric


@dataclass(frozen=True, repr=False)
class Score(Displayable):
    """A number with its name, its signature and the parts it was made from.

    `value` (and `float(score)`) is between 0 and 1, or above for metrics such as TER; `points` is what is printed, the
    value times `scale`: 100, or 1 for scores from files. `parts` are computed on demand. Scores with the same settings
    can be compared; `round` uses the value, format shows points: `f"{score:.1f}"` is 37.2 and `f"{score:.1%}"` 37.2%.

    >>> from bolide import BLEU
    >>> score = BLEU().sentence("the cat is on mat", "the cat is on the mat")
    >>> f"{score:.2f}", round(score.points, 2), score.parts["totals"], score > 0.5
    ('57.89', 57.89, [5, 4, 3, 2], True)
    """

    name: str
    value: float
    signature: Signature
    parts: Mapping[str, Any] = field(default_factory=dict)
    interval: tuple[float, float] | None = None
    higher_is_better: bool = True
    scale: float = 100.0

    derived: ClassVar[tuple[str, ...]] = ("points",)

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.render.notebook import score_view

        return score_view(self)

    if not TYPE_CHECKING:  # a type checker sees the fields

        def __getattr__(self, name: str) -> Any:
            if not name.startswith("_") and name in self.parts:
                raise AttributeError(f"Score has no {name!r}; use score.parts[{name!r}]")
            raise no_attribute(self, name)

    @property
    def points(self) -> float:
        """The value as it is printed: times the metric's scale, which is 100 for BLEU and 1 for scores from files."""
        return self.scale * self.value

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"{self.signature} = {self.scale * self.value:.2f}{self._ends()}"

    def __repr__(self) -> str:
        return f"<Score: {self.name} {self.scale * self.value:.2f}{self._ends()}, {self.signature}>"

    def _ends(self) -> str:
        """The ends of the interval, if there is one."""
        if self.interval is None:
            return ""
        low, high = (self.scale * end for end in self.interval)
        return f" [{low:.2f}, {high:.2f}]"

    def __format__(self, spec: str) -> str:
        return format(self.value if spec.endswith("%") else self.points, spec) if spec else str(self)

    def __round__(self, digits: int = 0) -> float:
        return round(self.value, digits)

    def __lt__(self, other: object) -> bool:
        return self.value < self._beside(other)

    def __le__(self, other: object) -> bool:
        return self.value <= self._beside(other)

    def __gt__(self, other: object) -> bool:
        return self.value > self._beside(other)

    def __ge__(self, other: object) -> bool:
        return self.value >= self._beside(other)

    def _beside(self, other: object) -> float:
        """The number to compare with; TypeError if it is a score with other settings."""
        if isinstance(other, Score):
            mine, theirs = self.signature, other.signature
            other_texts = mine.refs and theirs.refs and mine.refs != theirs.refs
            if (mine.metric, mine.items) != (theirs.metric, theirs.items) or other_texts:
                what = "references" if other_texts else "settings"
                raise TypeError(f"{mine} and {theirs} have different {what}; compare their values if you mean to.")
            return other.value
        from numbers import Real  # needed only if a score is compared with something else

        if isinstance(other, Real):
            return float(other)
        raise TypeError(f"A score cannot be compared with {type(other).__name__}.")

    def with_versions(self, versions: Iterable[str]) -> Score:
        """The same score with these versions, which counted its rows, added to the signature."""
        signature = self.signature.with_versions(versions)
        return self if signature == self.signature else replace(self, signature=signature)

    def with_interval(self, low: float, high: float, **how: str | float | None) -> Score:
        """The same score with a confidence interval; how it was computed is in `parts["interval"]`."""
        parts = {**self.parts, "interval": how} if how else self.parts
        return replace(self, interval=(low, high), parts=parts)


_LONGEST = 16


def metric_labels(signatures: Sequence[Signature]) -> list[str]:
    """The metrics' names, with the definition if a name has several (`METEOR 1.5, en`, `METEOR nltk`); if two are the
    same, with the settings in which they differ, or numbered.

    `BLEU tok:13a` and `BLEU tok:intl`; `METEOR nltk 1` and `METEOR nltk 2` if the settings would make it long.
    """
    labels = list(map(name_and_definition, signatures))
    for name in {name for name in labels if labels.count(name) > 1}:
        indices = [k for k, other in enumerate(labels) if other == name]
        for index, short in zip(indices, _distinguished(name, [signatures[k] for k in indices]), strict=True):
            labels[index] = short
    return labels


def index_of(metric: object, labels: Sequence[str], names: Sequence[str]) -> int:
    """Which metric is meant by a name in any case: one of the labels in tables, or a name with or without its number.

    `chrf++` is chrF2++, and `chrf` chrF2 or, if there is none, chrF2++. KeyError if several, or none, are called so.
    """
    wanted, names = str(metric).lower(), [name.lower() for name in names]
    without_number = [re.sub(r"[0-9.]+(\+*)$", r"\1", name) for name in names]
    without_plus = [name.rstrip("+") for name in without_number]
    for known in ([label.lower() for label in labels], names, without_number, without_plus):
        matches = [k for k, name in enumerate(known) if name == wanted]
        if len(matches) > 1:
            raise KeyError(f"{metric!r:.60} may be {' or '.join(labels[k] for k in matches)}; name one of them.")
        if matches:
            return matches[0]
    raise KeyError(f"There is no score called {metric!r:.60}, only {' and '.join(labels)}.")


def name_and_definition(signature: Signature) -> str:
    """The metric's name, and which of several definitions of that name it is, if there are several."""
    return _with_definition(signature.metric, dict(signature.items))


def _with_definition(name: str, items: Mapping[str, str]) -> str:
    return ", ".join(filter(None, (f"{name} {items['variant']}", items.get("lang")))) if "variant" in items else name


def legend_of(name: str, signature: str) -> str:
    """A signature for the legend of a table, preceded by the label unless it begins with it."""
    metric, *parts = signature.split("|")
    items = {key: value for key, _, value in (part.partition(":") for part in parts)}
    return signature if name in (metric, _with_definition(metric, items)) else f"{name}: {signature}"


def _distinguished(name: str, alike: Sequence[Signature]) -> list[str]:
    settings = [dict(signature.items) for signature in alike]
    keys = list(dict.fromkeys(key for items in settings for key in items))
    differing = [key for key in keys if len({items.get(key) for items in settings}) > 1]
    names = [" ".join([name, *(f"{key}:{items[key]}" for key in differing if key in items)]) for items in settings]
    if len(set(names)) < len(names) or max(map(len, names)) > _LONGEST:
        return [f"{name} {number}" for number in range(1, len(names) + 1)]
    return names
