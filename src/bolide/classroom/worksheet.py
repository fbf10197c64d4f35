"""Exercises to be solved on paper: pairs of short sentences, each about one idea, with a blank for every step."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import eq, gt, lt
from pathlib import Path
from typing import Any

from bolide.data.explanation import Explanation, Step
from bolide.data.results import WrittenResult
from bolide.metrics import parse
from bolide.metrics.base import Metric
from bolide.system.errors import OptionError, counted, known_name
from bolide.system.limits import SEED, check_count
from bolide.system.stored import check_stored

_CHECKS = "Cross-check"
_ATTEMPTS = 200  # sentences that are drawn until one shows the idea of an exercise


Drawn = tuple[str, tuple[str, ...]]
_COMPARISONS = {"=": eq, "<": lt, ">": gt}


@dataclass(frozen=True)
class Idea:
    """What an exercise is about: its title, its texts, and what of the parts of a score shows the idea."""

    title: str
    texts: str
    shows: tuple[str, ...] = ()

    def draw(self, source: random.Random, references: int) -> Drawn:
        """Simple English sentences that are still English when they are changed; as many references, if not 0."""
        words = _Words({kind: source.choice(pool) for kind, pool in _DATA["words"].items()}, source)
        hyps, refs = _DATA["texts"][self.texts].values()
        hyp = source.choice(hyps) if len(hyps) > 1 else hyps[0]
        if references > len(refs):
            refs = [*refs, *source.sample(_FURTHER, references - len(refs))]
        return hyp.format_map(words), tuple(ref.format_map(words) for ref in refs)

    def fits(self, order: int, references: int) -> bool:
        """Whether n-grams up to this order show the idea, and so many references."""
        orders = [int(show.split()[0].partition(".")[2] or 0) for show in self.shows]
        return max(orders, default=0) < order and len(_DATA["texts"][self.texts]["refs"]) in (1, references or 2)

    def shown(self, parts: Mapping[str, Any]) -> bool:
        """Whether a score shows the idea."""
        for part, sign, number in map(str.split, self.shows):
            name, _, index = part.partition(".")
            value = parts[name][int(index)] if index else parts[name]
            if not _COMPARISONS[sign](value, int(number)):
                return False
        return True


class _Words(dict[str, str]):
    """The words of a sentence by what they are; `other_verb` is drawn when a text first asks for it."""

    def __init__(self, words: Mapping[str, str], source: random.Random) -> None:
        super().__init__(words)
        self._source = source

    def __missing__(self, name: str) -> str:
        kind = name.removeprefix("other_")
        self[name] = self._source.choice([word for word in _DATA["words"][kind] if word != self[kind]])
        return self[name]


@dataclass(frozen=True)
class Course:
    """A metric in a form that can be computed on paper, what to tell the reader, and the ideas of its exercises."""

    metric: str
    task: str
    ideas: tuple[Idea, ...]


_DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("worksheets.toml").read_text(encoding="utf-8"))
_FURTHER: list[str] = _DATA["texts"]["further"]["refs"]
COURSES: dict[str, Course] = check_stored(_DATA["courses"], dict[str, Course], "worksheets.toml")


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

    def shown(self, key: bool) -> dict[str, Any]:
        """Plain data for JSON, with the values if there is a key."""
        names, steps = ("label", "formula", *(["value"] if key else [])), self.steps if key else self.open_steps
        plain = [{name: getattr(step, name) for name in names} for step in steps]
        return {"title": self.title, "hyp": self.hyp, "refs": list(self.refs), "steps": plain}


@dataclass(frozen=True)
class Worksheet(WrittenResult):
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

    def blocks(self, *, drawn: bool = False) -> list[Any]:
        from bolide.reporting.views.classroom import worksheet_blocks

        return worksheet_blocks(self)

    def signatures(self) -> Iterator[str]:
        yield str(self.metric.signature())

    def to_dict(self) -> dict[str, Any]:
        exercises = [exercise.shown(self.key) for exercise in self.exercises]
        return {
            **super().to_dict(),
            "metric": str(self.metric.signature()),
            "exercises": exercises,
        }  # without a key, without solutions


def exercises(
    metric: str = "bleu",
    *,
    number: int = 8,
    seed: int = 1,
    key: bool = False,
    order: int | None = None,
    weights: Sequence[float] | None = None,
    references: int | None = None,
    tokenize: str | None = None,
) -> Worksheet:
    """Make a worksheet for `bleu`, `meteor` or `ter`: sentence pairs whose scores can be computed on paper.

    The same seed gives the same exercises; `key` adds the solutions. BLEU has n-grams up to `order` (2 if None) with
    these `weights`, and as many `references` as are asked for; with a tokenizer the sentences end with a full stop.
    """
    known_name("exercise about a metric", metric, COURSES)
    check_count("number", number, 1, 100)
    check_count("seed", seed, 0, SEED)
    course = COURSES[metric]
    scorer, task, longest = parse(course.metric), course.task, order or len(weights or ()) or 2
    if metric == "bleu":
        check_count("references", references or 1, 1, 1 + len(_FURTHER))
        of_bleu = {"max_ngram_order": longest, "weights": tuple(weights or ()) or None, "tokenize": tokenize or "none"}
        scorer = replace(scorer, **of_bleu)
        shares = f", weighted {', '.join(f'{weight:g}' for weight in weights)}" if weights else ""
        words = f"The tokenizer is {tokenize}" if tokenize else "Words are separated by spaces"
        task = task.format(orders=f"1 to {longest}" if longest > 1 else "1", weights=shares, words=words)
    elif order or weights or references or tokenize:
        raise OptionError(f"Order, weights, references and tokenizer are for BLEU; leave them out for {metric}.")
    ideas = [idea for idea in course.ideas if idea.fits(longest, references or 0)]
    source = random.Random(f"{metric} {seed!r}")
    drawn: list[WorksheetExercise] = []
    for index in range(number):
        drawn.append(_exercise(scorer, ideas[index % len(ideas)], source, drawn, references or 0))
    return Worksheet(scorer, task, tuple(drawn), seed, key)


def _exercise(
    metric: Metric, idea: Idea, source: random.Random, drawn: Sequence[WorksheetExercise], references: int
) -> WorksheetExercise:
    stop = "" if getattr(metric, "tokenize", "none") in ("none", "whitespace") else "."
    for _ in range(_ATTEMPTS):
        words, others = idea.draw(source, references)
        hyp, refs = words + stop, tuple(other + stop for other in others)
        sizes = [len(text.split()) for text in (hyp, *refs)]
        if (hyp, refs) in [(one.hyp, one.refs) for one in drawn] or min(sizes) < 4 or max(sizes) > 9:
            continue
        solution = metric.explain(hyp, list(refs))
        if idea.shown(solution.score.parts):
            return WorksheetExercise(idea.title, hyp, refs, solution)
    raise OptionError(f"There are only {counted(len(drawn), 'different exercise')} for this metric; ask for fewer.")
