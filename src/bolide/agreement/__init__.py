"""Does a metric agree with people? Works on tables of scores alone, ours or anyone's.

from bolide.agreement import evaluate_metrics, read_folder
human, metrics = read_folder("wmt23/en-de", "mqm")
evaluate_metrics(human, metrics).agreements
"""

from bolide.system.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
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
        "reading": ["read_folder", "read_mqm", "read_table"],
        "statistics": ["STATISTICS"],
        "statistics.correlation": ["Correlation"],
        "statistics.statistic": ["Statistic"],
        "table": ["LanguagePair", "Source", "Table"],
    },
)
