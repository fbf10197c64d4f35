"""RankingData between pairs of systems, made of a table of scores."""

from bolide import InputError
from bolide.agreement.ranking_data import RankingData, ordered_pairs
from bolide.agreement.table import Table


def from_table(table: Table, least: float = 0.0) -> RankingData:
    """All pairs of a table whose scores differ, by at least `least`: 25 of raw direct assessment makes daRR."""
    segment, better, worse = ordered_pairs(table.upward, least)
    if not len(segment):
        raise InputError(f"{table.name} has no two scores of a segment that differ{f' by {least}' if least else ''}.")
    return RankingData(table.name, table.systems, segment, better, worse)
