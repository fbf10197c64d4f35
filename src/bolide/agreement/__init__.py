"""Does a metric agree with people? Works on tables of scores alone, ours or anyone's.

from bolide.agreement import evaluate_metrics, read_folder
human, metrics = read_folder("wmt23/en-de", "mqm")
evaluate_metrics(human, metrics).agreements
"""

from importlib import import_module

_MODULES = {
    "evaluation": [
        "AgreementReport",
        "Inquiry",
        "evaluate_language_pairs",
        "evaluate_metrics",
        "evaluate_on_rankings",
        "rank",
    ],
    "questions": ["Agreement", "Question", "correlate"],
    "ranking": ["Ranking"],
    "ranking_data": ["RankingData", "read_rankings"],
    "reading": ["read_folder", "read_mqm"],
    "statistics": ["STATISTICS"],
    "statistics.correlation": ["Correlation"],
    "statistics.statistic": ["Statistic"],
    "table": ["LanguagePair", "Source", "Table"],
}
_HOMES = {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    """A public name, imported when it is first used (PEP 562): importing the package costs next to nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
