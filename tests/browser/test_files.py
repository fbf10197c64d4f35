"""Files dropped on the page: corpus scores, segments, a histogram, downloads, progress and cancel."""

from pathlib import Path
from typing import Any

import pytest

from bolide import BLEU, TER, demo
from bolide.corpus import Corpus
from bolide.reporting.views.comparison import sentences, title_of
from bolide.significance import compare
from tests.browser.axe import axe_in_both_themes
from tests.browser.conftest import at_rest, fits_every_width, run, settled, to_files, until
from tests.significance.texts import measure_samples

REFS = [list(pair) for pair in zip(demo.HUMAN_A, demo.HUMAN_B, strict=True)]
REFERENCES = {"a.ref": list(demo.HUMAN_A), "b.ref": list(demo.HUMAN_B)}
REPORT, SCORES = "#segment-table .row", "#corpus-scores"
Texts = dict[str, list[str]]


@pytest.fixture
def page(page: Any) -> Any:
    """The page at its files, of which there are none yet."""
    to_files(page)
    remove_all(page)
    at_rest(page)
    return page


def remove_all(page: Any) -> None:
    while page.locator(".file-list button").count():
        page.locator(".file-list button").first.click()


def drop(page: Any, tmp_path: Path, kind: str, **files: bytes) -> None:
    """Drop files, whose names have a dot for each two underscores."""
    paths = [tmp_path / name.replace("__", ".") for name in files]
    for path, raw in zip(paths, files.values(), strict=True):
        path.write_bytes(raw)
    page.set_input_files(f"#files-{kind}", paths)


def give(page: Any, tmp_path: Path, kind: str, texts: Texts) -> None:
    drop(page, tmp_path, kind, **{name: ("\n".join(lines) + "\n").encode() for name, lines in texts.items()})
    for name in texts:
        page.get_by_role("button", name=f"Remove {name}", exact=True).last.wait_for()


def score(
    page: Any, tmp_path: Path, hyps: Texts, refs: Texts, more: Texts | None = None, until_there: str = SCORES
) -> None:
    for kind, texts in (("hyps", hyps), ("refs", refs), ("more", more or {})):
        give(page, tmp_path, kind, texts)
    page.click("#score-corpus")
    page.wait_for_selector(until_there, state="attached")


def scores(page: Any) -> list[str]:
    return page.locator("#corpus-result .systems tbody td .value").all_inner_texts()


