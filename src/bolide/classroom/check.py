"""Check an implementation of a metric against its definition, and find the smallest case on which they differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from bolide.classroom.cases import CheckCase, corpora, known_cases, random_cases, short_cases, smaller
from bolide.classroom.definitions import PARTS, CallForm, MetricDefinition, forms_of, meanings_of, named_in
from bolide.classroom.implementation import Answer, Implementation, implementation_of
from bolide.classroom.mistakes import MISTAKES
from bolide.corpus import Corpus
from bolide.data.explanation import CorpusExplanation, Explanation
from bolide.data.results import WrittenResult
from bolide.evaluation.explaining import explain_corpus
from bolide.metrics.base import Metric
from bolide.system.errors import OptionError, counted
from bolide.system.limits import SEED, TRIALS, check_count
from bolide.system.stored import to_json

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_EXACT = 1e-6
_ROUNDED = range(2, 6)  # decimals to which implementations round
_BATCH = 25  # cases of a first batch; later ones are larger
_PATIENCE = 10.0  # seconds for short and for random texts of an implementation that is right so far
_FAILED = 1.0  # seconds for either if a case has failed before
_MOST = 10**9  # seconds of a call, or gigabytes
_REDUCING = 2.0  # seconds for making a counterexample small


@dataclass(frozen=True)
class Grade:
    """How many cases about one idea an implementation got right, and why the first wrong one is there."""

    kind: str
    passed: int
    total: int
    why: str = ""

    def sentence(self) -> str:
        """The grade in words."""
        return f"{self.passed} of {self.total} are right{self.why and f'; wrong: {self.why}'}"


@dataclass(frozen=True)
class Counterexample:
    """A case on which an implementation departs from the definition, made as small as possible.

    `result` is the number it returned, or None with `error`. `parts_at` is the first part of the score that differs, if
    the implementation returns parts; `explanation` derives the expected score.
    """

    case: CheckCase
    expected: float
    result: float | None
    error: str
    parts_at: str
    explanation: Explanation | CorpusExplanation

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        values = {name: value for name, value in vars(self).items() if name != "case"}
        one = self.explanation
        one = replace(one, marks=()) if isinstance(one, Explanation) else one
        return {**self.case.to_dict(), **values, "explanation": one.to_dict()}


@dataclass(frozen=True)
class CheckReport(WrittenResult):
    """Whether an implementation computes what its definition says: grades by kinds of cases, and a counterexample.

    `notes` say how the implementation was called and how its numbers were read, `remarks` which of several definitions
    it follows.

    >>> import bolide
    >>> report = bolide.check(lambda hyp, refs: float(hyp in refs), like="bleu/paper")
    >>> report.passed, report.counterexample.case.hyp
    (False, 'a')
    """

    implementation: str
    definition: str
    signature: str
    source: str
    grades: tuple[Grade, ...]
    counterexample: Counterexample | None
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    derived = ("passed", *WrittenResult.derived)

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.classroom import check_blocks

        return check_blocks(self)

    @property
    def passed(self) -> bool:
        """Whether it agrees with the definition on every case."""
        return all(grade.passed == grade.total for grade in self.grades)

    def signatures(self) -> Iterator[str]:
        yield self.signature

    def to_gradescope(self, points: float = 100) -> str:
        """The JSON that Gradescope reads; a kind of cases has its share of the points if all of them are right."""
        most = points / len(self.grades)
        scores = [most * (grade.passed == grade.total) for grade in self.grades]
        tests = [
            {"name": grade.kind, "score": score, "max_score": most, "output": grade.sentence()}
            for grade, score in zip(self.grades, scores, strict=True)
        ]
        return to_json({"score": points if self.passed else sum(scores), "output": str(self), "tests": tests}) + "\n"

    def to_junit(self) -> str:
        """JUnit's XML, which most tools for tests read: a test for each kind of cases."""
        failed = sum(grade.passed < grade.total for grade in self.grades)
        counts = {"tests": str(len(self.grades)), "failures": str(failed)}
        suite = Element("testsuite", {"name": _NOT_IN_XML.sub("�", self.implementation), **counts})
        for grade in self.grades:
            case = SubElement(suite, "testcase", {"classname": self.definition, "name": grade.kind})
            if grade.why:
                SubElement(case, "failure", {"message": grade.sentence()})
        SubElement(suite, "system-out").text = _NOT_IN_XML.sub("�", str(self))
        return tostring(suite, "unicode", xml_declaration=True) + "\n"


