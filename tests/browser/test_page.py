"""What a visitor does with the boxes, the options, the numbers and the copies."""

import json
import math
import re
from typing import Any

import pytest

from bolide import BLEU
from bolide.metrics import METRICS
from bolide.metrics.examples import EXAMPLES, Example
from tests.browser.conftest import ask, at_rest, copied, does, enter, fill, run, settled, until, without_python


def refs(page: Any) -> list[str]:
    return [box.input_value() for box in page.locator("#refs textarea").all()]


@pytest.mark.usefixtures("beginning")
def test_a_tab_for_every_metric_with_its_own_address_and_the_same_text(page: Any) -> None:
    for name, kind in METRICS.items():
        page.click(f"#tabs a[data-view={name}]")
        until(page, f"document.querySelector('#metric-name').textContent === {kind.name!r}")
        assert page.evaluate("location.hash") == f"#{name}"
        assert page.input_value("#hyp") == "the cat is on mat"
        settled(page)
        assert page.text_content(".score-name").startswith(kind.name)


def test_the_form_drawn_before_python_is_the_one_python_would_draw(page: Any) -> None:
    assert json.loads(page.text_content("#about")) == ask(page, "describe")


def test_counts_are_those_of_the_chosen_tokenizer(page: Any) -> None:
    enter(page, "bleu", "a cat, a mat.", "a cat.")
    assert page.inner_text("#hyp-count").startswith("6 tokens")
    enter(page, "bleu", "a cat, a mat.", "a cat.", tokenize="char")
    assert page.inner_text("#hyp-count").startswith("10 tokens")
    enter(page, "cer", "kitten sat", "sitting sat")
    assert page.inner_text("#hyp-count").startswith("10 characters")
    assert page.inner_text(".scales") == "0.2727 edits per character of the reference"
    page.get_by_role("button", name="Two lines").click()
    assert page.locator("#result path.tie").count() == 10
    page.click("[data-view=python]")


@pytest.mark.usefixtures("beginning")
def test_references_are_added_moved_and_removed(page: Any) -> None:
    before = page.inner_text("#score-percent")
    does(page, page.locator("#add-ref").click)
    assert page.inner_text("#score-percent") == before  # an empty box is no reference, of which length 0 is the closest
    assert page.inner_text("#ref-0-count").startswith("6 tokens")
    assert page.inner_text("#ref-1-count") == "empty: left out"
    page.fill("#ref-1", "there is a cat on the mat")
    page.get_by_role("button", name="Move reference 2 up").click()
    assert refs(page) == ["there is a cat on the mat", "the cat is on the mat"]
    settled(page)
    assert page.locator("#result .line-block").count() == 3
    page.click("#add-ref")
    does(page, page.get_by_role("button", name="Move reference 3 up").click)
    assert page.inner_text("#ref-0-count").startswith("7 tokens")
    assert page.inner_text("#ref-1-count") == "empty: left out"
    assert page.inner_text("#ref-2-count").startswith("counts as reference 2 · 6 tokens")
    page.get_by_role("button", name="Remove reference 2").click()
    page.get_by_role("button", name="Remove reference 1").click()
    assert refs(page) == ["the cat is on the mat"]
    settled(page)
    assert page.locator("#result .line-block").count() == 2


@pytest.mark.usefixtures("beginning")
def test_every_number_of_the_derivation_opens_its_tokens(page: Any) -> None:
    assert "cross-checked" in page.inner_text(".derivation .flag.good")
    step = page.locator(".step", has_text="2-gram precision")
    step.get_by_role("button", name="matches 3").click()
    assert step.locator(".evidence-chip").all_inner_texts() == ["the cat", "cat is", "is on"]
    marked = page.locator(".tokens .line").first.locator(".tok:not([data-kind=dim])").all_inner_texts()
    assert marked == ["the", "cat", "is", "on"]
    page.locator(".step", has_text="Geometric mean").get_by_role("button", name="p₂").click()
    assert page.evaluate("document.activeElement.textContent.startsWith('2-gram precision')")


