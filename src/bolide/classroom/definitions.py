"""What an implementation is held against: a metric, and the forms in which functions of that kind are called."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from bolide.classroom.cases import CheckCase
from bolide.metrics import METRICS
from bolide.metrics.base import Metric
from bolide.metrics.scorer import Scorer
from bolide.system import files
from bolide.system.errors import OptionError, unknown

_DATA = tomllib.loads(Path(__file__).with_name("definitions.toml").read_text(encoding="utf-8"))
PARTS: dict[str, list[str]] = _DATA["parts"]
_NAMES = {role: set(names) for role, names in _DATA["parameters"].items()}
_READ = _NAMES["file"] | _NAMES["files"] | _NAMES["folder"] | _NAMES["path"]
_A_LIST = re.compile(r"(?:typing\.|collections\.abc\.)?(?:list|sequence|iterable)\b", re.IGNORECASE)
_ORDERS = [(float(n),) for n in range(1, 5)]
_WEIGHTS = [(1.0,), (0.5, 0.5), (1 / 3,) * 3, (0.25,) * 4, (0.1, 0.2, 0.3, 0.4)]


@dataclass(frozen=True)
class CallForm:
    """How a function is called.

    `hyp_first` is the order of its two first parameters, `tokens` whether it takes lists of words, `one_ref` whether it
    takes one reference instead of a list, `corpus` whether it takes lists of segments. `n` and `weights` are what its
    parameters for the highest order of n-grams and for their weights are called, if it has any. A function that reads
    files gets a corpus; `files` says where its references are: in one "file", in several "files", or in a "folder".
    """

    hyp_first: bool = True
    tokens: bool = False
    one_ref: bool = False
    corpus: bool = False
    n: str = ""
    weights: str = ""
    files: str = ""

    def takes(self, case: CheckCase) -> bool:
        """Whether a function of this form has a place for what the case has."""
        return (len(case.refs) == 1 or not self.one_ref) and ("\n" not in case.hyp or self.corpus)

    def call(self, case: CheckCase, folder: Path | None = None) -> list[Any]:
        """The arguments for one case: by position, and by name. A function that reads files gets the case in a new
        folder, in files with a line for each segment."""
        if folder is not None:
            paths = [folder / "candidate.txt", *(folder / f"references/{k}.txt" for k in range(1, len(case.refs) + 1))]
            (folder / "references").mkdir(parents=True)
            for path, text in zip(paths, [case.hyp, *case.refs], strict=True):
                files.write_text(path, f"{text}\n")
            first, *names = map(str, paths)
            given = {"file": names[0], "files": names, "folder": str(folder / "references")}
            both: list[Any] = [first, given[self.files]]
        else:
            hyps, *refs = (
                [line.split() if self.tokens else line for line in text.split("\n")] for text in (case.hyp, *case.refs)
            )
            both = [hyps, refs[0] if self.one_ref else list(map(list, zip(*refs, strict=True)))]
            both = both if self.corpus else [both[0][0], both[1][0]]
        both = both if self.hyp_first else both[::-1]
        named: dict[str, Any] = {}
        if self.weights and case.parameters:
            named[self.weights] = case.parameters
        if self.n and case.parameters:
            named[self.n] = len(case.parameters) if self.weights else int(*case.parameters)
        return [both, named] if named else [[*both, *case.parameters], {}]

    def sentence(self) -> str:
        """How the function was called, for the reader."""
        hyp, refs = "hyp", "ref" if self.one_ref else "refs"
        if self.corpus:
            hyp, refs = "hyps", "a ref of each segment" if self.one_ref else "refs of each segment"
        if self.files:
            hyp, refs = "hyp file", f"ref {self.files}" if self.files != "folder" else "folder of ref files"
        order = [hyp, refs] if self.hyp_first else [refs, hyp]
        further = [f"{name}=…" for name in (self.n, self.weights) if name]
        given = "a segment per line" if self.files else "lists of words" if self.tokens else "texts"
        return f"called with ({', '.join(order + further)}), {given}"


def forms_of(parameters: Sequence[Sequence[str]], usual: CallForm) -> list[CallForm]:
    """The forms that the names and annotations of a function's parameters leave open, the likeliest first."""
    if len(parameters) < 2:
        return [usual]
    names = [set(name.lower().split("_")) for name, _ in parameters[:2]]
    refs = [bool(words & (_NAMES["ref"] | _NAMES["refs"])) for words in names]
    # A reference translation is a reference.
    hyps = [bool(words & (_NAMES["hyp"] | _NAMES["hyps"])) and not ref for words, ref in zip(names, refs, strict=True)]
    orders = [usual.hyp_first, not usual.hyp_first]
    if hyps[0] != hyps[1] or refs[0] != refs[1]:
        orders = [hyps[0] or refs == [False, True]]
    n, weights = (
        next((name for name, _ in parameters[2:] if name.lower() in _NAMES[role]), "") for role in ("n", "weights")
    )
    forms = []
    for hyp_first in orders:
        hyp, ref = names if hyp_first else names[::-1]
        if (hyp | ref) & _READ:
            forms += [CallForm(hyp_first, False, one == "file", True, n, weights, one) for one in _places(ref)]
            continue
        corpus, one_ref = bool(hyp & _NAMES["hyps"]), [usual.one_ref, not usual.one_ref]
        if not corpus and (ref & _NAMES["refs"] or "list" in ref):
            one_ref = [False]
        elif not corpus and ref & _NAMES["ref"]:
            one_ref = [True, False]
        tokens, annotation = [usual.tokens, not usual.tokens], parameters[0 if hyp_first else 1][1]
        if not corpus and (hyp & _NAMES["words"] or _A_LIST.match(annotation)):
            tokens = [True]
        elif annotation in ("str", "<class 'str'>"):  # annotations that are not evaluated are their text
            tokens = [False]
        forms += [CallForm(hyp_first, words, one, corpus, n, weights) for one, words in product(one_ref, tokens)]
    return forms


