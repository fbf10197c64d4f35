"""Check an implementation of a metric against its definition, and find the smallest case on which they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from time import monotonic
from typing import Any

from bolide.classroom.cases import CheckCase, known_cases, random_cases, short_cases, smaller
from bolide.classroom.definitions import PARTS, Convention, MetricDefinition, meanings_of
from bolide.classroom.implementation import Answer, Implementation, implementation_of
from bolide.data.explanation import Explanation, WrittenResult
from bolide.metrics.base import Metric
from bolide.system.errors import OptionError, counted
from bolide.system.limits import SEED, TRIALS, check_count

_EXACT = 1e-6
_ROUNDED = range(2, 6)  # decimals to which implementations round
_BATCH = 25  # cases of a first batch; later ones are larger
_PATIENCE = 10.0  # seconds for short and for random texts of an implementation that is right so far
_FAILED = 1.0  # seconds for either if a case has failed before
_REDUCING = 2.0  # seconds for making a counterexample small


@dataclass(frozen=True)
class Grade:
    """How many cases about one idea an implementation got right, and why the first wrong one is there."""

    kind: str
    passed: int
    total: int
    why: str = ""


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
    explanation: Explanation

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        values = {name: value for name, value in vars(self).items() if name != "case"}
        return {**self.case.to_dict(), **values, "explanation": self.explanation.without_marks()}


@dataclass(frozen=True)
class CheckReport(WrittenResult):
    """Whether an implementation computes what its definition says: grades by kinds of cases, and a counterexample.

    `notes` say how the implementation was called and how its numbers were read, `remarks` which of several definitions
    it follows, or that it seems to want lists of words for texts.

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

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.classroom import check_blocks

        return check_blocks(self)

    @property
    def passed(self) -> bool:
        """Whether it agrees with the definition on every case."""
        return all(grade.passed == grade.total for grade in self.grades)

    def signatures(self) -> Iterator[str]:
        yield self.signature

    def data(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in ("implementation", "definition", "source", "passed")},
            "grades": [vars(grade) for grade in self.grades],
            "counterexample": self.counterexample and self.counterexample.to_dict(),
            "called": list(self.notes),
            "remarks": list(self.remarks),
        }


_TIMEOUT, _MEMORY, _MOST = 2.0, 8, 10**9  # seconds, gigabytes, and the most of either


def check(
    implementation: str | Callable[..., Any],
    like: str | Metric = "bleu",
    *,
    number: int = 300,
    seed: int = 1,
    timeout: float | None = None,
    memory: float | None = None,
    tokens: bool | None = None,
    hyp_first: bool | None = None,
) -> CheckReport:
    """Check an implementation of a metric against the definition that `like` names.

    `implementation` is a function, or the name of one (`student.py:bleu`, `package.module:function`), a command that
    reads JSON lines and writes numbers, or a file of answers. It runs in a process of its own, with `timeout` seconds
    for each call (2 if None) and, unless it is passed as an object, `memory` gigabytes (8 if None). `like` is a metric,
    its name or signature, or a task: `meteor/exercise`, `bleu/nltk`, `bleu/sacrebleu`, `chrf`, `ter`, `wer` … Of the
    definitions that plain `bleu` and `meteor` may mean, it is held against the one that it follows best. It is
    tried on the cases in the package, on all short texts, and on `number` random ones. A function is called as the
    names of its parameters suggest; `tokens` and `hyp_first` say it explicitly.
    """
    meanings = meanings_of(like)
    check_count("number", number, 0, TRIALS)
    check_count("seed", seed, 0, SEED)
    seconds, gigabytes = _TIMEOUT if timeout is None else timeout, _MEMORY if memory is None else memory
    if not 0 < seconds < _MOST or not 0 < gigabytes < _MOST:
        raise OptionError(f"`timeout` and `memory` must be positive numbers below {_MOST:,}.")
    subject = implementation_of(implementation, seconds, int(gigabytes * 2**30))
    explicit = {name: value for name, value in {"tokens": tokens, "hyp_first": hyp_first}.items() if value is not None}
    try:
        for name, value in {**explicit, "timeout": timeout, "memory": memory}.items():
            if value is not None and name not in subject.options:
                raise OptionError(f"`{name}` has no effect on {subject.kind}, {subject.name}; leave it out.")
        trials = [
            _Trial(subject, definition, replace(definition.convention.adapted(subject.parameters), **explicit))
            for definition in meanings
        ]
        remarks: list[str] = []
        if len(trials) > 1:
            trials, remarks = _by_agreement(trials, number, seed)
        report = trials[0].report(number, seed, tokens is None)
        return replace(report, remarks=(*remarks, *report.remarks))
    finally:
        subject.close()


