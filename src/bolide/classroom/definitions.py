"""What an implementation is held against: a metric, and how functions of that kind are called."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bolide.classroom.cases import CheckCase
from bolide.metrics import METRICS
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.system.errors import OptionError, unknown

_DATA = tomllib.loads(Path(__file__).with_name("definitions.toml").read_text(encoding="utf-8"))
PARTS: dict[str, list[str]] = _DATA["parts"]
_HYP, _HYPS, _REF, _REFS, _WORDS = map(set, _DATA["parameters"].values())
_LISTS = re.compile("list|sequence|iterable")
_A_LIST = re.compile(rf"(?:{_LISTS.pattern})\[[^\[\]]*\]")


@dataclass(frozen=True)
class Convention:
    """How a function is called.

    `hyp_first` is the order of its two first parameters, `tokens` whether it takes lists of words, `one_ref` whether it
    takes one reference instead of a list, `corpus` whether it takes lists of segments.
    """

    hyp_first: bool = True
    tokens: bool = False
    one_ref: bool = False
    corpus: bool = False

    def adapted(self, parameters: Sequence[Sequence[str]]) -> Convention:
        """The same, as far as the names and annotations of a function's parameters do not say otherwise."""
        names = [set(name.lower().split("_")) for name, _ in parameters[:2]]
        if len(names) < 2:
            return self
        convention = self
        refs = [bool(words & (_REF | _REFS)) for words in names]
        # A reference translation is a reference.
        hyps = [bool(words & (_HYP | _HYPS)) and not is_ref for words, is_ref in zip(names, refs, strict=True)]
        if hyps[0] or refs == [False, True]:
            convention = replace(convention, hyp_first=True)
        elif hyps[1] or refs == [True, False]:
            convention = replace(convention, hyp_first=False)
        hyp, ref = (0, 1) if convention.hyp_first else (1, 0)
        if names[hyp] & _HYPS:
            return replace(convention, corpus=True)
        annotation, other = (parameters[k][1].lower() for k in (hyp, ref))
        depth = len(_LISTS.findall(annotation))
        if names[ref] & _REFS or "list" in names[ref] or (annotation and len(_LISTS.findall(other)) > depth):
            convention = replace(convention, one_ref=False)
        elif names[ref] & _REF:
            convention = replace(convention, one_ref=True)
        text_will_do = "str" in _A_LIST.sub("", annotation)  # besides a list: jiwer's functions take either
        if (depth and not text_will_do) or names[hyp] & _WORDS:
            return replace(convention, tokens=True)
        # Annotations that are not evaluated are their text.
        return replace(convention, tokens=False) if annotation in ("str", "<class 'str'>") else convention

    def arguments(self, case: CheckCase) -> list[Any]:
        """The arguments for one case."""
        hyp: Any = case.hyp.split() if self.tokens else case.hyp
        refs: list[Any] = [ref.split() if self.tokens else ref for ref in case.refs]
        second: Any = refs[0] if self.one_ref else refs
        first, second = ([hyp], [second]) if self.corpus else (hyp, second)
        return [*((first, second) if self.hyp_first else (second, first)), *case.parameters]

    def sentence(self) -> str:
        """How the function was called, for the reader."""
        hyp, refs = "hyp", "ref" if self.one_ref else "refs"
        if self.corpus:
            hyp, refs = "hyps", "a ref of each segment" if self.one_ref else "refs of each segment"
        order = f"({hyp}, {refs})" if self.hyp_first else f"({refs}, {hyp})"
        return f"called with {order}, {'lists of words' if self.tokens else 'texts'}"


@dataclass(frozen=True)
class MetricDefinition:
    """A definition of a metric: its name, the metric itself, how it is usually called, and who defines it.

    `decimals` are those to which the definition rounds. `parameters` are further arguments that the cases may have.
    `empty_refs` says whether the score against an empty reference is defined; usually tools disagree about it. If
    functions of this kind take lists of words, `texts` names the same definition for those that take texts.
    """

    name: str
    metric: Metric
    convention: Convention = Convention()
    percent: bool = False
    decimals: int | None = None
    parameters: Sequence[str] = ()
    empty_refs: bool = False
    texts: str = ""
    source: str = ""

    def expected(self, cases: Sequence[CheckCase]) -> list[float]:
        """The score of every case, between 0 and 1 unless it is an error rate."""
        values: list[float] = [0.0] * len(cases)
        for parameters in dict.fromkeys(case.parameters for case in cases):
            indices = [k for k, case in enumerate(cases) if case.parameters == parameters]
            hyps, refs = [cases[k].hyp for k in indices], [list(cases[k].refs) for k in indices]
            scores = self.metric_for(cases[indices[0]]).segments(hyps, refs).values
            for index, value in zip(indices, scores, strict=True):
                values[index] = value if self.decimals is None else round(value, self.decimals)
        return values

    def metric_for(self, case: CheckCase) -> Metric:
        """The metric with the parameters of a case."""
        return replace(self.metric, **dict(zip(self.parameters, case.parameters, strict=False)))

    def accepts(self, case: CheckCase) -> bool:
        """Whether the definition says what the score of a case is."""
        defined = self.empty_refs or all(ref.strip() for ref in case.refs)
        return defined and len(case.parameters) <= len(self.parameters)


def _task(name: str, metric: str, convention: dict[str, bool] | None = None, **more: Any) -> MetricDefinition:
    return MetricDefinition(name, Scorer.of(metric).sentence, Convention(**(convention or {})), **more)


# Names that say how the implementation is called as well as what it computes.
TASKS = {name: _task(name, **task) for name, task in _DATA["tasks"].items()}


def meanings_of(like: str | Metric) -> list[MetricDefinition]:
    """The definitions that a user may mean: several if a metric of several definitions is named without one."""
    names = _DATA["meanings"].get(like.lower(), [like]) if isinstance(like, str) else [like]
    return list(map(definition_of, names))


def definition_of(like: str | Metric) -> MetricDefinition:
    """The definition that a user names: a task, a metric's name, a signature, or a metric."""
    if isinstance(like, str) and like.lower() in TASKS:
        return TASKS[like.lower()]
    try:
        metric = Scorer.of(like).sentence
    except OptionError:
        if isinstance(like, str) and "|" not in like:
            raise unknown("definition", like, dict.fromkeys([*TASKS, *METRICS])) from None
        raise
    return MetricDefinition(str(metric.signature()), metric)
