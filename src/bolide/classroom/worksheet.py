"""Exercises to be solved on paper: pairs of short sentences, each about one idea, with a blank for every step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bolide.data.explanation import Explanation, Step
from bolide.data.results import Result
from bolide.metrics import parse
from bolide.metrics.base import Metric
from bolide.system.dataclasses import dataclass, replace
from bolide.system.errors import OptionError, known_name
from bolide.system.keywords import public_call
from bolide.system.limits import SEED, check_count
from bolide.system.messages import counted

_CHECKS = "Cross-check"
_ATTEMPTS = 200  # sentences that are drawn until one shows the idea of an exercise


@dataclass(frozen=True)
class Sentence:
    """A simple English sentence by its parts, so that a changed one is still English."""

    subject: str
    verb: str
    object: str
    ending: str
    article: str = "the"
    other: str = "a"

    def __str__(self) -> str:
        return f"{self.article} {self.subject} {self.verb} {self.other} {self.object} {self.ending}".strip()


_SUBJECTS = ("teacher", "doctor", "child", "farmer", "sailor", "painter")
_OBJECTS = ("letter", "horse", "bridge", "garden", "boat", "picture")
_VERBS = ("finds", "sees", "likes", "remembers", "forgets", "buys")
_ENDINGS = ("today", "every morning", "near the river", "after the storm", "in the village")

Drawn = tuple[str, tuple[str, ...]]
Draw = Callable[[Sentence, random.Random], Drawn]  # what it makes of a sentence


def _sentence(source: random.Random) -> Sentence:
    words = (source.choice(pool) for pool in (_SUBJECTS, _VERBS, _OBJECTS, _ENDINGS))
    return Sentence(*words)


def _another(source: random.Random, pool: Sequence[str], word: str) -> str:
    return source.choice([other for other in pool if other != word])


def _one_word(ref: Sentence, source: random.Random) -> Drawn:
    part, pool = source.choice((("subject", _SUBJECTS), ("verb", _VERBS), ("object", _OBJECTS)))
    return str(replace(ref, **{part: _another(source, pool, getattr(ref, part))})), (str(ref),)


def _shorter(ref: Sentence, source: random.Random) -> Drawn:
    return str(replace(ref, ending="")), (str(ref),)


def _longer(ref: Sentence, source: random.Random) -> Drawn:
    return str(ref), (str(replace(ref, ending="")),)


def _fronted(ref: Sentence, source: random.Random) -> Drawn:
    return f"{ref.ending} {replace(ref, ending='')}", (str(ref),)


def _fronted_and_changed(ref: Sentence, source: random.Random) -> Drawn:
    changed = replace(ref, verb=_another(source, _VERBS, ref.verb), ending="")
    return f"{ref.ending} {changed}", (str(ref),)


def _exchanged(ref: Sentence, source: random.Random) -> Drawn:
    ref = replace(ref, other="the")
    return str(replace(ref, subject=ref.object, object=ref.subject)), (str(ref),)


def _repeated(ref: Sentence, source: random.Random) -> Drawn:
    return str(replace(ref, other="the", object=ref.subject)), (str(ref),)


def _missing_article(ref: Sentence, source: random.Random) -> Drawn:
    return " ".join(str(ref).split()[1:]), (str(ref),)


def _two_references(hyp: Sentence, source: random.Random) -> Drawn:
    one = replace(hyp, verb=_another(source, _VERBS, hyp.verb))
    two = replace(hyp, subject=_another(source, _SUBJECTS, hyp.subject))
    return str(hyp), (str(one), str(two))


def _tie(hyp: Sentence, source: random.Random) -> Drawn:
    """The translation lies exactly between the lengths of two references."""
    hyp = replace(hyp, ending="today")
    return str(hyp), (f"{hyp} again", str(replace(hyp, ending="")))


def _no_pair(ref: Sentence, source: random.Random) -> Drawn:
    ref = replace(ref, ending="today")
    return " ".join(reversed(str(ref).split())), (str(ref),)


@dataclass(frozen=True)
class Idea:
    """What an exercise is about: its title, how its texts are drawn, and the parts of a score that show the idea."""

    title: str
    draw: Draw
    shows: Callable[[Mapping[str, Any]], bool] = bool


@dataclass(frozen=True)
class Course:
    """A metric in a form that can be computed on paper, what to tell the reader, and the ideas of its exercises."""

    metric: str
    task: str
    ideas: tuple[Idea, ...]


_EXACT_BLEU = (
    "BLEU with n-grams of one and two words, without smoothing. Words are separated by spaces. A word or pair of the "
    "candidate is credited at most as often as it occurs in one reference. Round to four decimals."
)
_EXACT_METEOR = (
    "METEOR of 2005 with exact matches alone, α = 0.9, β = 3, γ = 0.5. A word is matched at most once; of the ways to "
    "match the most words, take the one in which the fewest lines between matched words cross. A chunk is a run of "
    "matches that are adjacent and in the same order in both texts. Round to four decimals."
)
_TER = (
    "TER: the fewest edits that turn the candidate into the reference, divided by the words of the reference. Moving a "
    "run of words costs one edit, like inserting, deleting or replacing a word. Round to four decimals."
)
COURSES = {
    "bleu": Course("BLEU|case:mixed|eff:no|tok:none|smooth:none|order:2", _EXACT_BLEU, (
        Idea("One word differs", _one_word, lambda parts: parts["bp"] == 1),
        Idea("Clipping: a word is repeated", _repeated),
        Idea("The brevity penalty", _shorter, lambda parts: parts["bp"] < 1),
        Idea("Longer than the reference", _longer, lambda parts: parts["bp"] == 1),
        Idea("The same words in another order", _exchanged, lambda parts: parts["precisions"][0] == 1),
        Idea("Two references", _two_references),
        Idea("Two references equally close in length", _tie, lambda parts: parts["bp"] == 1),
        Idea("A precision of zero", _no_pair, lambda parts: parts["counts"][1] == 0),
    )),
    "meteor": Course("METEOR|variant:2005|stages:exact|case:lc", _EXACT_METEOR, (
        Idea("One word differs", _one_word, lambda parts: parts["chunks"] >= 1),
        Idea("Recall counts more than precision: a short candidate", _shorter, lambda parts: parts["recall"] < 1),
        Idea("Recall counts more than precision: a long candidate", _longer, lambda parts: parts["precision"] < 1),
        Idea("Two chunks: a phrase has moved", _fronted, lambda parts: parts["chunks"] == 2),
        Idea("Many chunks: subject and object exchanged", _exchanged, lambda parts: parts["chunks"] >= 3),
        Idea("A repeated word matches once", _repeated),
        Idea("The words backwards", _no_pair, lambda parts: parts["chunks"] >= 4),
    )),
    "ter": Course("TER|case:mixed|tok:tercom|norm:no|punct:yes|asian:no", _TER, (
        Idea("A substitution", _one_word, lambda parts: parts["substitutions"] == 1 == parts["edits"]),
        Idea("The candidate is too short", _shorter, lambda parts: parts["shifts"] == 0),
        Idea("The candidate is too long", _longer, lambda parts: parts["shifts"] == 0),
        Idea("A shift", _fronted, lambda parts: parts["shifts"] == 1 == parts["edits"]),
        Idea("A shift and a substitution", _fronted_and_changed, lambda parts: parts["shifts"] == 1 < parts["edits"]),
        Idea("A missing article", _missing_article),
        Idea("Subject and object exchanged", _exchanged),
    )),
}  # fmt: skip


@dataclass(frozen=True)
class WorksheetExercise:
    """One exercise: its title, its texts, and the derivation that solves it."""

    title: str
    hyp: str
    refs: tuple[str, ...]
    solution: Explanation

    @property
    def steps(self) -> list[Step]:
        """The steps of the solution; the cross-check is none of them."""
        return [step for step in self.solution.steps if step.label != _CHECKS]

    @property
    def open_steps(self) -> list[Step]:
        """The steps that are left blank; the number of shifts, which whoever solves it finds, would give them away."""
        return [step for step in self.steps if not step.label.startswith("Shift")]

    def to_dict(self, key: bool) -> dict[str, Any]:
        """Plain data for JSON, with the values if there is a key."""
        steps = [
            {"label": step.label, "formula": step.formula, **({"value": step.value} if key else {})}
            for step in (self.steps if key else self.open_steps)
        ]
        return {"title": self.title, "hyp": self.hyp, "refs": list(self.refs), "steps": steps}


@dataclass(frozen=True)
class Worksheet(Result):
    """Exercises for one metric, with blanks or, if `key`, with the solutions.

    >>> import bolide
    >>> sheet = bolide.exercises("bleu", number=2, seed=7)
    >>> len(sheet.exercises), sheet.exercises[0].title
    (2, 'One word differs')
    """

    metric: Metric
    task: str
    exercises: tuple[WorksheetExercise, ...]
    seed: int
    key: bool

    _view = "bolide.reporting.views.classroom:worksheet_blocks"

    def signatures(self) -> Iterator[str]:
        yield str(self.metric.signature())

    def data(self) -> dict[str, Any]:
        return {
            "task": self.task,
            "seed": self.seed,
            "exercises": [exercise.to_dict(self.key) for exercise in self.exercises],
        }

    @classmethod
    def _fields_from(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        metric = parse(data["signatures"][0])
        return {
            "metric": metric,
            "key": any("value" in step for one in data["exercises"] for step in one["steps"]),
            "exercises": tuple(
                WorksheetExercise(
                    one["title"], one["hyp"], tuple(one["refs"]), metric.explain(one["hyp"], tuple(one["refs"]))
                )
                for one in data["exercises"]
            ),
        }


@public_call
def exercises(metric: str = "bleu", *, number: int = 8, seed: int = 1, key: bool = False) -> Worksheet:
    """Make a worksheet for `bleu`, `meteor` or `ter`: sentence pairs whose scores can be computed on paper.

    The same seed gives the same exercises; `key` adds the solutions.
    """
    known_name("exercise about a metric", metric, COURSES)
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 100:
        raise OptionError(f"`number` is {number!r:.40}; a worksheet has 1 to 100 exercises.")
    check_count("seed", seed, 0, SEED)
    course = COURSES[metric]
    scorer = parse(course.metric)
    source = random.Random(f"{metric} {seed!r}")
    drawn: list[WorksheetExercise] = []
    for index in range(number):
        idea = course.ideas[index % len(course.ideas)]
        drawn.append(_exercise(scorer, idea, source, [(one.hyp, one.refs) for one in drawn]))
    return Worksheet(scorer, course.task, tuple(drawn), seed, key)


def _exercise(metric: Metric, idea: Idea, source: random.Random, used: Sequence[Drawn]) -> WorksheetExercise:
    for _ in range(_ATTEMPTS):
        hyp, refs = idea.draw(_sentence(source), source)
        sizes = [len(text.split()) for text in (hyp, *refs)]
        if (hyp, refs) in used or min(sizes) < 4 or max(sizes) > 9:
            continue
        solution = metric.explain(hyp, list(refs))
        if idea.shows(solution.score.parts):
            return WorksheetExercise(idea.title, hyp, refs, solution)
    raise OptionError(f"There are only {counted(len(used), 'different exercise')} for this metric; ask for fewer.")