def _places(words: set[str]) -> list[str]:
    """Where the references may be of which a parameter names the place."""
    places = [place for place in ("folder", "files", "file") if words & _NAMES[place]]
    return places[:1] or (["folder", "file"] if words & _NAMES["path"] else ["file"])


@dataclass(frozen=True)
class MetricDefinition:
    """A definition of a metric: its name, the metric itself, how it is usually called, and who defines it.

    `decimals` are those to which the definition rounds. `parameters` are options of the metric that the cases may have
    as further arguments. `takes` is the argument that functions of BLEU with orders of their own have: `n` for the
    orders 1 to n, `nth` for order n alone, `weights`. `empty_refs` says whether the score against an empty reference is
    defined; usually tools disagree about it. `exact` says that it also defines what a text scores that is shorter than
    the longest n-gram, and which of two references is the closest if both are.
    """

    name: str
    metric: Metric
    form: CallForm = CallForm()
    percent: bool = False
    decimals: int | None = None
    parameters: Sequence[str] = ()
    takes: str = ""
    empty_refs: bool = False
    exact: bool = True
    source: str = ""
    corpus: Metric | None = None

    def of_corpora(self) -> MetricDefinition:
        """The same with the settings for corpora, which may differ from those for sentences."""
        return replace(self, metric=self.corpus or self.metric)

    def expected(self, cases: Sequence[CheckCase]) -> list[float]:
        """The score of every case, between 0 and 1 unless it is an error rate."""
        values: list[float] = [0.0] * len(cases)
        groups: dict[tuple[Any, ...], list[int]] = {}
        for k, case in enumerate(cases):
            groups.setdefault((case.parameters, k if "\n" in case.hyp else -1), []).append(k)
        for (_, single), places in groups.items():
            metric = self.metric_for(cases[places[0]])
            if single >= 0:
                hyps, *refs = (text.split("\n") for text in (cases[single].hyp, *cases[single].refs))
                scores: Sequence[float] = [metric.corpus(hyps, list(map(list, zip(*refs, strict=True)))).value]
            else:
                scores = metric.segments([cases[k].hyp for k in places], [list(cases[k].refs) for k in places]).values
            for place, value in zip(places, scores, strict=True):
                values[place] = value if self.decimals is None else round(value, self.decimals)
        return values

    def metric_for(self, case: CheckCase) -> Metric:
        """The metric with the parameters of a case."""
        values: Any = case.parameters
        options = dict(zip(self.parameters, values, strict=False))
        if self.takes == "weights":
            options = {"max_ngram_order": len(values), "weights": values}
        elif self.takes:
            n = int(values[0])
            options = {"max_ngram_order": n, "weights": None if self.takes == "n" else (0.0,) * (n - 1) + (1.0,)}
        return replace(self.metric, **options)

    def with_parameters(self, cases: Iterable[CheckCase]) -> Iterator[CheckCase]:
        """Those of the cases that the definition accepts, with every order or all weights if functions take some."""
        values: Any = {"": [()], "weights": _WEIGHTS}.get(self.takes, _ORDERS)
        every = (replace(case, parameters=case.parameters or one) for case in cases for one in values)
        return filter(self.accepts, every)

    def accepts(self, case: CheckCase) -> bool:
        """Whether the definition says what the score of a case is."""
        fits = bool(case.parameters) if self.takes else len(case.parameters) <= len(self.parameters)
        defined = fits and (self.empty_refs or all(ref.strip() for ref in case.refs))
        if self.exact or not defined:
            return defined
        order: int = getattr(self.metric_for(case), "max_ngram_order", 1)
        for hyp, *refs in zip(*case.texts, strict=True):
            nearest = min(abs(len(ref) - len(hyp)) for ref in refs)
            if len(hyp) < order or len({len(ref) for ref in refs if abs(len(ref) - len(hyp)) == nearest}) > 1:
                return False
        return True


