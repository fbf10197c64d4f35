"""METEOR: one name, several published definitions; `variant` says which."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from inspect import Parameter as Argument
from inspect import Signature as Call
from math import inf
from typing import Any, ClassVar

from bolide.errors import OptionError, unknown
from bolide.jobs import waited_for
from bolide.metrics.base import Metric
from bolide.metrics.example import Example
from bolide.metrics.options import option, read_case, write_case
from bolide.metrics.pairwise import PairwiseScores, check_texts, scored_once

# Each variant with what sets it apart, said so that two of them can be read side by side.
VARIANTS = {
    "1.5": "Denkowski and Lavie 2014, what papers report: text normalised, all modules searched at once, matches "
    "weighed by module and by content or function word, parameters tuned by language and task.",
    "nltk": "NLTK's: exact words, then stems, then synonyms of the stems; from the end of the candidate backwards, "
    "each word takes the rightmost free match. Nothing is searched, so crossings and chunks are as they fall.",
    "2005": "Banerjee and Lavie 2005 as defined: the same stages, but of all alignments with most matches the one with "
    "the fewest crossings, then the fewest chunks. Synonyms share a meaning in WordNet, in either direction.",
    "runs": "a teaching exercise: words match by count alone, and a chunk is a run of matched candidate words, "
    "whatever the order in the reference.",
}
AVERAGES = ("pool", "mean")
# The items of a signature in the order in which they are written.
_SIGNED = (
    *("variant", "lang", "task", "modules", "stages", "norm", "case", "punct", "para", "weights"),
    *("alpha", "beta", "gamma", "delta", "beam", "char", "func", "syn", "average"),
)


class Variants(type):
    # METEOR(variant=…) builds the metric of that variant, and so does `replace` with another variant.

    __doc__ = vars(type)["__doc__"]  # a docstring here would hide METEOR's own from help()

    def __call__(cls, variant: Any = MISSING, **options: Any) -> Any:
        kinds = METEOR.kinds
        if variant is MISSING:
            variant = next(name for name, kind in kinds.items() if issubclass(kind, cls))
        if not isinstance(variant, str):
            raise OptionError(f"METEOR's variant is {variant!r:.80}; it must be a name.")
        if variant not in kinds:
            raise unknown("variant of METEOR", variant, kinds)
        own = {item.name for item in fields(kinds[variant])}
        for name in [name for name in options if name not in own]:
            home = next((kind.home for kind in kinds.values() if name in kind.__dataclass_fields__), None)
            if home is None:
                raise TypeError(f"METEOR has no option called {name!r}.")
            if options.pop(name) is not None:
                raise OptionError(f"{name} belongs to {home}, not to variant {variant}; leave it out.")
        return type.__call__(kinds[variant], variant, **options)

    @property
    def __signature__(cls) -> Call:
        """What METEOR, or a variant's class, can be called with: its options."""
        found = METEOR.option_fields.__func__(cls)  # type: ignore[attr-defined]
        kinds = (Argument.POSITIONAL_OR_KEYWORD, *(Argument.KEYWORD_ONLY,) * (len(found) - 1))
        return Call([Argument(item.name, kind, default=item.default) for item, kind in zip(found, kinds, strict=True)])


