"""What type checkers see of the names that __init__.py imports when they are first used."""

from bolide.agreement.evaluation import (
    AgreementReport as AgreementReport,
    Inquiry as Inquiry,
    evaluate_language_pairs as evaluate_language_pairs,
    evaluate_metrics as evaluate_metrics,
    evaluate_on_rankings as evaluate_on_rankings,
    rank as rank,
)
from bolide.agreement.questions import Agreement as Agreement, Question as Question, correlate as correlate
from bolide.agreement.ranking import Ranking as Ranking
from bolide.agreement.ranking_data import RankingData as RankingData, read_rankings as read_rankings
from bolide.agreement.reading import read_folder as read_folder, read_mqm as read_mqm
from bolide.agreement.statistics import STATISTICS as STATISTICS
from bolide.agreement.statistics.correlation import Correlation as Correlation
from bolide.agreement.statistics.statistic import Statistic as Statistic
from bolide.agreement.table import LanguagePair as LanguagePair, Source as Source, Table as Table

__all__: list[str]
