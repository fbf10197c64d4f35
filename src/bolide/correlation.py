"""The former name of `bolide.agreement`, with the former names of what it offered."""

from bolide import agreement

_NOW = {
    "Asked": "Inquiry",
    "Findings": "AgreementReport",
    "against_rankings": "evaluate_on_rankings",
    "inquire": "evaluate_metrics",
    "inquire_all": "evaluate_language_pairs",
}


def __getattr__(name: str) -> object:
    return getattr(agreement, _NOW.get(name, name))