@dataclass(frozen=True)
class METEOR(Metric, metaclass=Variants):
    """Words aligned exactly, by stem, synonym and paraphrase; recall counts most, and fragmented matches are penalised.

    >>> from bolide import METEOR
    >>> round(METEOR().sentence("the cats sat on the mat", "the cat sat on the mat").value, 4)
    0.9
    >>> nltk = METEOR(variant="nltk", stages=("exact",))
    >>> round(nltk.sentence("the cat is on the mat", "the cat sat on the mat").value, 4)
    0.8067
    """

    name: ClassVar[str] = "METEOR"
    kinds: ClassVar[dict[str, type[METEOR]]] = {}  # the class of each variant; see bolide.metrics.meteor
    home: ClassVar[str] = ""  # which variants a class stands for, as an error says it
    limits: ClassVar[Mapping[str, float | None]] = {
        "alpha": 1.0,
        "beta": None,
        "gamma": 1.0,
    }  # numbers, from 0 up to this

    variant: str = option(
        "1.5", "Which published definition of METEOR to use.", key="variant", always=True, choices=tuple(VARIANTS)
    )
    alpha: float | None = option(
        None, "The weight of recall in Fmean; 0.9 or the task's.", float, key="alpha", formula=True
    )
    beta: float | None = option(None, "The exponent of the penalty; 3 or the task's.", float, key="beta", formula=True)
    gamma: float | None = option(
        None, "The weight of the penalty; 0.5 or the task's.", float, key="gamma", formula=True
    )
    lowercase: bool = option(True, "Ignore case.", read_case, key="case", always=True, write=write_case, prominent=True)
    average: str = option(
        "pool", "Corpus score from pooled counts, or the mean of its segments' scores.", key="average",
        choices=AVERAGES, formula=True,
    )  # fmt: skip

    def __init__(self, variant: str = "1.5", **options: Any) -> None:
        raise NotImplementedError  # for type checkers: METEOR takes what its variants take, and builds one of them

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.average not in AVERAGES:
            raise unknown("average", self.average, AVERAGES)
        for name, most in self.limits.items():
            _check_number(name, getattr(self, name), most)
        for name, value in self.kept().items():
            object.__setattr__(self, name, value)

    def kept(self) -> dict[str, Any]:
        """The variant's options, checked, as they are kept: None where what was given is what it does anyway."""
        raise NotImplementedError

    def kept_numbers(self, usual: object) -> dict[str, float | None]:
        """The numbers of the formula, None where `usual` has the same."""
        given = {name: getattr(self, name) for name in self.limits}
        return {name: None if value in (None, getattr(usual, name)) else float(value) for name, value in given.items()}

    def chosen_numbers(self) -> dict[str, float]:
        """Those numbers that are not the usual ones."""
        return {name: getattr(self, name) for name in self.limits if getattr(self, name) is not None}

    def __getstate__(self) -> dict[str, Any]:
        """The options; what was computed from them is computed again."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    # --- one name, several variants -------------------------------------------------------------------------------

    @classmethod
    def option_fields(cls) -> tuple[Field[Any], ...]:
        """The fields of a variant; of METEOR itself, those of all variants."""
        kinds = METEOR.kinds.values() if cls is METEOR else [cls]
        return tuple({item.name: item for kind in kinds for item in fields(kind)}.values())

    @classmethod
    def examples(cls) -> tuple[Example[Metric], ...]:
        from bolide.metrics.meteor.examples import examples

        return examples(METEOR)

    @classmethod
    def opening(cls) -> METEOR:
        """NLTK's with exact words and stems: what courses and public calculators call METEOR."""
        return METEOR("nltk", stages=("exact", "stem"))

    def variants(self) -> list[Metric]:
        """Every definition with its defaults, after this one as it is set."""
        others = (name for name in VARIANTS if name != self.variant)
        return [self, *(METEOR(name, average=self.average) for name in others)]

    @property
    def difference(self) -> str:
        """What sets this variant apart from the others."""
        return f"{self.variant}: {VARIANTS[self.variant]}"

    slow_from: ClassVar[int | None] = 2000

    @property
    def variant_name(self) -> str:
        return self.variant

    def pairwise(self, hyps: Sequence[str], refs: Sequence[str]) -> PairwiseScores:
        hyps, refs = check_texts(hyps, refs)
        return scored_once(hyps, refs, self._cross)

    def _cross(self, hyps: Sequence[str], refs: Sequence[str]) -> array[float]:
        rows = waited_for(lambda: self.counts.cross(hyps, refs))
        return self.formula.evaluate(rows, len(self.columns))

    def tokens(self, text: str) -> list[str]:
        return (text.lower() if self.lowercase else text).split()

    @property
    def averages(self) -> bool:
        return self.average == "mean"

    def signature_items(self) -> tuple[tuple[str, str], ...]:
        """What identifies the variant always, the rest where it was chosen."""
        items = dict(super().signature_items()) | self.identified()
        return tuple((key, items[key]) for key in _SIGNED if items.get(key))

    def identified(self) -> dict[str, str]:
        """Items that a signature shows although they are the variant's defaults; those that are empty it leaves out."""
        raise NotImplementedError


def _check_number(name: str, given: float | None, most: float | None) -> None:
    if given is not None and not 0 <= given <= (inf if most is None else most):
        bounds = "≥ 0" if most is None else f"between 0 and {most:g}"
        raise OptionError(f"{name} is {given!r}; it must be a number {bounds}.")
