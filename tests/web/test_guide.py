"""The metrics' guides as HTML: headings below the page's own, no HTML from the text, no links to what is not there."""

import pytest

from bolide.metrics import METRICS
from bolide.web.serve.guide import guides, to_html
from tests.web.cases import CASES

pytestmark = pytest.mark.one_core


@pytest.mark.parametrize(("text", "html"), CASES["guide"])
def test_html(text: str, html: str) -> None:
    assert to_html(text).strip() == html


def test_every_metric_has_a_guide() -> None:
    found = guides()
    assert set(found) == set(METRICS)
    for html in found.values():
        assert "<h2" in html
        assert "Sources</h3>" in html
        assert "In Bolide" not in html  # what follows that heading is for users of the library
        assert "```" not in html
        assert "**" not in html.replace("</code>", "")