def test_clipped_and_unmatched_are_told_apart(page: Any) -> None:
    enter(page, "bleu", "the the the the the the the dog", "the cat is on the mat")
    assert [kind for _, kind in kinds(page, 0)] == ["credited"] * 2 + ["clipped"] * 5 + ["unmatched"]
    page.locator("[aria-label='Which state'] button", has_text="clipped").click()
    assert page.locator("[aria-label='Table of evidence'] tbody tr").all_inner_texts() == ["the\tclipped\t1\t7\t2\t2"]


@pytest.mark.usefixtures("beginning")
def test_an_option_changes_the_score_and_is_remembered(page: Any) -> None:
    run(page, "openAll", "#options-card")
    fill(page, "#option-bleu-max_ngram_order", "2")
    expected = BLEU(max_ngram_order=2).sentence("the cat is on mat", "the cat is on the mat").percent
    assert math.isclose(float(page.inner_text("#score-percent")), expected, abs_tol=0.005)
    assert json.loads(page.evaluate("localStorage.getItem('bolide.options')"))["bleu"] == {"max_ngram_order": "2"}
    does(page, page.locator(".presets button", has_text="paper").click)
    assert "tok:none" in page.text_content("#result .signature")
    does(page, page.locator(".presets button", has_text="sacrebleu").click)
    assert page.inner_text("#score-percent") == "57.89"


def test_a_link_carries_everything(page: Any) -> None:
    enter(page, "bleu", "a & b = c? #d", "a & b", "ä ö", smooth_method="floor", smooth_value="0.3", lowercase="yes")
    score = page.inner_text("#score-percent")
    link = copied(page, "#copy-link", page.evaluate("location.origin"))
    enter(page, "bleu", "x", "y")
    does(page, lambda: page.evaluate("link => { location.hash = new URL(link).hash; }", link))
    assert page.input_value("#hyp") == "a & b = c? #d"
    assert page.inner_text("#score-percent") == score
    assert refs(page) == ["a & b", "ä ö"]
    assert "smooth:floor[0.30]" in page.text_content("#result .signature")
    assert "case:lc" in page.text_content("#result .signature")


@pytest.mark.parametrize(
    ("address", "case", "said"),
    [
        ("bleu", {"lowercase": "true"}, ""),
        ("BLEU", {"lowercase": "1"}, ""),
        (
            "bleu",
            {"lowercase": "yes", "tokenise": "char"},
            "The link also says tokenise=char, which means nothing here.",
        ),
        ("blue", {}, "The link’s metric, “blue”, is not known here, so another one scores it."),
    ],
)
def test_a_link_written_by_hand_is_understood_or_it_is_said(
    page: Any, address: str, case: dict[str, str], said: str
) -> None:
    enter(page, "bleu", "x", "y")
    enter(page, address, "The Cat is on mat", "the cat is on the mat", **case)
    expected = BLEU(lowercase=bool(case)).sentence("The Cat is on mat", "the cat is on the mat").percent
    assert page.inner_text("#score-percent") == f"{expected:.2f}"
    assert said in page.inner_text("#kept")
    assert ("link also" in page.inner_text("#kept") or "link’s metric" in page.inner_text("#kept")) == bool(said)


@pytest.mark.usefixtures("beginning")
def test_copies(page: Any) -> None:
    starts = {"text": "BLEU 0.5789", "latex": "%", "python": "from bolide import BLEU", "command": "bolide explain"}
    run(page, "listen")
    for form, start in {**starts, "json": "{"}.items():
        copied(page, f"[data-form={form}]", start)
    until(page, "announced.includes('JSON copied.')")


@pytest.mark.usefixtures("beginning")
def test_variants_stand_side_by_side(page: Any) -> None:
    page.wait_for_selector(".variants tbody tr")
    assert page.locator(".variants .variant").all_inner_texts() == ["as set", *BLEU().form.presets]


@pytest.mark.usefixtures("beginning")
def test_how_it_works_is_the_metric_s_own_page(page: Any) -> None:
    page.wait_for_selector("#guide h2")
    assert "Papineni" in page.inner_text("#guide")


