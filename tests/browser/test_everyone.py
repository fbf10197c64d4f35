"""For everyone: no violation that axe finds, every control by keyboard, every width; words say their state, focus is
never lost, one live region, fingers, themes, paper, a projector.
"""

import re
from typing import Any

import pytest

from bolide import __version__
from bolide.metrics import METRICS
from tests.browser.axe import axe_in_both_themes, violations
from tests.browser.conftest import at_rest, enter, fill, fits_every_width, run, settled, to_files, until, without_python
from tests.web.test_exercise import RIGHT


@pytest.mark.parametrize("view", [*METRICS, "files"])
def test_axe_finds_nothing(page: Any, view: str) -> None:
    if view == "files":
        to_files(page)
    else:
        enter(page, view, "the the cat sat mat", "the cat sat on the mat", "a cat was on a mat")
        run(page, "openAll", "#options-card")
    axe_in_both_themes(page)


@pytest.mark.usefixtures("beginning")
def test_axe_is_heard(page: Any) -> None:
    """A fault put into the page is found, and one that only one theme has is found in that theme."""
    run(page, "addFaults")
    try:
        assert {one.split(":")[0] for one in violations(page)} == {"image-alt"}
        page.emulate_media(color_scheme="dark")
        assert {one.split(":")[0] for one in violations(page)} == {"image-alt", "color-contrast"}
        assert {one.split(":")[0] for one in violations(page, "cat.color")} == {"color-contrast"}
    finally:
        page.emulate_media(color_scheme="light")
        page.evaluate("document.querySelector('#fault').remove()")


@pytest.mark.usefixtures("beginning")
def test_axe_finds_nothing_in_other_states(page: Any) -> None:
    """An error, an empty box, two candidates, numbers opened, the exercise, teaching, a report of a fault."""
    fill(page, "#hyp", "")
    axe_in_both_themes(page)
    enter(page, "bleu", "the cat", "the cat sat", max_ngram_order="99999")
    assert page.locator("#result .notice").count() == 1
    axe_in_both_themes(page)
    enter(page, "meteor", "the old cats sat", "the cats sat down", rival="the cats sat")
    page.wait_for_selector("#pair-said")
    page.locator("button.given[aria-expanded]").first.click()
    run(page, "openAll", "#exercise, .internals")
    page.click("#result .line .tok >> nth=1")
    axe_in_both_themes(page)
    for opens in (".teach", ".fill-in", "#report-fault"):
        page.click(opens)
        axe_in_both_themes(page)
        page.keyboard.press("Escape")
    page.locator("#exercise").evaluate("card => { card.open = false; }")


