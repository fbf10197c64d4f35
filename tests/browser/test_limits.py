"""Long texts, odd texts, fast typing: the page keeps up or says so."""

import random
from typing import Any

import pytest

from tests.browser.conftest import does, enter, fill, run, settled

ODD = [
    *("", " ", "\u0000 \ufffe", "\ud83d\ude00 👩‍👩‍👧‍👦 e\u0301 é", "مرحبا بالعالم كيف الحال", "שלום עולם"),
    *("ab\u202ecd\u202c ef", "你好，世界。", "a\u00a0b\u3000c\u2028d", "&lt; &amp;amp; <script>alert(1)</script>"),
    *("x" * 2000, "\u0301\u0301\u0301"),
]


WORDS = ("a", "man", "saw", "the", "old", "dogs", "running", "home", "car")


def words(count: int, seed: int) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=count))


def test_5_000_tokens_of_meteor_wait_to_be_asked_and_do_not_kill_the_interpreter(page: Any) -> None:
    # The variant 1.5 takes more than a minute for this in a page, so the page waits to be asked for it.
    enter(page, "meteor", "a man", "the man", variant="nltk")
    page.fill("#ref-0", words(5000, 2))
    fill(page, "#hyp", words(5000, 3))
    does(page, page.get_by_role("button", name="Score this text").click)
    assert 0 < float(page.inner_text("#score-percent")) < 100
    enter(page, "meteor", "a man", "a man")
    assert float(page.inner_text("#score-percent")) > 80


@pytest.mark.usefixtures("beginning")
def test_fast_typing_never_ends_on_a_stale_result(page: Any) -> None:
    """Each result carries the tokens it was made from: what is not marked as stale is of the text in the box."""
    run(page, "watchResults")
    page.fill("#hyp", "")
    page.locator("#hyp").press_sequentially("the cat is on the mat and it sleeps there all day", delay=12)
    settled(page)
    fresh = page.evaluate("window.seen")
    assert fresh[-1][0] == "the cat is on the mat and it sleeps there all day"
    assert [pair for pair in fresh if pair[0] != (pair[1] or "no tokens")] == []


def test_a_storm_of_questions_leaves_every_one_answered_or_superseded(page: Any) -> None:
    """A wish to stop may arrive just as a call ends; it must strike neither the next call nor the interpreter."""
    told = run(page, "storm", 150)
    assert told["other"] == []
    assert told["done"] + told["superseded"] == 150
    assert told["done"] >= 1
