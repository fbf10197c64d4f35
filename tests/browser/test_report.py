"""A report, opened from a file by a real browser with the network cut."""

import re
from collections.abc import Iterator
from time import monotonic_ns
from typing import Any

import pytest

import bolide
from bolide import BLEU, CHRF, METEOR, TER, demo
from bolide.data.scores import name_and_definition
from bolide.reporting.testset.data import TestSetReport
from bolide.reporting.testset.page_html import page as page_of
from bolide.significance.plan import Plan
from bolide.testset import TestSet
from tests.browser.axe import axe_in_both_themes
from tests.browser.conftest import SIZE, until
from tests.real.data import DATA, lines, needs_data

HOSTILE = (
    "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
    "\u2028\u202eabc\u202c\x07 {{x}}"
)
PLAN = Plan(trials=50)
REFS = list(zip(demo.HUMAN_A, demo.HUMAN_B, strict=True))
SYSTEMS = {"careful": demo.SYSTEMS["careful"], "hasty": demo.SYSTEMS["hasty"], "third": demo.HUMAN_B}
METRICS = [BLEU(), CHRF(), METEOR(), TER()]
Reports = dict[str, TestSetReport]
MARKS = """\
system\tseg_id\trater\ttarget\tcategory\tseverity
hasty\t1\tr1\tThe <v>tra</v>in of night to Lisbon goes from the platform four.\tAccuracy\tMajor
hasty\t1\tr2\tThe train of night to Lisbon goes from the platform four.\tOmission\tMinor
"""
JUDGED = {"careful": [0.0, 1, 2, 3, 4, 5], "hasty": [1.0] * 6}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    labels = ["news" if line % 2 else "chat" for line in range(len(REFS))]
    marks = tmp_path_factory.mktemp("marks") / "mqm.tsv"
    marks.write_text(MARKS, encoding="utf-8")
    evil = {HOSTILE: [HOSTILE, "a b", "c"], "b": ["a", HOSTILE, "c"]}
    refs = [HOSTILE, f"a {HOSTILE} b", "c d"]
    known = TestSet(REFS, SYSTEMS, source=demo.HUMAN_B, labels=labels)
    strange = TestSet(refs, evil, source=refs, labels=[HOSTILE] * 3)
    return {
        "demo": bolide.report(known, METRICS, title="the demo", plan=PLAN),
        "marked": bolide.report(TestSet(REFS, SYSTEMS), METRICS, human=bolide.read_judgments(marks), plan=PLAN),
        "judged": bolide.report(TestSet(REFS, SYSTEMS), METRICS, human=bolide.read_judgments(JUDGED), plan=PLAN),
        "bare": bolide.report(TestSet(REFS, SYSTEMS), METRICS, texts=False, plan=PLAN),
        "hostile": bolide.report(strange, METRICS, title=HOSTILE, plan=PLAN),
    }


@pytest.fixture(scope="module")
def offline(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    made = browser.new_context(viewport=SIZE, offline=True)
    made.folder = tmp_path_factory.mktemp("pages")
    yield made
    made.close()


@pytest.fixture
def context(offline: Any) -> Iterator[Any]:
    """For pages of a test's own; those of all tests are as large as before."""
    before = set(offline.pages)
    yield offline
    for page in offline.pages:
        if page not in before:
            page.close()
        elif page.viewport_size != SIZE:
            page.set_viewport_size(SIZE)


def loaded(context: Any, html: str, hash: str = "") -> Any:
    """A page of this HTML, from a file; whatever it complains of or asks for is in `complaints`."""
    path = context.folder / f"{monotonic_ns()}.html"
    path.write_text(html, encoding="utf-8")
    page, complaints = context.new_page(), list[str]()
    page.complaints = complaints
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(f"{line.type}: {line.text}"))
    page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: None if LOCAL.match(request.url) else complaints.append(request.url))
    page.goto(f"{path.as_uri()}{hash}")
    return page


def opened(context: Any, report: TestSetReport, hash: str = "") -> Any:
    """The page of a report, at a segment if `hash` names one."""
    page = loaded(context, page_of(report), hash)
    until(page, READY)
    if hash.startswith("#line="):
        shows(page, int(hash[6:].partition("&")[0]))
    return page