@pytest.mark.usefixtures("beginning")
def test_by_keyboard_alone(page: Any) -> None:
    """From the top: to a tab, into the candidate, to a number of the derivation, and its tokens are shown."""
    page.evaluate("(body => { body.tabIndex = -1; body.focus(); body.removeAttribute('tabindex'); })(document.body)")

    def tab_to(selector: str, most: int = 80) -> None:
        for _ in range(most):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"{selector} was not reached by Tab")

    tab_to(".skip", 3)
    tab_to("#tabs a[data-view=bleu]")
    page.keyboard.press("Enter")
    tab_to("#hyp")
    page.keyboard.press("Control+A")
    page.keyboard.type("the cat sat")
    settled(page)
    assert page.inner_text("#result .line") == "the cat sat"
    tab_to("#add-ref")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "ref-1"
    page.keyboard.type("a cat sat")
    settled(page)
    assert page.locator("#result .line-block").count() == 3
    tab_to("button.given[aria-expanded]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "true"
    assert page.locator(".evidence:not([hidden]) .evidence-chip").count() > 0
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_nothing_sticks_out_and_no_table_is_cut(page: Any) -> None:
    for metric in METRICS:
        enter(page, metric, "the cat sat on " + "m" * 80, "the cat sat on the mat", "no")
        at_rest(page)
        run(page, "openAll", "#exercise")
        fits_every_width(page)


CANDIDATE, REFERENCE = "on the mat sat the old cat", "the cat sat on the mat"
FOCUSED = "document.activeElement !== document.body && document.activeElement.getClientRects().length > 0"


def test_a_screen_reader_is_told_what_became_of_each_word(page: Any) -> None:
    enter(page, "meteor", CANDIDATE, REFERENCE)
    line = page.locator("#result .line").first
    assert line.get_attribute("aria-label") == "Candidate, 7 tokens: 6 exact, 1 unmatched"
    assert line.get_by_role("button", name="old: unmatched", exact=True).count() == 1
    assert re.fullmatch(r"on: exact, chunk \d", line.get_by_role("button").first.get_attribute("aria-label"))
    enter(page, "bleu", "the the cat", "the cat sat")
    words = page.locator("#result .line").first.get_by_role("button").all()
    assert [word.get_attribute("aria-label") for word in words] == ["the: credited", "the: clipped", "cat: credited"]


def test_words_are_walked_by_arrows_and_show_their_evidence(page: Any) -> None:
    for text, onward in ((REFERENCE, "ArrowRight"), ("القط جلس على السجادة", "ArrowLeft")):
        enter(page, "meteor", text, text)
        words = text.split()
        page.locator("#result .line .tok").first.focus()
        page.keyboard.press(onward)
        assert page.evaluate("document.activeElement.textContent") == words[1]
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        assert f"Touching “{words[-1]}”" in page.inner_text("section[aria-label=Evidence]")
        assert page.evaluate("document.activeElement.textContent") == words[-1]


def press(page: Any, selector: str) -> None:
    """Press what may be drawn anew by it, by keyboard, and see that the focus has not fallen to the body."""
    page.locator(selector).first.focus()
    page.keyboard.press("Enter")
    settled(page)
    assert page.evaluate(FOCUSED), selector


@pytest.mark.usefixtures("beginning")
def test_focus_never_falls_to_the_body(page: Any) -> None:
    run(page, "openAll", "#options-card, #examples-card")
    press(page, "#examples .example")
    assert page.evaluate("document.activeElement.className") == "example"
    press(page, "#options .presets .chip")
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    evidence = "section[aria-label=Evidence]"
    for selector in (
        "#own-options, #back-to-own",
        "#add-rival",
        "[aria-label='Remove candidate B']",
        f"{evidence} .chip >> nth=1",
        f"{evidence} tbody .link",
        ".tokens .selection .link",
        "#result .pictures .chip",
    ):
        press(page, selector)
    page.set_viewport_size({"width": 1280, "height": 300})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_selector(".score-bar.away")
    press(page, ".score-bar .link")
    page.set_viewport_size({"width": 1280, "height": 900})
    fill(page, "#hyp", "")
    press(page, "#result .empty .chip")


@pytest.mark.usefixtures("beginning")
def test_there_is_one_live_region_and_it_tells_the_result(page: Any) -> None:
    until(page, "document.querySelector('#announcer').textContent.includes('57.89')")
    regions = "[...document.querySelectorAll('[aria-live], [role=status], [role=alert], output')].map((one) => one.id)"
    for hyp in (CANDIDATE, "x" * 50_001, ""):
        fill(page, "#hyp", hyp)
        assert page.evaluate(regions) == ["announcer"]
    to_files(page)
    assert page.evaluate(regions) == ["announcer"]


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_targets_and_places(page: Any, width: int) -> None:
    """A few measures of the layout: what is pressed is large enough, and the score is in sight without scrolling."""
    page.set_viewport_size({"width": width, "height": 844})
    for metric in ("bleu", "meteor"):
        enter(page, metric, CANDIDATE, REFERENCE)
        at_rest(page)
        assert run(page, "tooSmall") == []
        page.evaluate("scrollTo(0, 0)")
        box, score, bar = (run(page, "boxOf", name) for name in ("#hyp", "#score-percent", "#score-bar strong"))
        if width < 992:
            assert run(page, "tooLow") == []
            assert bar["bottom"] < box["top"]  # stays in sight above the boxes
        else:
            assert score["left"] > box["right"]  # beside the boxes
            assert score["bottom"] < 400


def test_marks_and_bars_are_seen_in_colours_of_the_system(page: Any) -> None:
    enter(page, "bleu", "the cat slept", "the cat sat")
    page.emulate_media(forced_colors="active")
    look = "all => new Set(all.map((one) => getComputedStyle(one)[%r])).size"
    assert page.locator("#result .line .tok").evaluate_all(look % "borderBottomColor") > 1
    assert page.locator("#result .bar-track, #result .bar-fill").evaluate_all(look % "backgroundColor") > 1
    assert page.locator("#result .chips .chip").evaluate_all(look % "backgroundColor") > 1
    page.emulate_media(forced_colors="none")


def test_the_theme_is_chosen_and_remembered(page: Any, home: str) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.select_option("#theme", "dark")
    dark = page.evaluate(ground)
    assert dark != light
    with without_python(page.context, home) as later:
        assert (later.evaluate(ground), later.input_value("#theme")) == (dark, "dark")
    page.select_option("#theme", "light")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) == light
    page.select_option("#theme", "")
    assert page.evaluate(ground) == dark
    page.emulate_media(color_scheme="light")
    assert page.evaluate("localStorage.getItem('bolide.theme')") is None


