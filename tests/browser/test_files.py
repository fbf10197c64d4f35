"""Files dropped on the page: corpus scores, segments, a histogram, downloads, progress and cancel."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from bolide import BLEU, demo
from tests.browser.conftest import at_rest, until

# From inside the page: however slow this process is, the click falls between the first progress and the result.
CANCEL_AT_THE_FIRST_PROGRESS = """() => {
  const watch = new MutationObserver(() => {
    if (!(document.querySelector("#files progress")?.value > 0)) return;
    watch.disconnect();
    document.querySelector("#stop-corpus").click();
  });
  watch.observe(document.querySelector("#files"), {subtree: true, childList: true, attributes: true});
}"""
REFS = [list(pair) for pair in zip(demo.HUMAN_A, demo.HUMAN_B, strict=True)]


@pytest.fixture
def files_page(page: Any) -> Any:
    page.evaluate("location.hash = '#files'")
    page.wait_for_selector("#files:not([hidden])")
    while page.locator(".file-list button").count():
        page.locator(".file-list button").first.click()
    at_rest(page)
    return page


def give(page: Any, tmp_path: Path, kind: str, texts: dict[str, list[str]]) -> None:
    paths = []
    for name, lines in texts.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        paths.append(tmp_path / name)
    page.set_input_files(f"#files-{kind}", paths)
    for name in texts:
        page.get_by_role("button", name=f"Remove {name}", exact=True).last.wait_for()


def scores(page: Any) -> list[str]:
    return page.locator("#corpus-scores tbody td").all_inner_texts()


def test_two_systems_two_references(files_page: Any, tmp_path: Path) -> None:
    page = files_page
    give(page, tmp_path, "hyps", {f"{name}.txt": list(lines) for name, lines in demo.SYSTEMS.items()})
    give(page, tmp_path, "refs", {"a.ref": list(demo.HUMAN_A), "b.ref": list(demo.HUMAN_B)})
    page.click("#score-corpus")
    page.wait_for_selector("#corpus-scores")
    expected = [BLEU().corpus(list(lines), REFS).percent for lines in demo.SYSTEMS.values()]
    assert scores(page) == [f"{value:.2f}" for value in expected]
    page.wait_for_selector("#corpus-result .pictures svg")
    assert page.locator("#corpus-result .pictures svg rect").count() == 20 * len(demo.SYSTEMS)


def test_segments_sort_and_unfold(files_page: Any, tmp_path: Path) -> None:
    page = files_page
    lines = list(demo.SYSTEMS["hasty"])
    give(page, tmp_path, "hyps", {"hasty.txt": lines})
    give(page, tmp_path, "refs", {"a.ref": list(demo.HUMAN_A), "b.ref": list(demo.HUMAN_B)})
    page.click("#score-corpus")
    page.wait_for_selector("#segments")
    values = BLEU().segments(lines, REFS).values
    worst = sorted(range(len(lines)), key=lambda line: (values[line], line))
    page.locator("#segments thead button", has_text="BLEU").click()
    shown = page.locator("#segments tbody tr:not(.unfolded) th").all_inner_texts()
    assert [int(text) - 1 for text in shown] == worst
    page.get_by_role("button", name=f"Unfold line {worst[0] + 1}", exact=True).click()
    page.wait_for_selector("#segments .unfolded .derivation")
    page.locator("#segments .unfolded").get_by_role("button", name="Open in the calculator").first.click()
    until(page, "location.hash === '#bleu'")
    assert page.input_value("#hyp") == lines[worst[0]]


def test_downloads(files_page: Any, tmp_path: Path) -> None:
    page = files_page
    give(page, tmp_path, "hyps", {"one.txt": ["a b c d e", "x\ty"]})
    give(page, tmp_path, "refs", {"ref.txt": ["a b c d e", "z"]})
    page.click("#score-corpus")
    page.wait_for_selector("#corpus-scores")
    with page.expect_download() as waiting:
        page.click("#download-tsv")
    rows = [line.split("\t") for line in Path(waiting.value.path()).read_text(encoding="utf-8").splitlines()]
    assert rows[0] == ["line", "one.txt:BLEU", "one.txt:text", "reference:1"]
    assert rows[1] == ["1", "1", "a b c d e", "a b c d e"]
    assert rows[2] == ["2", "0", "x y", "z"]
    with page.expect_download() as waiting:
        page.click("#download-json")
    report = json.loads(Path(waiting.value.path()).read_text(encoding="utf-8"))
    assert report["systems"][0]["name"] == "one.txt"
    assert len(report["systems"][0]["segments"]) == 2


def test_files_that_do_not_pair_up(files_page: Any, tmp_path: Path) -> None:
    give(files_page, tmp_path, "hyps", {"hyp.txt": ["a", "b"]})
    give(files_page, tmp_path, "refs", {"ref.txt": ["a"]})
    message = files_page.inner_text("#files .notice")
    assert "hyp.txt has 2 lines and ref.txt has 1; they must pair up line by line." in message
    assert files_page.is_disabled("#score-corpus")


def test_2_000_segments_with_progress_and_cancel(files_page: Any, tmp_path: Path) -> None:
    page = files_page
    lines = [f"the {word} cat sat on the mat number {k} and slept there all day long" for k in range(500)
             for word in ("old", "young", "black", "white")]  # fmt: skip
    give(page, tmp_path, "hyps", {"hyp.txt": lines})
    give(page, tmp_path, "refs", {"ref.txt": [line.replace("sat", "lay") for line in lines]})
    page.evaluate(CANCEL_AT_THE_FIRST_PROGRESS)
    page.click("#score-corpus")
    page.wait_for_selector("#corpus-result .notice")
    assert page.inner_text("#corpus-result .notice") == "Cancelled."
    page.click("#score-corpus")
    page.wait_for_selector("#corpus-scores")
    expected = BLEU().corpus(lines, [line.replace("sat", "lay") for line in lines]).percent
    assert scores(page) == [f"{expected:.2f}"]


def drop(page: Any, tmp_path: Path, kind: str, name: str, raw: bytes) -> None:
    (tmp_path / name).write_bytes(raw)
    page.set_input_files(f"#files-{kind}", [tmp_path / name])


@pytest.mark.parametrize(
    ("name", "raw", "words"),
    [
        ("latin.txt", "eins\nfür\n".encode("latin-1"), "latin.txt, line 2: byte 0xfc is not UTF-8."),
        ("wide.txt", "ein Satz\n".encode("utf-16"), "wide.txt is UTF-16 text"),
        ("memory.txt", b'<?xml version="1.0"?>\n<tmx version="1.4"></tmx>\n', "memory.txt is a TMX translation memory"),
        ("cut.gz", gzip.compress(b"ein Satz\n", mtime=0)[:-9], "cut.gz is a damaged gzip file."),
    ],
)
def test_a_file_that_the_command_line_refuses_is_refused(
    files_page: Any, tmp_path: Path, name: str, raw: bytes, words: str
) -> None:
    page = files_page
    drop(page, tmp_path, "hyps", name, raw)
    page.wait_for_selector("#files .refused")
    assert words in page.inner_text("#files .refused")
    assert page.locator(".file-list li").count() == 0
    give(page, tmp_path, "hyps", {"good.txt": ["a b"]})
    assert page.locator("#files .refused").count() == 0


def test_gzip_is_unpacked_and_a_byte_order_mark_is_text_until_taken_off(files_page: Any, tmp_path: Path) -> None:
    page = files_page
    hyps, refs = ["the cat sat on the mat", "a b c d"], ["the cat sat on a mat", "a b c d"]
    raw = ("\ufeff" + "".join(f"{line}\n" for line in hyps)).encode()
    drop(page, tmp_path, "hyps", "hyp.txt.gz", gzip.compress(raw, mtime=0))
    page.wait_for_selector("#files .marked")
    assert "hyp.txt.gz begins with a byte-order mark (U+FEFF)" in page.inner_text("#files .marked")
    give(page, tmp_path, "refs", {"ref.txt": refs})
    for mark in ("\ufeff", ""):
        page.click("#score-corpus")
        expected = BLEU().corpus([mark + hyps[0], hyps[1]], refs).percent
        until(page, f"document.querySelector('#corpus-scores tbody td')?.textContent === '{expected:.2f}'")
        if mark:
            page.get_by_role("button", name="Take it off").click()
            assert page.locator("#files .marked").count() == 0
