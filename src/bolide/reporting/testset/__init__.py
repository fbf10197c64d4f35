"""Reports on a test set, as plain data: scores, significance tests, where systems differ, and every segment with the
evidence of each metric. `bolide report` renders one as an HTML file."""

from typing import TYPE_CHECKING

from bolide.system.lazy import attach

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