@pytest.mark.parametrize("metric", ["bleu", "meteor", "chrf", "ter"])
def test_print_takes_two_pages_without_guide_and_controls(page: Any, metric: str) -> None:
    enter(page, metric, CANDIDATE, REFERENCE)
    at_rest(page)
    until(page, "!document.querySelector('#guide').hidden")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4"))) <= 2
    page.emulate_media(media="print")
    controls = "[...document.querySelectorAll('button, select, textarea, #guide, footer')]"
    left = page.evaluate(f"{controls}.filter((one) => one.checkVisibility()).map((one) => one.className)")
    assert {"given", "term", "link", "link num"} >= set(left)  # numbers, printed as text
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    values = page.locator(".parts dd, .bar-rows li > :last-child").all()
    assert values
    assert [value for value in values if not re.search(r"\d", value.inner_text())] == []
    assert page.locator("#score-percent").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")


def test_the_steps_are_presented_one_at_a_time(page: Any) -> None:
    enter(page, "meteor", CANDIDATE, REFERENCE)
    steps = page.locator(".derivation .step-head h5").all_inner_texts()
    page.locator(".teach").focus()
    page.keyboard.press("Enter")
    page.set_viewport_size({"width": 1280, "height": 720})
    assert page.inner_text("dialog h2") == "The texts"
    assert page.locator("dialog .tok, dialog svg").count() == 0  # the answer comes later
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.slide')).fontSize)") > 28
    page.keyboard.press("ArrowRight")
    chunks = page.locator("dialog g.chunk").count()
    assert chunks == page.locator("#result g.chunk").count()
    for number, label in enumerate(steps, 1):
        page.keyboard.press("PageDown")
        assert page.inner_text("dialog h2") == f"{number}. {label}"
        assert page.evaluate("document.activeElement.tagName") == "H2"  # which is read out
        assert page.evaluate("(one => one.scrollHeight - one.clientHeight)(document.querySelector('.slide'))") <= 1
        if label == "Chunks":  # whole chunks, in brackets, in words that the last row can read
            assert page.locator("dialog g.chunk").count() == chunks
            high = "document.querySelector('dialog .word').getBoundingClientRect().height"
            assert page.evaluate(high) > 30
        if label == "Penalty":
            value = 0.5 * (chunks / 6) ** 3
            assert page.inner_text("dialog .formula") == f"γ · (chunks / m)^β = 0.5 · ({chunks} / 6)3 = {value:.4f}"
    page.keyboard.press("ArrowRight")  # nothing beyond
    assert page.inner_text(".slide-value") == page.inner_text("#score-value")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("dialog h2") == f"{len(steps) - 1}. {steps[-2]}"
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('dialog')")
    assert page.evaluate("document.activeElement.className") == "teach"
    page.set_viewport_size({"width": 1280, "height": 900})
    page.click(".fill-in")
    answers = [
        ("Matches", "6", "✓"),
        ("Precision", "1", "✗ Not yet."),
        ("Precision", "0.9", "✗ Not exact enough yet"),
        ("Precision", "6/7", "✓"),
        ("Recall", "0/0", "✗ Not yet."),
        ("Recall", "1,0", "✓"),
        ("Recall", "0.5", "✗ Not yet."),
        ("Fmean", "x", "✗ Enter"),  # right before, and no longer
    ]
    assert "α·P + (1 − α)·R) with α = 0.9" in page.inner_text(".sheet")
    assert "(chunks / m)^β with γ = 0.5, β = 3" in page.inner_text(".sheet")
    for label, answer, verdict in answers:
        step = page.locator(".sheet .step", has=page.get_by_text(label, exact=True))
        step.locator("input").fill(answer)
        step.get_by_role("button", name="Check").click()
        assert step.locator(".flag").inner_text().startswith(verdict), label
        assert step.locator(".sentence").is_visible() == (verdict == "✓")  # why, once it is right
    assert page.inner_text(".sheet > .note.num") == "2 of 7 steps right"
    page.keyboard.press("Escape")
    enter(page, "wer", "a " * 1234, "a " * 1234)
    page.click(".fill-in")
    step = page.locator(".sheet .step", has=page.get_by_text("Length", exact=True))
    step.get_by_role("button", name="Show me").click()
    assert step.locator("input").input_value() == "1,234"
    step.get_by_role("button", name="Check").click()
    assert step.locator(".flag").inner_text() == "✓ Right."
    page.keyboard.press("Escape")
    enter(page, "chrf", "ab c", "a bc")
    page.click(".teach")
    assert page.locator("dialog .line").all_inner_texts() == ["ab c", "a bc"]  # not its characters one by one
    page.keyboard.press("Escape")


