"""`bolide.correlation` was the name of `bolide.agreement`; programs that import from it go on working."""

import pytest

from bolide import agreement, correlation
from bolide.agreement import AgreementReport, Inquiry

pytestmark = pytest.mark.one_core


def test_former_names() -> None:
    from bolide.correlation import Asked, Findings, Question, inquire

    assert (Asked, Findings, inquire) == (Inquiry, AgreementReport, agreement.evaluate_metrics)
    assert Question is agreement.Question
    assert correlation.inquire_all is agreement.evaluate_language_pairs
    assert correlation.against_rankings is agreement.evaluate_on_rankings
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        correlation.nothing  # noqa: B018
    for name in agreement.__all__:
        assert getattr(correlation, name) is getattr(agreement, name)