def cases_for(like: str | Metric, number: int = 300, seed: int = 1) -> list[CheckCase]:
    """The cases that a file of answers must answer, in order."""
    return _printed_cases(meanings_of(like)[0], number, seed)


def _printed_cases(definition: MetricDefinition, number: int, seed: int) -> list[CheckCase]:
    single = definition.convention.one_ref
    known = [case for case in known_cases() if definition.accepts(case) and not (single and len(case.refs) > 1)]
    return [*known, *random_cases(number, seed, len(definition.parameters), 1 if single else 3)]


def _by_agreement(trials: Sequence[_Trial], number: int, seed: int) -> tuple[list[_Trial], list[str]]:
    """Trials by how many cases they find right, most first, and a sentence on that.

    A function is called in the ways of all definitions, since each definition is best served by one of them.
    """
    printed = _printed_cases(trials[0].definition, number, seed)
    if trials[0].subject.fixed:  # answers to the cases of the first
        trials = [trial for trial in trials if _printed_cases(trial.definition, number, seed) == printed]
    shared = printed if trials[0].subject.fixed else [case for case in printed if case.kind != "random texts"]
    cases = [case for case in shared if all(trial.definition.accepts(case) for trial in trials)]
    tried = []
    for convention in dict.fromkeys(trial.convention for trial in trials):
        takes = [case for case in cases if not convention.one_ref or len(case.refs) == 1]
        ways = [replace(trial, convention=convention) for trial in trials]
        answers = ways[0].answers(takes)
        rights = [way.right(takes, answers) for way in ways]
        usual = [trial.convention == convention for trial in trials]
        tried += [(rights[k] / len(takes), usual[k], -k, convention, rights, len(takes)) for k in range(len(trials))]
    _, _, k, convention, rights, total = max(tried, key=lambda one: one[:3])
    order = sorted(range(len(trials)), key=lambda other: (other != -k, -rights[other]))
    counts = ", ".join(f"{rights[other]:,} by {trials[other].definition.name}" for other in order)
    return [replace(trials[-k], convention=convention)], [f"Right among {counted(total, 'case')}: {counts}."]