def check(
    implementation: str | Callable[..., Any],
    like: str | Metric = "",
    *,
    number: int = 300,
    seed: int = 1,
    timeout: float = 2,
    memory: float = 8,
    tokens: bool | None = None,
    hyp_first: bool | None = None,
) -> CheckReport:
    """Check an implementation of a metric against the definition that `like` names.

    `implementation` is a function, or the name of one (`student.py:bleu`, `package.module:function`), a command that
    reads JSON lines and writes numbers, or a file of answers. It runs in a process of its own, with `timeout` seconds
    for each call and, unless it is passed as an object, `memory` gigabytes.

    `like` is a metric, its name or signature, or a task (`bleu/homework`, `bleu/nltk`, `meteor/seed` …), by default the
    metric that the function is named after. Of the definitions that plain `bleu` and `meteor` may mean, it is held
    against the one that it follows best. It is tried on the cases in the package, on all short texts, and on `number`
    random ones. A function is called in the form that the names of its parameters suggest, with `n`, `max_n` or
    `weights` if it has such parameters; of several forms that fit, in the one in which it finds most cases right;
    `tokens` and `hyp_first` name another.
    """
    check_count("number", number, 0, TRIALS)
    check_count("seed", seed, 0, SEED)
    if not 0 < timeout < _MOST or not 0 < memory < _MOST:
        raise OptionError(f"`timeout` and `memory` must be positive numbers below {_MOST:,}.")
    name = implementation if isinstance(implementation, str) else getattr(implementation, "__name__", "")
    like = like or named_in(name)
    meanings_of(like)  # before anything is run
    subject = implementation_of(implementation, timeout, int(memory * 2**30))
    explicit: Any = {"tokens": tokens, "hyp_first": hyp_first}
    fixed = {name: value for name, value in explicit.items() if value is not None}
    answered: dict[CallForm, dict[CheckCase, Answer]] = {}
    trials = []
    try:
        for definition in meanings_of(like, subject.name, subject.parameters):
            open_forms = forms_of(subject.parameters, definition.form) if subject.is_function else [definition.form]
            for form in dict.fromkeys(replace(form, **fixed) for form in open_forms):
                meant = definition.of_corpora() if form.corpus else definition
                trials.append(_Trial(subject, meant, form, answered.setdefault(form, {})))
        return _best(trials, number, seed).report(number, seed)
    finally:
        subject.close()


def cases_for(like: str | Metric, number: int = 300, seed: int = 1) -> list[CheckCase]:
    """The cases that a file of answers must answer, in order."""
    return _printed_cases(meanings_of(like)[0], number, seed)


def _printed_cases(definition: MetricDefinition, number: int, seed: int) -> list[CheckCase]:
    one_ref = definition.form.one_ref
    known = [
        case for case in known_cases() if not (one_ref and case.refs[1:]) and not (definition.takes and case.parameters)
    ]
    more = random_cases(number, seed, len(definition.parameters), 1 if one_ref else 3)
    return list(definition.with_parameters([*known, *more]))


def _best(trials: Sequence[_Trial], number: int, seed: int) -> _Trial:
    """The trial, of a definition and a form, in which an implementation finds most cases right; the first of several.

    Forms are compared on the cases that all of them take, and a form with several references goes before one without:
    what works with several is judged by them. Each form is tried with all definitions: a function is called in one way,
    whatever it computes.
    """
    if len(trials) == 1:
        return trials[0]
    printed = _printed_cases(trials[0].definition, number, seed)
    if trials[0].subject.fixed:  # answers to the cases of the first
        trials = [trial for trial in trials if _printed_cases(trial.definition, number, seed) == printed]
    else:
        printed = [case for case in printed if case.kind != "random texts"]
    cases = [case for case in printed if all(trial.definition.accepts(case) for trial in trials)]
    shares = []
    for trial in trials:
        takes = list(filter(trial.form.takes, cases))
        trial.read_numbers(takes)
        wrong = set(trial.wrong(takes))
        trial.right, trial.tried = len(takes) - len(wrong), len(takes)
        common = [case not in wrong for case in takes if all(one.form.takes(case) for one in trials)]
        shares.append(((sum(common) / len(common), not trial.form.one_ref), trial.right))
        if not wrong and trial.definition == trials[-1].definition and not trial.form.one_ref:
            break
    best = trials[shares.index(max(shares))]
    same = [trial for trial in trials if trial.form == best.form and trial.tried]
    if 2 * best.right < best.tried:  # what is mostly wrong follows none of them
        best = same[0]
    if len(same) > 1:
        order = sorted(same, key=lambda trial: (trial is not best, -trial.right))
        counts = ", ".join(f"{trial.right:,} by {trial.definition.name}" for trial in order)
        best.remarks.append(f"Right among {counted(best.tried, 'case')}: {counts}.")
    forms = dict.fromkeys(trial.form for trial in trials)
    if len(forms) > 1:
        best.choice = f" (of {len(forms)} forms; name another with --order, --tokens, --texts)"
    return best