LOCAL, READY = re.compile("file:|data:"), "document.documentElement.dataset.ready === 'yes'"


@pytest.fixture(scope="module")
def demo_page(offline: Any, reports: Reports) -> Any:
    """The report of the demo, opened once for those who only go from segment to segment and look."""
    return opened(offline, reports["demo"])


def go_to(page: Any, line: int, metric: str) -> None:
    """By the address, as a link does."""
    page.evaluate("address => { location.hash = address; }", f"#line={line}&metric={metric}")
    shows(page, line)
    until(page, f"document.querySelector('#segment .legend').textContent.includes('{metric}')")


def shows(page: Any, line: int) -> None:
    until(page, f"document.querySelector('#segment').dataset.shows === '{line}'")


def pair(page: Any) -> list[str]:
    """The two systems that the page is about."""
    return page.locator(".bar select").evaluate_all("all => all.slice(1).map((one) => one.selectedOptions[0].text)")


def rows(page: Any) -> list[int]:
    return [int(text) for text in page.locator(".rows tbody tr.row a").all_inner_texts()]


@pytest.mark.parametrize("name", ["demo", "bare", "hostile"])
def test_it_opens_from_a_file_without_a_network_and_without_a_word(context: Any, reports: Reports, name: str) -> None:
    page = opened(context, reports[name], "#line=1")
    for metric in METRICS:
        label = name_and_definition(metric.signature())
        page.select_option(".bar select >> nth=0", label=label)
        until(page, f"document.querySelector('#pairs').textContent.includes('{label}')")
        shows(page, 1)
    assert page.complaints == []


@pytest.mark.parametrize("metric", ["BLEU", "METEOR 1.5, en", "TER"])
def test_axe_finds_nothing(demo_page: Any, metric: str) -> None:
    go_to(demo_page, 2, metric)
    axe_in_both_themes(demo_page)


ZH_EN = DATA / "wmt23" / "zh-en"


@pytest.fixture(scope="module")
def zh_en(offline: Any) -> Any:
    """WMT23 Chinese–English with MQM, opened."""
    names = ("HW-TSC", "ONLINE-B", "Lan-BridgeMT", "GPT4-5shot")
    systems = {name: lines(ZH_EN / "system-outputs" / f"{name}.txt.gz") for name in names}
    documents = [line.split("\t")[1] for line in lines(ZH_EN / "docs.tsv.gz")]
    human = bolide.read_judgments(str(ZH_EN / "human-scores" / "mqm.seg.score.gz"))
    refs = lines(ZH_EN / "refA.txt.gz")
    report = bolide.report(
        TestSet(refs, systems, documents=documents), [BLEU(), TER()], human=human, plan=Plan(trials=200)
    )
    return opened(offline, report)


@needs_data
def test_the_first_screen_says_that_people_and_bleu_disagree(zh_en: Any) -> None:
    assert zh_en.locator("h1").inner_text() == "People and BLEU disagree"
    lede = zh_en.locator(".lede p").first
    assert lede.inner_text() == (
        "People (mqm) prefer Lan-BridgeMT and GPT4-5shot. "
        "BLEU puts HW-TSC first; people put it third or fourth of four."
    )
    means = dict(line.split("\t") for line in lines(ZH_EN / "human-scores" / "mqm.sys.score.gz"))  # WMT's own
    rows = zh_en.locator(".systems tbody tr").evaluate_all(
        "rows => rows.map((row) => [row.cells[0].innerText, row.cells[1].innerText.split(/\\s/)[0].replace('−', '-')])"
    )
    judged = sorted((name for name, _ in rows), key=lambda name: -float(means[name]))
    assert rows == [[name, f"{float(means[name]):.2f}"] for name in judged]
    for part in (lede, zh_en.locator(".systems"), zh_en.locator("#people")):
        assert part.bounding_box()["y"] < 900, "the first screen"
    assert zh_en.locator(".slope:visible g").count() == 4
    assert "differ, in BLEU" in zh_en.locator("#where").inner_text()
    assert "ONLINE-B" not in zh_en.locator("#where").inner_text(), "the first pair that differs, not the first"


