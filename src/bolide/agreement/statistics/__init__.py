"""The statistics of agreement with people: one file each, and this table of them by the names that questions use.

A statistic defines `value`; answers, intervals, tests and tuning follow from it (see `Statistic`).
"""

from bolide.agreement.statistics.correlation import PDP, Kendall, Pearson, Spearman
from bolide.agreement.statistics.pairs import AccEq, Accuracy, DaRR, RankingTau, SoftAccuracy
from bolide.agreement.statistics.statistic import Statistic

STATISTICS: dict[str, Statistic] = {
    "pearson": Pearson(),
    "spearman": Spearman(),
    "kendall-b": Kendall("b"),
    "kendall-c": Kendall("c"),
    "accuracy": Accuracy(),
    "soft-accuracy": SoftAccuracy(),
    "acc-eq": AccEq(),
    "pdp": PDP(),
    "darr": DaRR(),
    "2012": RankingTau("discordant"),
    "2013": RankingTau("dropped"),
    "2014": RankingTau("zero"),
}