def test_the_exercise_runs_in_a_python_of_its_own_and_is_stopped(page: Any) -> None:
    enter(page, "meteor", CANDIDATE, REFERENCE)
    run(page, "openAll", "#exercise")
    page.fill("#exercise-code", RIGHT["meteor"])
    page.click("#exercise-run")
    page.wait_for_selector("#exercise-said")
    assert re.fullmatch(r"All \d+ tests passed\.", page.inner_text("#exercise-said"))
    assert page.evaluate("document.activeElement.id") == "exercise-run"
    page.fill("#exercise-code", "while True:\n    try:\n        pass\n    except BaseException:\n        pass")
    page.click("#exercise-run")
    # In one look: on a busy machine the ten seconds of an attempt may be over before a second one.
    running = "document.querySelector('#exercise-out').textContent === 'Running …'"
    until(page, f"{running} && (document.querySelector('#exercise-stop').click(), true)")
    page.wait_for_selector("#exercise-out .notice")
    assert page.inner_text("#exercise-out") == "Stopped."
    enter(page, "meteor", "a", "a")  # the calculators do not notice
    page.get_by_text("Start over").click()
    page.keyboard.press("Control+z")  # what was written is not lost
    assert page.input_value("#exercise-code").startswith("while True")
    page.get_by_text("Start over").click()
    page.locator("#exercise").evaluate("card => { card.open = false; }")


def test_a_report_of_a_fault_is_prepared_and_nothing_is_sent(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    enter(page, "chrf", "a secret text", "a reference", word_order="2")
    page.click("#report-fault")
    page.fill("#fault-said", "It says 3.")
    report = page.input_value("#fault-report")
    for line in ("It says 3.", f"Bolide: {__version__}", "tab: chrf", "options: word_order=2", "browser: Mozilla"):
        assert line in report
    assert "secret" not in report
    page.check("#fault-texts")
    assert 'candidate: "a secret text"' in page.input_value("#fault-report")
    assert "nothing is sent" in page.inner_text("dialog")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "report-fault"
    assert asked == []
