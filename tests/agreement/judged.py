"""What tests of agreement share: the statistics that depend on the core, judgments made of a table of scores, and all
permutations in place of random ones.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from pathlib import Path

import numpy as np

from bolide import InputError, read_scores
from bolide.agreement.evaluation import AgreementReport, Inquiry, evaluate
from bolide.agreement.questions import LanguagePair
from bolide.agreement.ranking_data import ordered_pairs
from bolide.agreement.statistics import STATISTICS
from bolide.agreement.table import RankingData, Source, Table
from bolide.kernels import COMPILED
from tests.tables import table

# Those to be tried here: interpreted, the ones that kernels count.
STATISTICS_HERE = {name: each for name, each in STATISTICS.items() if COMPILED or name in ("kendall-b", "acc-eq")}


def from_table(table: Table, least: float = 0.0) -> RankingData:
    """All pairs of a table whose scores differ, by at least `least`: 25 of raw direct assessment makes daRR."""
    segment, better, worse = ordered_pairs(table.upward, least)
    if not len(segment):
        raise InputError(f"{table.name} has no two scores of a segment that differ{f' by {least}' if least else ''}.")
    return RankingData(table.name, table.systems, segment, better, worse)


def asked_of(human: Source, metrics: Sequence[Source], inquiry: Inquiry | None = None) -> AgreementReport:
    """The answers about one language pair."""
    return evaluate([LanguagePair("", human, tuple(metrics))], inquiry)


def every_permutation(rng: object, trials: int, shape: tuple[int, ...]) -> Iterator[np.ndarray]:
    """Each of the permutations that there are, once; in place of `ranking.random_permutations`."""
    yield np.array(list(product((0, 1), repeat=prod(shape))), dtype=np.int8).reshape(-1, *shape)


FILES, REFUSED = (table(__file__, name) for name in ("forms.toml", "refused.toml"))
IDS = [f"official_###_eng_Latn_###_deu_Latn_###_social_###_d{k // 3}_###_{k % 3}" for k in range(9)]  # of segments
SystemScores = dict[str, list[int]]  # in the order of IDS, from the first


def pearmut(path: Path, ids: list[str], *judges: SystemScores) -> Path:
    """Pearmut's export of everybody's scores of the segments with these ids."""
    entries = [
        {
            "annotation": [{name: {"score": line[IDS.index(item)]} for name, line in scores.items()}],
            "item": [{"item_id": item}],
            "user_id": f"user {user}",
        }
        for user, scores in enumerate(judges)
        for item in ids
        if IDS.index(item) < len(scores["A"])
    ]
    path.write_text(json.dumps({"eng-deu": entries}), encoding="utf-8")
    return path


def task2(path: Path, ids: list[str], scores: SystemScores) -> Path:
    """A metric's answers to WMT26's task 2 for the segments with these ids."""
    lines = [
        {"item_id": item, "task2_pred": {name: line[IDS.index(item)] for name, line in scores.items()}} for item in ids
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def read_table(path: str | Path, pair: str | None = None) -> Table:
    """The one table in a file of scores."""
    source = read_scores(path, pair=pair).source
    table = source.seg or source.sys
    assert table is not None
    return table