@dataclass
class _Trial:
    """An implementation, a definition, a form, and how the one's numbers are compared with the other's.

    `answered` has the answers so far, which all trials of a form share.
    """

    subject: Implementation
    definition: MetricDefinition
    form: CallForm
    answered: dict[CheckCase, Answer]
    scale: float = 1.0
    tolerance: float = _EXACT
    right: int = 0
    tried: int = 0
    choice: str = ""
    remarks: list[str] = field(default_factory=list)

    def report(self, number: int, seed: int) -> CheckReport:
        """Try all cases and make the smallest failing one smaller."""
        cases = list(filter(self.form.takes, _printed_cases(self.definition, number, seed)))
        fixed = self.subject.fixed
        known = cases if fixed else [case for case in cases if case.kind != "random texts"]
        more = cases[len(known) :]
        if self.form.corpus:
            known = [*known, *corpora(known)]
        notes = self.read_numbers(known)
        failing = self.wrong(known)
        grades = _grades(known, failing)
        for group in () if fixed else (short_cases(), iter(more)):
            tried, failed = self._try(group, _FAILED if failing else _PATIENCE)
            grades += _grades(tried, failed)
            failing += failed
        counterexample = self._counterexample(failing) if failing else None
        remarks = [*self.remarks, *(self._known_mistake(known) if failing else ())]
        definition = self.definition
        about = (self.subject.name, definition.name, str(definition.metric.signature()), definition.source)
        return CheckReport(*about, tuple(grades), counterexample, tuple(notes), tuple(remarks))

    def answers(self, cases: Sequence[CheckCase]) -> list[Answer]:
        """One answer per case; no case is tried twice."""
        new = [case for case in cases if case not in self.answered]
        rows = [case.to_dict() for case in new]
        with (
            TemporaryDirectory(prefix="bolide-", ignore_cleanup_errors=True) if self.form.files else nullcontext() as at
        ):
            calls = [self.form.call(case, None if at is None else Path(at, str(k))) for k, case in enumerate(new)]
            self.answered |= dict(zip(new, self.subject.answer(calls, rows) if new else (), strict=True))
        return [self.answered[case] for case in cases]

    def read_numbers(self, cases: Sequence[CheckCase]) -> list[str]:
        """Decide whether the numbers are percentages and to how many decimals they are rounded; say so."""
        notes = [self.form.sentence() + self.choice] if self.subject.is_function else []
        pairs = zip(self.definition.expected(cases), self.answers(cases), strict=True)
        scored = [(value, answer.score) for value, answer in pairs if answer.score is not None]
        large = [(value, score) for value, score in scored if value > 0.05]  # a small one is near every scale's
        agreeing = {scale: sum(abs(value - score / scale) < 0.006 for value, score in large) for scale in (1.0, 100.0)}
        usual = 100.0 if self.definition.percent else 1.0
        self.scale = max((usual, 101.0 - usual), key=lambda scale: agreeing[scale])
        if self.scale != 1:
            notes.append("its numbers are percentages")
        decimals = _decimals([score for _, score in scored], 1 if self.scale == 100 else 2)
        if self.definition.decimals is None and decimals is not None:
            self.tolerance = (0.5 * 10.0**-decimals + 1e-9) / self.scale
            notes.append(f"its numbers are rounded to {counted(decimals, 'decimal')} and compared so")
        return notes

    def wrong(self, cases: Sequence[CheckCase]) -> list[CheckCase]:
        """Those of the cases that it gets wrong."""
        trials = zip(cases, self.definition.expected(cases), self.answers(cases), strict=True)
        return [
            case
            for case, value, answer in trials
            if answer.score is None or abs(value - answer.score / self.scale) > self.tolerance
        ]

    def _known_mistake(self, cases: Sequence[CheckCase]) -> list[str]:
        """What is wrong if a planted mistake has the same results wherever the implementation has one, or if the order
        of the words makes no difference to BLEU."""
        suspects = MISTAKES.get(self.definition.metric.name.lower(), ())
        if self.definition.takes or self.subject.fixed or not suspects:
            return []
        every = [*cases, *(one.case for one in suspects if self.form.takes(one.case))]
        tried, scores = [], []
        for case, answer in zip(every, self.answers(every), strict=True):
            if answer.score is not None and "\n" not in case.hyp:
                tried.append(case)
                scores.append(answer.score / self.scale)
        if 2 * len(tried) < len(cases):
            return []
        for suspect in suspects:
            pairs = zip(suspect.results(tried), scores, strict=True)
            if all(one is not None and abs(one - score) <= self.tolerance for one, score in pairs):
                return [f"{suspect.title}."]
        if getattr(self.definition.metric, "max_ngram_order", 1) > 1 and len(set(scores)) > 2:
            turned = self.answers([case.of_words([[case.texts[0][0][::-1]], *case.texts[1:]]) for case in tried])
            if [one.score and one.score / self.scale for one in turned] == scores:
                return ["The order of the words makes no difference: single words alone are counted. This is BLEU-1."]
        return []

    def _try(self, cases: Iterator[CheckCase], seconds: float) -> tuple[list[CheckCase], list[CheckCase]]:
        """Try as many cases as there is time for; those that were tried, and those that failed."""
        end = monotonic() + seconds
        tried: list[CheckCase] = []
        failing: list[CheckCase] = []
        takes = filter(self.form.takes, self.definition.with_parameters(cases))
        while (
            not failing and monotonic() < end and (batch := list(islice(takes, min(len(tried) + _BATCH, 8 * _BATCH))))
        ):
            failing = self.wrong(batch)
            tried += batch
        return tried, failing

    def _counterexample(self, failing: Sequence[CheckCase]) -> Counterexample:
        """The smallest failing case without an empty text if there is one, with every word removed that can be; a file
        has no answers to smaller cases."""
        case = min(failing, key=lambda one: (one.has_empty_text, not one.hyp.isascii(), one.size))
        end = monotonic() + _REDUCING
        while not self.subject.fixed and monotonic() < end:
            failed = next(filter(None, map(self.wrong, self._smaller(case))), None)
            if failed is None:
                break
            case = failed[0]
        [answer], [expected] = self.answers([case]), self.definition.expected([case])
        result = None if answer.score is None else answer.score / self.scale
        metric = self.definition.metric_for(case)
        explanation: Explanation | CorpusExplanation = metric.explain(case.hyp, list(case.refs))
        if "\n" in case.hyp:
            hyps, *refs = (text.split("\n") for text in (case.hyp, *case.refs))
            [explanation] = explain_corpus(Corpus.of(hyps, list(zip(*refs, strict=True))), metric).corpora
        parts_at = _first_difference(explanation.score.parts, answer.parts)
        return Counterexample(case, expected, result, answer.error, parts_at, explanation)

    def _smaller(self, case: CheckCase) -> Iterator[list[CheckCase]]:
        """Smaller cases that the implementation takes, in groups; texts that have words keep some."""
        for group in smaller(case):
            takes = [one for one in group if self.definition.accepts(one) and self.form.takes(one)]
            yield [one for one in takes if one.size < case.size and one.has_empty_text <= case.has_empty_text]