def test_python_that_dies_is_started_again(page: Any) -> None:
    page.evaluate("bolide.ask('x', 'nothing', {}).catch(() => {})")
    enter(page, "bleu", "a b c d", "a b c d")
    assert float(page.inner_text("#score-percent")) == 100


@pytest.mark.parametrize(
    ("scene", "told"),
    [
        # Python that could not be started is started when it is needed.
        ("engineThatFails", ["Python could not be started: no network", 2]),
        # What nobody waits for gives way.
        (
            "engineThatGivesWay",
            [
                ["varied", "explained", "copied", "read"],
                ["boot", "explain", "copy", "variants", "cancel", "read", "variants"],
            ],
        ),
    ],
)
def test_the_engine_and_a_worker_that_is_acted(page: Any, home: str, scene: str, told: list[Any]) -> None:
    with without_python(page.context, home) as other:
        assert run(other, scene) == told


def test_a_wish_to_stop_does_not_strike_the_tables_that_arrive_later(browser: Any, home: str) -> None:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    held: list[Any] = []
    page.route("**/data.zip", lambda route: held.append(route))
    page.goto(f"{home}#bleu")
    settled(page)
    at_rest(page)
    texts = {"metric": "bleu", "options": {}, "hyp": "the cats sat", "refs": ["the cat sat"]}
    page.evaluate("texts => { bolide.ask('x', 'explain', texts).catch(() => {}); bolide.cancel('x'); }", texts)
    until(page, "bolide.idle")
    held[0].continue_()
    until(page, "/offline|did not load/.test(document.querySelector('#status-text').textContent)")
    assert page.inner_text("#status-text") == "Ready · works offline"
    context.close()


def kinds(page: Any, line: int) -> list[tuple[str, str]]:
    """The tokens of the candidate (0) or of a reference, each with its state."""
    tokens = page.locator(".tokens .line").nth(line).locator(".tok").all()
    return [(token.inner_text().strip(), token.get_attribute("data-kind")) for token in tokens]


def test_a_word_credited_once_is_marked_once_in_the_reference(page: Any) -> None:
    enter(page, "bleu", "the cat is on mat", "the cat is on the mat")
    assert [word for word, kind in kinds(page, 1) if kind != "credited"] == ["the"]
    page.locator("[aria-label='Which n-grams to mark'] button", has_text="2-grams").click()
    # “on” is in a credited bigram and in one that is not: it was found.
    assert kinds(page, 0) == [
        ("the", "credited"),
        ("cat", "credited"),
        ("is", "credited"),
        ("on", "credited"),
        ("mat", "unmatched"),
    ]
    enter(page, "chrf", "ab", "abb", char_order="1")
    assert kinds(page, 1) == [("a", "credited"), ("b", "credited"), ("b", "missed")]


def test_dropped_words_are_no_matches(page: Any) -> None:
    enter(page, "meteor", "he kept laughing and then left", "he was here and laughed once", variant="1.5")
    found = dict(kinds(page, 0))
    assert (found["laughing"], found["he"]) == ("dropped", "exact")


@pytest.mark.parametrize(
    "states",
    [
        ("credited", "clipped", "unmatched"),
        ("exact", "stem", "synonym", "paraphrase", "unmatched", "dropped"),
        ("ok", "substitute", "insert", "delete", "shift"),
        ("ok", "substitute", "insert", "delete", "jump"),
    ],
)
def test_what_became_of_words_in_one_line_is_seen_without_colours(page: Any, states: tuple[str, ...]) -> None:
    looks = run(page, "looks", states)
    assert len(set(looks)) == len(states), looks


def test_labels_of_bars_are_not_cut(page: Any) -> None:
    enter(page, "bleu", "a cat sat on it " * 2400, "a dog sat on it " * 2400)
    texts = run(page, "textsOfPictures")
    assert any(text.endswith("of 12000") for text, *_ in texts)
    assert [text for text, start, end, width in texts if start < 0 or end > width] == []


# --- worked examples --------------------------------------------------------------------------------------------------


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