def shown_lines(page: Any) -> list[int]:
    """The lines in the table's document, in their order; the table is redrawn in an animation frame."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return [int(text) - 1 for text in page.locator("#segment-table td:first-child a").all_inner_texts()]


def test_systems_are_compared_as_a_report_begins(page: Any, tmp_path: Path) -> None:
    """A sentence, systems best first with clean names and intervals on one axis; at every width, in both themes."""
    assert "Add the output of a system" in page.inner_text("#score-why")
    give(page, tmp_path, "hyps", {f"{name}.txt": list(lines) for name, lines in demo.SYSTEMS.items()})
    assert "No file is used as a reference" in page.inner_text("#score-why")
    page.check("[name=corpus-metric][value=ter]")
    score(page, tmp_path, {}, REFERENCES, until_there=REPORT)
    at_rest(page)
    corpora = [Corpus.of(lines, REFS, name) for name, lines in demo.SYSTEMS.items()]
    theirs, edits = (compare(samples) for samples in measure_samples(corpora, [BLEU(), TER()]))
    assert page.inner_text("#verdict") == title_of([theirs, edits])
    assert page.locator(".lede p").all_inner_texts()[: len(sentences([theirs, edits]))] == sentences([theirs, edits])
    ranks = page.locator(".systems tbody tr")
    assert ranks.locator("th").all_inner_texts() == [result.system for result in theirs.systems]
    by_ter = {result.system: result for result in edits.systems}
    expected = [value for one in theirs.systems for value in (one.value, by_ter[one.system].value)]
    assert scores(page) == [f"{100 * value:.1f}" for value in expected]
    interval = theirs.systems[0].interval
    assert f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]" in page.text_content(".systems")
    for test, row in zip(theirs.pairs, page.locator(".pairs tbody tr").all_inner_texts(), strict=True):
        assert row.startswith(f"{test.a} − {test.b}")
        assert f"+{100 * test.difference:.2f}" in row
    axe_in_both_themes(page)
    fits_every_width(page)
    page.locator("#segment-table td:first-child a").first.click()
    until(page, "document.querySelector('#segment').dataset.shows")
    axe_in_both_themes(page)
    line, shown = shown_lines(page)[0], page.inner_text("#segment .scores >> nth=0").split()[1]
    page.locator("#segment button", has_text="explain in BLEU").first.click()
    until(page, "location.hash === '#bleu'")
    settled(page)
    assert page.input_value("#hyp") == demo.SYSTEMS[theirs.systems[0].system][line]
    assert float(page.inner_text("#score-percent")) == pytest.approx(float(shown), abs=0.06)
    to_files(page)
    page.emulate_media(media="print")
    controls = page.locator("#files").locator("button, select, input:not(.visually-hidden)").all()
    assert {one.get_attribute("class") for one in controls if one.is_visible()} <= {
        "plainbutton",
        "sort",
        "plainbutton term",
    }
    page.emulate_media(media="null")
    page.uncheck("[name=corpus-metric][value=ter]")


def test_2_000_segments_with_progress_and_cancel_while_the_calculators_answer(page: Any, tmp_path: Path) -> None:
    lines = [
        f"the {word} cat sat on the mat number {k} and slept there all day long"
        for k in range(500)
        for word in ("old", "young", "black", "white")
    ]
    refs = [line.replace("sat", "lay") for line in lines]
    run(page, "clickWhen", "#files progress", "#stop-corpus")
    score(page, tmp_path, {"hyp.txt": lines}, {"ref.txt": refs}, until_there="#corpus-result .notice")
    assert page.inner_text("#corpus-result .notice") == "Cancelled."
    run(page, "clickWhen", "", "#stop-compare")
    page.click("#score-corpus")
    page.evaluate("bolide.ask('meanwhile', 'explain', {metric: 'bleu', options: {}, hyp: 'a', refs: ['a']})")
    assert page.locator(SCORES).count() == 0  # answered before the files were
    page.wait_for_selector(SCORES)
    assert scores(page) == [f"{BLEU().corpus(lines, refs).points:.2f}"]
    until(page, "!document.querySelector('#stop-compare') && !document.querySelector('#score-corpus').disabled")
    assert page.locator("#corpus-result .glyph").count() == 0  # cancelled: the scores stay, without intervals
    assert "without intervals and tests" in page.inner_text("#tests-why")


def test_a_test_set_to_try_is_scored_at_once(page: Any) -> None:
    page.click("#try")
    page.wait_for_selector(REPORT)
    assert page.locator(".file-list tbody th").all_inner_texts()[-2:] == ["reference.txt", "documents.txt"]
    assert page.locator(".systems tbody th").all_inner_texts()[0] == "careful"
    assert len(shown_lines(page)) < 40  # of 200: only what is in sight
    page.locator("#segment-table .rows").evaluate("table => { table.scrollTop = 1e9; }")
    until(page, "[...document.querySelectorAll('#segment-table tbody a')].length > 8")
    assert page.locator(".of-document tbody button").count() == 14  # of 20 documents


def test_a_file_that_the_command_line_refuses_is_refused(page: Any, tmp_path: Path) -> None:
    drop(page, tmp_path, "hyps", latin__txt="eins\nfür\n".encode("latin-1"))
    page.wait_for_selector("#files .refused")
    assert "latin.txt, line 2: byte 0xfc is not UTF-8." in page.inner_text("#files .refused")
    assert page.locator(".file-list tbody tr").count() == 0
    give(page, tmp_path, "hyps", {"good.txt": ["a b"]})
    assert page.locator("#files .refused").count() == 0
