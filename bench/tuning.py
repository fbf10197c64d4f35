"""A search of 10,000 settings on 15 systems × 3,000 segments for every objective: two minutes are allowed.

A sample of settings is timed on all cores and scaled up; `python -m bench.tuning` times all 10,000.
"""

import sys
from time import perf_counter, process_time

import numpy as np

from bench.timing import Line
from bolide import METEOR, RGBF
from bolide.agreement.questions import Question, usual_questions
from bolide.agreement.ranking_data import RankingData, ordered_pairs
from bolide.agreement.table import Table
from bolide.tuning.search import Objective, TuningPlan, tune
from bolide.tuning.spaces import Matrix, Rows, Space, space_of

ALLOWED = 120.0
SYSTEMS, SEGMENTS, SETTINGS, SAMPLE = 15, 3000, 10_000, 400
NAMES = tuple(f"system{k}" for k in range(SYSTEMS))


def lines() -> list[Line]:
    """Every objective for rgbF with four units, and the default one for both METEORs."""
    found = []
    for name, space, rows in spaces():
        for objective in objectives() if name == "rgbF" else objectives()[:1]:
            taken = seconds(space, rows, objective, SAMPLE) * SETTINGS / SAMPLE
            found.append(Line(f"tune {name}, {objective}, 10,000 settings", "120 s allowed", ALLOWED, taken, 1))
    return found


def spaces() -> list[tuple[str, Space, Rows]]:
    """Metrics with made-up rows, as a corpus of that size has them."""
    rng = np.random.default_rng(3)
    shape = (SYSTEMS, SEGMENTS)
    units = RGBF(units=("word", "base", "morph", "pos"))
    hyp, ref = (rng.integers(5, 40, (*shape, 16)) for _ in range(2))
    shared = rng.binomial(np.minimum(hyp, ref), 0.5)
    meteor = METEOR(variant="nltk", stages=("exact", "stem"))
    matches = np.sort(rng.integers(1, 15, (*shape, 2)), -1)
    lengths = rng.integers(30, 40, (*shape, 2))
    chunks = rng.integers(1, matches[..., 1:] + 1)  # a chunk holds a match at least
    ones = np.ones((*shape, 1), dtype=np.int64)
    modern = METEOR()
    counted = np.concatenate([rng.integers(30, 40, (*shape, 2)), rng.integers(1, 10, (*shape, 21))], -1)
    counted[..., 20] = rng.integers(1, counted[..., 21:].min(-1) + 1)
    return [
        ("rgbF", space_of(units), np.concatenate([shared, hyp, shared, ref], -1)),
        ("METEOR", space_of(meteor), np.concatenate([ones, lengths, matches, chunks], -1)),
        ("METEOR 1.5", space_of(modern), counted),
    ]


def people() -> Matrix:
    """Whole numbers from 0 to 100; every tenth segment nobody judged, and every hundredth cell is missing."""
    rng = np.random.default_rng(5)
    scores = np.clip(np.rint(rng.normal(70, 15, (SYSTEMS, SEGMENTS)) - np.arange(SYSTEMS)[:, None]), 0, 100)
    scores[:, ::10] = np.nan
    scores[rng.random(scores.shape) < 0.01] = np.nan
    return scores


def objectives() -> list[Objective]:
    """The default, every other question of `correlate`, and rankings."""
    human = people()
    table = Table("people", NAMES, human)
    usual = Question("kendall-b", "seg", "item")
    questions = [usual, *(question for question in usual_questions() if question != usual)]
    judged = RankingData(table.name, table.systems, *ordered_pairs(table.upward, 25.0))
    return [*(Objective(question, human) for question in questions), Objective.on_rankings(judged, NAMES)]


def seconds(space: Space, rows: Rows, objective: Objective, settings: int) -> float:
    """A search with five folds on all cores."""
    start = perf_counter()
    tune(space, rows, objective, TuningPlan(settings), jobs=0)
    return perf_counter() - start


if __name__ == "__main__":
    wanted = sys.argv[1:]
    print("| metric | objective | seconds | of processor time |\n|---|---|---|---|")
    for metric, place, counts in spaces():
        for goal in objectives():
            if not wanted or str(goal) in wanted:
                before = process_time()
                wall = seconds(place, counts, goal, SETTINGS)
                print(f"| {metric} | `{goal}` | {wall:.0f} | {process_time() - before:.0f} |", flush=True)
