"""Does a metric agree with people? Works on tables of scores alone, ours or anyone's.

from bolide.correlation import inquire, read_folder
human, metrics = read_folder("wmt23/en-de", "mqm")
inquire(human, metrics).agreements
"""

from importlib import import_module
from typing import TYPE_CHECKING

from bolide.errors import need

if TYPE_CHECKING:
    from bolide.correlation.agreement import correlate
    from bolide.correlation.findings import Asked, Findings, against_rankings, inquire
    from bolide.correlation.mqm import read_mqm
    from bolide.correlation.pooled import LanguagePair, inquire_all
    from bolide.correlation.questions import Agreement, Question, Source
    from bolide.correlation.ranking import Ranking, rank
    from bolide.correlation.rankings import Judgements, read_rankings
    from bolide.correlation.reading import read_folder, read_table
    from bolide.correlation.table import Table

need("stats", "numpy", "scipy")

_HOME = {
    "Agreement": "questions",
    "Asked": "findings",
    "Findings": "findings",
    "Judgements": "rankings",
    "LanguagePair": "pooled",
    "Question": "questions",
    "Ranking": "ranking",
    "Source": "questions",
    "Table": "table",
    "against_rankings": "findings",
    "correlate": "agreement",
    "inquire": "findings",
    "inquire_all": "pooled",
    "rank": "ranking",
    "read_folder": "reading",
    "read_mqm": "mqm",
    "read_rankings": "rankings",
    "read_table": "reading",
}

__all__ = [
    "Agreement",
    "Asked",
    "Findings",
    "Judgements",
    "LanguagePair",
    "Question",
    "Ranking",
    "Source",
    "Table",
    "against_rankings",
    "correlate",
    "inquire",
    "inquire_all",
    "rank",
    "read_folder",
    "read_mqm",
    "read_rankings",
    "read_table",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'bolide.correlation' has no attribute {name!r}")
    return getattr(import_module(f"bolide.correlation.{_HOME[name]}"), name)
