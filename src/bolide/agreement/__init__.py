"""Does a metric agree with people? Works on tables of scores alone, ours or anyone's.

from bolide.agreement import evaluate_metrics, read_folder
human, metrics = read_folder("wmt23/en-de", "mqm")
evaluate_metrics(human, metrics).agreements
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bolide.agreement.answers import correlate
    from bolide.agreement.evaluation import (
        AgreementReport,
        Inquiry,
        evaluate_language_pairs,
        evaluate_metrics,
        evaluate_on_rankings,
        rank,
    )
    from bolide.agreement.judgements import Judgements, read_rankings
    from bolide.agreement.mqm import read_mqm
    from bolide.agreement.pooled import LanguagePair
    from bolide.agreement.questions import Agreement, Question
    from bolide.agreement.ranking import Ranking
    from bolide.agreement.reading import read_folder, read_table
    from bolide.agreement.statistics import STATISTICS
    from bolide.agreement.statistics.statistic import Statistic
    from bolide.agreement.statistics.vectors import Correlation
    from bolide.agreement.table import Source, Table

_HOME = {
    "STATISTICS": "statistics",
    "Agreement": "questions",
    "AgreementReport": "evaluation",
    "Correlation": "statistics.vectors",
    "Inquiry": "evaluation",
    "Judgements": "judgements",
    "LanguagePair": "pooled",
    "Question": "questions",
    "Ranking": "ranking",
    "Source": "table",
    "Statistic": "statistics.statistic",
    "Table": "table",
    "correlate": "answers",
    "evaluate_language_pairs": "evaluation",
    "evaluate_metrics": "evaluation",
    "evaluate_on_rankings": "evaluation",
    "rank": "evaluation",
    "read_folder": "reading",
    "read_mqm": "mqm",
    "read_rankings": "judgements",
    "read_table": "reading",
}

__all__ = [
    "STATISTICS",
    "Agreement",
    "AgreementReport",
    "Correlation",
    "Inquiry",
    "Judgements",
    "LanguagePair",
    "Question",
    "Ranking",
    "Source",
    "Statistic",
    "Table",
    "correlate",
    "evaluate_language_pairs",
    "evaluate_metrics",
    "evaluate_on_rankings",
    "rank",
    "read_folder",
    "read_mqm",
    "read_rankings",
    "read_table",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'bolide.agreement' has no attribute {name!r}")
    return getattr(import_module(f"bolide.agreement.{_HOME[name]}"), name)