def _task(
    name: str, metric: str, form: dict[str, Any] | None = None, corpus: str = "", **more: Any
) -> MetricDefinition:
    of_corpora = Scorer.of(corpus or metric).corpus
    return MetricDefinition(name, Scorer.of(metric).sentence, CallForm(**(form or {})), corpus=of_corpora, **more)


# Names that say how the implementation is called as well as what it computes.
TASKS = {name: _task(name, **task) for name, task in _DATA["tasks"].items()}


def meanings_of(like: str | Metric, name: str = "", parameters: Sequence[Sequence[str]] = ()) -> list[MetricDefinition]:
    """The definitions that a user may mean: several if a metric of several definitions is named without one.

    Other orders of BLEU than 4 are meant only if the name of a function or of one of its parameters says so.
    """
    names = _DATA["meanings"].get(like.lower(), [like]) if isinstance(like, str) else [like]
    if str(like).lower() in ("bleu", "bleu/homework"):
        homework = TASKS["bleu/homework"]
        form = forms_of(parameters, homework.form)[0] if parameters else homework.form
        if form.weights:
            return [replace(homework, takes="weights")]
        if form.n:
            nth = replace(homework, name=f"{homework.name}, the order n alone", takes="nth")
            return [replace(homework, name=f"{homework.name}, orders 1 to n", takes="n"), nth]
        words = re.findall(r"[a-z]+|\d", name.rpartition(":")[2].lower())
        if order := next((order for word, order in _DATA["orders"].items() if word in words), 0):
            metric: Any = homework.metric
            return [replace(homework, name=f"BLEU-{order}", metric=replace(metric, max_ngram_order=order))]
    return list(map(definition_of, names))


def named_in(name: str) -> str:
    """The metric after which a function is named; OptionError if there is none."""
    words = re.findall("[a-z]+", name.rpartition(":")[2].lower())
    for metric in _DATA["named"]:
        if metric in words or (len(metric) > 3 and any(metric in word for word in words)):
            return str(metric)
    raise OptionError(f"Name the definition with --like (like=): {', '.join(TASKS)}, or any metric.")


def definition_of(like: str | Metric) -> MetricDefinition:
    """The definition that a user names: a task, a metric's name, a signature, or a metric."""
    if isinstance(like, str) and like.lower() in TASKS:
        return TASKS[like.lower()]
    try:
        scorer = Scorer.of(like)
    except OptionError:
        if isinstance(like, str) and "|" not in like:
            raise unknown("definition", like, dict.fromkeys([*TASKS, *METRICS])) from None
        raise
    return MetricDefinition(str(scorer.sentence.signature()), scorer.sentence, corpus=scorer.corpus)
