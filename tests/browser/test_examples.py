"""Every worked example, clicked in the page, shows the published number."""

import re
from typing import Any

import pytest

from bolide.metrics.examples import EXAMPLES, Example
from tests.browser.conftest import does, run, until


@pytest.mark.usefixtures("beginning")
def test_the_page_says_that_it_ran_them_all(page: Any) -> None:
    page.wait_for_selector("#examples-note[data-kind]")
    expected = f"Re-run in this page just now: all {len(EXAMPLES)} give the published number."
    assert page.inner_text("#examples-note") == expected


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.metric.name} {example.title}")
def test_example(page: Any, example: Example) -> None:
    page.evaluate("key => { location.hash = `#${key}`; }", example.metric.name.lower())
    until(page, f"document.querySelector('#metric-name').textContent === {example.metric.name!r}")
    run(page, "openAll", "#examples-card")
    does(page, page.locator(".example .title", has_text=re.compile(f"^{re.escape(example.title)}$")).click)
    shown = float(page.inner_text("#score-value"))
    assert round(shown, min(4, example.digits)) == round(example.expected, min(4, example.digits))
    assert page.input_value("#hyp") == example.hyp
