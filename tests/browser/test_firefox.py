"""The page in Firefox: it boots, scores, is used by keyboard, and the console stays quiet."""

import os
import shutil
from pathlib import Path

import pytest

from tests.browser.bidi import firefox

FIREFOX = os.environ.get("BOLIDE_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


@pytest.mark.skipif(not FIREFOX, reason="there is no Firefox here (Debian: apt-get install firefox-esr)")
def test_the_page_in_firefox(home: str, tmp_path: Path) -> None:
    assert FIREFOX is not None
    with firefox(FIREFOX, tmp_path) as tab:
        tab.open(home)
        tab.until("document.querySelector('#score-percent')?.textContent === '57.89'")
        tab.evaluate("document.querySelector('#tabs a[data-view=meteor]').focus()")
        tab.press("Enter")
        tab.until("document.querySelector('#metric-name').textContent === 'METEOR'")
        tab.until("document.querySelectorAll('.definition-value').length === 4")
        values = "[...document.querySelectorAll('.definition-value')]"
        tab.until(f"{values}.every((one) => /^0[.][0-9]{{4}}$/.test(one.textContent))")
        assert tab.evaluate("document.activeElement.dataset.view") == "meteor"
        tab.evaluate("document.querySelector('#tabs li:last-child a').focus()")
        tab.press("Tab")
        tab.until("document.activeElement.id === 'hyp'")  # past the tabs, into the form
        tab.evaluate("document.querySelector('.teach').focus()")
        tab.evaluate("document.activeElement.click()")  # without focus, a window has no Enter on buttons
        tab.until("document.activeElement.matches('dialog h2')")
        tab.press("ArrowRight", "ArrowRight")
        tab.until("document.querySelector('.slide-foot .num').textContent.startsWith('3 of ')")
        tab.press("Escape")
        tab.until("!document.querySelector('dialog') && document.activeElement.matches('.teach')")
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert tab.errors == []
