"""A dossier: all there is to know of a test set, as plain data. Scores and tests, where systems differ, every segment
with what each metric did in it. `bolide report` shows it as one HTML file."""

from typing import TYPE_CHECKING

from bolide.lazy import attach

if TYPE_CHECKING:
    from bolide.reporting.testset.build import build_report as build_report
    from bolide.reporting.testset.data import TestSetReport as TestSetReport
    from bolide.reporting.testset.inputs import ReportInputs as ReportInputs
else:
    __getattr__, __dir__, __all__ = attach(
        __name__,
        {
            "data": ["TestSetReport"],
            "build": ["build_report"],
            "inputs": ["ReportInputs"],
        },
    )