def test_hostile_texts_are_shown_and_do_nothing(context: Any, reports: Reports) -> None:
    page = opened(context, reports["hostile"], "#line=1")
    assert page.evaluate("document.querySelectorAll('img, iframe, object').length") == 0
    assert page.evaluate("document.querySelectorAll('script:not([type^=\"application/x-bolide\"])').length") == 1
    assert "owned" not in page.evaluate("document.title").replace("document.title='owned'", "")
    wanted = HOSTILE.replace("\u2028", "⟨U+2028⟩").replace("\u202e", "⟨U+202E⟩").replace("\u202c", "⟨U+202C⟩")
    source = page.locator("#segment .texts dd").first.inner_text()
    assert source == wanted.replace("\x07", "⟨U+0007⟩")
    assert page.complaints == []


def test_sorting_searching_filtering(context: Any, reports: Reports) -> None:
    page = opened(context, reports["demo"])
    page.select_option(".tools select", "line")
    assert rows(page) == list(range(1, len(REFS) + 1))
    page.click(".rows thead th:has-text('line') button")
    assert rows(page) == list(range(len(REFS), 0, -1))
    page.click(".where:has-text('By label') tbody button:has-text('news')")
    assert rows(page) == [line for line in range(len(REFS), 0, -1) if (line - 1) % 2]
    page.click(".tools button:has-text('news')")
    word = demo.HUMAN_A[2].split()[-1].strip(".").lower()
    page.fill("input[type=search]", word)
    segments = zip(demo.HUMAN_A, demo.HUMAN_B, *SYSTEMS.values(), strict=True)
    many = sum(word in " ".join(texts).lower() for texts in segments)
    until(page, f"document.querySelector('.tools [role=status]').textContent.startsWith('{many} ')")
    assert 3 in rows(page)
    assert page.complaints == []


def dots(page: Any) -> list[int]:
    """The lines that are listed, of those that people judged of both systems."""
    until(page, "document.querySelector('.tools [role=status]').textContent.includes(' of ')")
    return sorted(rows(page))


def test_segments_are_chosen_by_two_leads(context: Any, reports: Reports) -> None:
    page = opened(context, reports["judged"])
    page.select_option(".bar select >> nth=1", "careful")
    page.select_option(".bar select >> nth=2", "hasty")
    scores = dict(zip(reports["judged"].summary["systems"], reports["judged"].segments["scores"][0], strict=True))
    people = [x - y for x, y in zip(JUDGED["careful"], JUDGED["hasty"], strict=True)]
    bleu = [x - y for x, y in zip(scores["careful"], scores["hasty"], strict=True)]
    both = [line for line, (x, y) in enumerate(zip(bleu, people, strict=True), 1) if x > 0 and y > 0]
    button = page.locator("#scatter ~ .tools button").first
    assert button.inner_text().endswith(f"people: careful · {len(both)}")
    button.click()
    assert dots(page) == both
    assert page.locator(".chosen-dots").get_attribute("d").count("M") == len(both)
    page.locator("#segment-table .tools button:has-text('✕')").click()
    field = page.locator(".scatter svg")
    box = field.bounding_box()
    page.mouse.move(box["x"] + 1, box["y"] + 1)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + box["height"] - 1)
    page.mouse.up()
    differ = [line for line, (x, y) in enumerate(zip(bleu, people, strict=True), 1) if x or y]
    until(page, f"document.querySelector('#segment-table .tools').textContent.includes('{len(differ)} segment')")
    page.focus(".scatter")
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('#segment-table .tools').textContent.includes('✕')")
    for key in ("ArrowLeft", *["Shift+ArrowRight"] * 40, *["Shift+ArrowDown"] * 20, "Enter"):
        page.keyboard.press(key)
    until(page, "document.querySelector('#segment-table .tools').textContent.includes('✕ in the frame')")
    axe_in_both_themes(page)
    assert page.complaints == []


def test_paper_has_what_it_announces(context: Any, reports: Reports) -> None:
    page = opened(context, reports["judged"])
    page.emulate_media(media="print")
    assert page.locator(".on-screen:visible").count() == 0
    assert page.locator(".how .signatures").is_visible()
    cut = "(all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.offsetHeight > 60).length"
    assert page.locator(".rows td").evaluate_all(cut) == 0
    page.emulate_media(media="screen")