def _grades(cases: Sequence[CheckCase], wrong: Sequence[CheckCase]) -> list[Grade]:
    """A grade for each kind of case, in the order of the cases."""
    tried, failed = Counter(case.kind for case in cases), Counter(case.kind for case in wrong)
    why = {case.kind: case.why for case in reversed(wrong)}
    return [Grade(kind, number - failed[kind], number, why.get(kind, "")) for kind, number in tried.items()]


def _decimals(scores: Sequence[float], fewest: int) -> int | None:
    """The decimals to which all scores are rounded, from the fewest to 5; None if they are not."""
    if all(score == int(score) for score in scores):
        return None
    return next((k for k in range(fewest, 6) if all(score == round(score, k) for score in scores)), None)


def _first_difference(parts: Mapping[str, Any], others: Mapping[str, Any]) -> str:
    """The first part, in the order of the derivation, that an implementation returns with another value."""
    theirs = {name.lower(): value for name, value in others.items() if value is not None}
    for name, aliases in PARTS.items():
        value = parts.get(name)
        names = (name, *(alias for alias in aliases if (name, alias) != ("ref_len", "r") or "recall" not in parts))
        other = next((theirs[alias] for alias in names if alias in theirs), None)
        if value is None or other is None or isinstance(value, list) != isinstance(other, list):
            continue
        pairs = list(zip(value, other, strict=False)) if isinstance(value, list) else [(value, other)]
        unequal = isinstance(value, list) and len(value) != len(other)
        if unequal or not any(all(_same(a * k, b, _EXACT * k) for a, b in pairs) for k in (1, 100)):
            return f"{name.replace('_', ' ')}: expected {_short(value)}, got {_short(other)}"
    return ""


def _same(value: float, other: float, exact: float) -> bool:
    """Whether two numbers are the same, or one is the other rounded."""
    return any(abs(round(value, decimals) - other) <= exact for decimals in (9, *_ROUNDED))


def _short(value: Any) -> str:
    return ", ".join(f"{number:g}" for number in (value if isinstance(value, list) else [value]))
