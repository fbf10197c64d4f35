"""Rankings of people as pairs: from five-way rankings (WMT 2008–2016) or from the order of scores."""

from __future__ import annotations

import csv
from collections import Counter
from io import StringIO
from itertools import combinations
from pathlib import Path

import numpy as np

from bolide.agreement.annotations.ratings import readable
from bolide.agreement.language_pairs import choose_pair, pair_name
from bolide.agreement.table import Indices, Matrix, RankingData, Table
from bolide.corpus.decoding import allow_long_cells
from bolide.corpus.lines import read_text
from bolide.system.errors import InputError
from bolide.system.limits import segment_number
from bolide.system.stored import plain_int

COLUMNS = {"srclang", "trglang", "srcIndex", "system1Id", "system1rank"}


def is_ranking(text: str) -> bool:
    """Whether the header is that of five-way rankings."""
    return {"srcIndex", "system1rank"} <= set(text.partition("\n")[0].rstrip("\r").split(","))


def read_rankings(path: str | Path, pair: str | None = None) -> RankingData:
    """A WMT file of five-way rankings, of one language pair such as `fr-en`, which must be named if there are
    several."""
    by_pair = _ranked_lines(str(path))
    chosen = choose_pair(by_pair, pair, path, "ranking")
    ordered: list[tuple[int, int, int]] = []
    ties: list[tuple[int, int, int]] = []
    numbers: dict[str, int] = {}
    for line, ranked in by_pair.get(chosen, ()):
        for (one, first), (two, second) in combinations(ranked, 2):
            if one != two:  # a system is not compared with itself
                a, b = (numbers.setdefault(name, len(numbers)) for name in (one, two))
                (ties if first == second else ordered).append((line, a, b) if first <= second else (line, b, a))
    if not numbers:
        raise InputError(f"{path} ranks no two outputs for {pair}: of each line at most one is not −1 (not ranked).")
    segment, better, worse = np.array(ordered, dtype=np.intp).reshape(-1, 3).T
    return RankingData(Path(path).name, tuple(numbers), segment, better, worse, tuple(ties), chosen)


def _ranked_lines(path: str) -> dict[str, list[tuple[int, list[tuple[str, int]]]]]:
    """The line of the test set, from 0, and the systems that are ranked with their ranks, by language pair."""
    rows = csv.DictReader(StringIO(read_text(path), newline=""))
    allow_long_cells()
    if lacking := COLUMNS - set(rows.fieldnames or ()):
        raise InputError(f"{path} lacks the columns {', '.join(sorted(lacking))}.")
    by_pair: dict[str, list[tuple[int, list[tuple[str, int]]]]] = {}
    for row in rows:
        where = f"{path}, line {rows.line_num}"
        if None in row or None in row.values():
            raise InputError(f"{where}: the line has not as many cells as the header has columns.")
        ranked = []
        for column in range(1, 6):
            name, text = (row.get(f"system{column}Id") or "").strip(), row.get(f"system{column}rank")
            if name and text is not None:
                with readable(f"{where}: the rank of {name}", "the best is 1, and −1 means not ranked"):
                    rank = plain_int(text)
                    if rank != -1 and rank < 1:
                        raise ValueError(f"it is {rank}")
                ranked += [(name, rank)] * (rank != -1)
        line = segment_number(row["srcIndex"], where, "srcIndex, the line in the test set,") - 1
        by_pair.setdefault(pair_name(f"{row['srclang']}-{row['trglang']}"), []).append((line, ranked))
    return by_pair


def ordered_pairs(cells: Matrix, least: float = 0.0) -> tuple[Indices, Indices, Indices]:
    """Segment, better and worse system of each two scores of a segment that differ, by at least `least`."""
    pairs: list[Indices] = [np.empty((0, 3), dtype=np.intp)]
    for a, b in combinations(range(len(cells)), 2):
        difference = cells[a] - cells[b]
        for better, worse, apart in ((a, b, difference), (b, a, -difference)):
            segments = np.flatnonzero((apart > 0) & (apart >= least))
            pairs.append(np.column_stack([segments, np.full_like(segments, better), np.full_like(segments, worse)]))
    segment, first, second = np.concatenate(pairs).T
    return segment, first, second


TIES = ("left-out", "not-won")  # of people, where systems are ranked by their wins


def win_shares(judgements: RankingData, ties: str = "left-out") -> dict[str, float | None]:
    """Each system's share of the comparisons it wins; ties `left-out`, or counted as comparisons not won."""
    wins = Counter(judgements.better.tolist())
    judged = wins + Counter(judgements.worse.tolist())
    if ties == "not-won":
        judged.update(system for _, a, b in judgements.tied for system in (a, b))
    return {name: wins[i] / judged[i] if judged[i] else None for i, name in enumerate(judgements.systems)}


def shares_of_wins(judgements: RankingData, ties: str = "left-out") -> Table | None:
    """The shares as scores of the systems; None if everything is a tie."""
    shares = win_shares(judgements, ties)
    return Table.of_systems(judgements.name, shares) if any(one is not None for one in shares.values()) else None


def ranked_cells(judgements: RankingData, metric: Table) -> Matrix:
    """The metric's scores of the judged systems, in their order; refused where it lacks one, or does not reach as far
    as they do."""
    absent = [name for name in judgements.systems if name not in metric.systems]
    if absent:
        raise InputError(f"{metric.name} has no scores for {', '.join(absent)}, which {judgements.name} ranks.")
    last = int(judgements.segment.max(initial=-1))
    if metric.level == "seg" and last >= metric.cells.shape[1]:
        raise InputError(f"{judgements.name} ranks segment {last + 1}; {metric.name} ends at {metric.cells.shape[1]}.")
    return metric.take(judgements.systems).upward
