"""Every worked example, clicked in the page, shows the published number."""

import re
from typing import Any

import pytest

from bolide.metrics.examples import EXAMPLES, Example
from tests.browser.conftest import settled, turn, until


@pytest.mark.usefixtures("beginning")
def test_the_page_says_that_it_ran_them_all(page: Any) -> None:
    page.wait_for_selector("#examples-note[data-kind]")
    assert page.inner_text("#examples-note") == (
        f"Re-run in this page just now: all {len(EXAMPLES)} give the published number."
    )


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=[f"{e.metric.name} {e.title}" for e in EXAMPLES])
def test_example(page: Any, number: int) -> None:
    example: Example = EXAMPLES[number]
    page.evaluate("key => { location.hash = `#${key}`; }", example.metric.name.lower())
    until(page, f"document.querySelector('#metric-name').textContent === {example.metric.name!r}")
    page.locator("#examples-card").evaluate("card => { card.open = true; }")
    title = page.locator(".example .title", has_text=re.compile(f"^{re.escape(example.title)}$"))
    before = turn(page)
    title.click()
    settled(page, before)
    shown = float(page.inner_text("#score-value"))
    assert round(shown, min(4, example.digits)) == round(example.expected, min(4, example.digits))
    assert page.input_value("#hyp") == example.hyp