@dataclass
class _Trial:
    """An implementation, a definition, and how the one's numbers are compared with the other's."""

    subject: Implementation
    definition: MetricDefinition
    convention: Convention
    scale: float = 1.0
    tolerance: float = _EXACT
    stored: dict[CheckCase, Answer] = field(default_factory=dict)

    def report(self, number: int, seed: int, may_turn: bool) -> CheckReport:
        """Try all cases and make the smallest failing one smaller; `may_turn` if `tokens` was not given."""
        cases = [case for case in _printed_cases(self.definition, number, seed) if self._takes(case)]
        fixed = self.subject.fixed
        known = cases if fixed else [case for case in cases if case.kind != "random texts"]
        answers = self.answers(known)
        self.stored = dict(zip(known, answers, strict=True))
        notes = self._read_numbers(known, answers)
        wrong = self._wrong(known, answers)
        remark = self._other_texts(known, wrong.count(False)) if may_turn and self.subject.parameters else ""
        grades = _grades(known, wrong)
        failing = [case for case, bad in zip(known, wrong, strict=True) if bad]
        if not fixed:
            two_refs = not self.convention.one_ref
            for group in (short_cases(two_refs), iter(cases[len(known) :])):
                grade, failed = self._try(group, _FAILED if failing else _PATIENCE)
                grades += [grade] if grade.total else []
                failing += failed
        counterexample = self._counterexample(failing) if failing else None
        definition = self.definition
        about = (self.subject.name, definition.name, str(definition.metric.signature()), definition.source)
        return CheckReport(*about, tuple(grades), counterexample, tuple(notes), (remark,) if remark else ())

    def _takes(self, case: CheckCase) -> bool:
        return self.definition.accepts(case) and (not self.convention.one_ref or len(case.refs) == 1)

    def _other_texts(self, cases: Sequence[CheckCase], right: int) -> str:
        """What to do if most cases are wrong and more would be right with lists of words for texts, or with texts."""
        if 2 * right >= len(cases):
            return ""
        turned = replace(self, convention=replace(self.convention, tokens=not self.convention.tokens))
        more = turned.right(cases, turned.answers(cases))
        if more <= right:
            return ""
        words, texts = "lists of words", "texts"
        way, other = (texts, words) if self.convention.tokens else (words, texts)
        advice = "pass them with --tokens (tokens=True)"
        if self.convention.tokens:
            advice = f"compare it with {self.definition.texts or self.definition.name}, which passes them"
        return f"With {way} in place of {other}, {more:,} of these {counted(len(cases), 'case')} are right: {advice}."

    def right(self, cases: Sequence[CheckCase], answers: Sequence[Answer]) -> int:
        """How many answers are right, once it is known how to read them."""
        self._read_numbers(cases, answers)
        return self._wrong(cases, answers).count(False)

    def answers(self, cases: Sequence[CheckCase]) -> list[Answer]:
        arguments = [[self.convention.arguments(case), {}] for case in cases]
        return self.subject.answer(arguments, [case.to_dict() for case in cases])

    def _read_numbers(self, cases: Sequence[CheckCase], answers: Sequence[Answer]) -> list[str]:
        """Decide whether the numbers are percentages and to how many decimals they are rounded; say so."""
        notes = [self.convention.sentence()] if self.subject.parameters else []
        expected = self.definition.expected(cases)
        scored = [
            (value, answer.score) for value, answer in zip(expected, answers, strict=True) if answer.score is not None
        ]
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

    def _wrong(self, cases: Sequence[CheckCase], answers: Sequence[Answer]) -> list[bool]:
        expected = self.definition.expected(cases)
        return [
            answer.score is None or abs(value - answer.score / self.scale) > self.tolerance
            for value, answer in zip(expected, answers, strict=True)
        ]

    def _try(self, cases: Iterator[CheckCase], seconds: float) -> tuple[Grade, list[CheckCase]]:
        """Try as many cases as there is time for; those that failed are returned too."""
        end = monotonic() + seconds
        passed, total, size, kind = 0, 0, _BATCH, ""
        failing: list[CheckCase] = []
        while not failing and monotonic() < end and (batch := list(islice(filter(self._takes, cases), size))):
            failing = self._failing(batch)
            kind, total, passed = batch[0].kind, total + len(batch), passed + len(batch) - len(failing)
            size = min(2 * size, 8 * _BATCH)
        return Grade(kind, passed, total, failing[0].why if failing else ""), failing

    def _counterexample(self, failing: Sequence[CheckCase]) -> Counterexample:
        """The smallest failing case without an empty text if there is one, with every word removed that can be."""
        case = min(failing, key=lambda one: (one.has_empty_text, not one.hyp.isascii(), one.size))
        end = monotonic() + _REDUCING
        while not self.subject.fixed and monotonic() < end:
            failed = next(filter(None, map(self._failing, self._smaller(case))), None)
            if failed is None:
                break
            case = failed[0]
        answer = self.stored[case] if self.subject.fixed else self.answers([case])[0]
        if not any(self._wrong([case], [answer])):
            answer = Answer(error="wrong, late or none at first, but right when it was called again")
        [expected] = self.definition.expected([case])
        result = None if answer.score is None else answer.score / self.scale
        metric = self.definition.metric_for(case)
        explanation = metric.explain(case.hyp, list(case.refs))
        parts_at = _first_difference(explanation.score.parts, answer.parts)
        return Counterexample(case, expected, result, answer.error, parts_at, explanation)

    def _smaller(self, case: CheckCase) -> Iterator[list[CheckCase]]:
        """Smaller cases that the implementation takes, in groups; texts that have words keep some."""
        for group in smaller(case):
            takes = [one for one in group if one.size < case.size and self._takes(one)]
            yield [one for one in takes if case.has_empty_text or not one.has_empty_text]

    def _failing(self, cases: Sequence[CheckCase]) -> list[CheckCase]:
        return [case for case, bad in zip(cases, self._wrong(cases, self.answers(cases)), strict=True) if bad]


def _grades(cases: Sequence[CheckCase], wrong: Sequence[bool]) -> list[Grade]:
    """A grade for each kind of case, in the order of the cases."""
    grades = []
    for kind in dict.fromkeys(case.kind for case in cases):
        outcomes = [(case, bad) for case, bad in zip(cases, wrong, strict=True) if case.kind == kind]
        why = next((case.why for case, bad in outcomes if bad), "")
        grades.append(Grade(kind, sum(not bad for _, bad in outcomes), len(outcomes), why))
    return grades


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
