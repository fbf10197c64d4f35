"""A report, opened from a file by a real browser with the network cut."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bolide
from bolide import BLEU, CHRF, METEOR, TER, Corpus, demo
from bolide.data.marks import MarkedError
from bolide.metrics.scorer import Scorer
from bolide.reporting.testset import ReportInputs, TestSetReport, build_report
from bolide.reporting.testset.page_html import page as page_of
from bolide.significance.plan import Plan
from tests.browser.axe import axe_in_both_themes, violations
from tests.browser.conftest import until

HOSTILE = (
    "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
    "\u2028\u202eabc\u202c\x07 {{x}}"
)
PLAN = Plan(trials=50)
REFS = list(zip(demo.HUMAN_A, demo.HUMAN_B, strict=True))
SYSTEMS = {"careful": demo.SYSTEMS["careful"], "hasty": demo.SYSTEMS["hasty"], "third": demo.HUMAN_B}
METRICS = [BLEU(), CHRF(), METEOR(), TER()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("reports")
    labels = ["news" if line % 2 else "chat" for line in range(len(REFS))]
    texts = bolide.report(
        SYSTEMS, REFS, METRICS, source=demo.HUMAN_B, labels=labels, trials=PLAN.trials, title="the demo"
    ).to_html()
    (made / "demo.html").write_text(texts, encoding="utf-8")
    systems = [Corpus.of(lines, REFS, name) for name, lines in SYSTEMS.items()]
    errors = [MarkedError(4, 7, "Accuracy", "Major", "r1"), MarkedError(-1, -1, "Omission", "Minor", "r2")]
    scorers = [Scorer.for_sentences(metric) for metric in METRICS]
    marked = build_report(ReportInputs(systems, scorers, marked={("hasty", 0): errors}), PLAN)
    (made / "marked.html").write_text(page_of(marked), encoding="utf-8")
    bare = bolide.report(SYSTEMS, REFS, METRICS, trials=PLAN.trials, texts=False).to_html()
    (made / "bare.html").write_text(bare, encoding="utf-8")
    named = {HOSTILE: [HOSTILE, "a b", "c"], "b": ["a", HOSTILE, "c"]}
    refs = [HOSTILE, f"a {HOSTILE} b", "c d"]
    hostile = bolide.report(
        named, refs, METRICS, source=refs, labels=[HOSTILE] * 3, trials=PLAN.trials, title=HOSTILE
    ).to_html()
    (made / "hostile.html").write_text(hostile, encoding="utf-8")
    return made


class Opened:
    """A page, with whatever it complained of, asked for or popped up."""

    def __init__(self, context: Any, path: Path, hash: str = "") -> None:
        self.page = context.spare.pop() if context.spare else context.new_page()
        context.lent.append(self.page)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda line: self.complaints.append(f"{line.type}: {line.text}"))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))
        self.page.on("request", self._asked)
        self.page.goto(f"{path.as_uri()}{hash}")
        until(self.page, "document.documentElement.dataset.ready === 'yes'")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(("file:", "data:")):
            self.complaints.append(f"asked for {request.url}")


@pytest.fixture(scope="module")
def offline(browser: Any) -> Iterator[Any]:
    made = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    made.spare, made.lent = [], []
    yield made
    made.close()


@pytest.fixture
def context(offline: Any) -> Iterator[Any]:
    """For pages of a test's own, which are emptied after it and used again."""
    before = list(offline.lent)
    yield offline
    for page in offline.lent[len(before) :]:
        page.goto("about:blank")
        offline.spare.append(page)
    offline.lent[:] = before


@pytest.fixture(scope="module")
def demo_page(offline: Any, folder: Path) -> Any:
    """The report of the demo, opened once for those who only go from segment to segment and look."""
    return Opened(offline, folder / "demo.html").page


def go_to(page: Any, line: int, metric: str) -> None:
    """By the address, as a link does."""
    page.evaluate("address => { location.hash = address; }", f"#line={line}&metric={metric}")
    shows(page, line)
    until(page, f"document.querySelector('#segment .legend').textContent.includes('{metric}')")


def shows(page: Any, line: int) -> None:
    until(page, f"document.querySelector('#segment').dataset.shows === '{line}'")


def rows(page: Any) -> list[int]:
    return [int(text) for text in page.locator(".rows tbody tr.row a").all_inner_texts()]


@pytest.mark.parametrize("name", ["demo", "bare", "hostile"])
def test_it_opens_from_a_file_without_a_network_and_without_a_word(context: Any, folder: Path, name: str) -> None:
    opened = Opened(context, folder / f"{name}.html", "#line=1")
    shows(opened.page, 1)
    for metric in METRICS:
        opened.page.select_option(".bar select >> nth=0", label=metric.form.title)
        until(opened.page, f"document.querySelector('#pairs').textContent.includes('{metric.form.title}')")
        shows(opened.page, 1)
    assert opened.complaints == []


@pytest.mark.parametrize("metric", ["BLEU", "METEOR", "TER"])
def test_axe_finds_nothing(demo_page: Any, metric: str) -> None:
    go_to(demo_page, 2, metric)
    axe_in_both_themes(demo_page)


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_it_fits_every_screen(demo_page: Any, width: int) -> None:
    demo_page.set_viewport_size({"width": width, "height": 900})
    go_to(demo_page, 2, "METEOR")
    try:
        assert demo_page.evaluate("document.documentElement.scrollWidth") <= width
    finally:
        demo_page.set_viewport_size({"width": 1280, "height": 900})


def test_hostile_texts_are_shown_and_do_nothing(context: Any, folder: Path) -> None:
    opened = Opened(context, folder / "hostile.html", "#line=1")
    shows(opened.page, 1)
    page = opened.page
    assert page.evaluate("document.querySelectorAll('img, iframe, object').length") == 0
    assert page.evaluate("document.querySelectorAll('script:not([type^=\"application/x-bolide\"])').length") == 1
    assert "owned" not in page.evaluate("document.title").replace("document.title='owned'", "")
    wanted = HOSTILE.replace("\u2028", "⟨U+2028⟩").replace("\u202e", "⟨U+202E⟩").replace("\u202c", "⟨U+202C⟩")
    source = page.locator("#segment .texts dd").first.inner_text()
    assert source == wanted.replace("\x07", "⟨U+0007⟩")
    assert opened.complaints == []


def test_the_n_grams_found_are_those_that_were_counted(demo_page: Any) -> None:
    order = demo_page.evaluate("[...document.querySelectorAll('.systems tbody th')].map((cell) => cell.innerText)")
    for metric in (BLEU(), CHRF()):
        for line in range(len(REFS)):
            go_to(demo_page, line + 1, metric.form.title)
            found = demo_page.evaluate(
                "[...document.querySelectorAll('dd[data-matches]')].map((d) => d.dataset.matches)"
            )
            for name, matches in zip(order, found, strict=True):
                row = dict(
                    zip(metric.counts.columns, metric.measure([SYSTEMS[name][line]], [REFS[line]])[0], strict=True)
                )
                wanted = [count for column, count in row.items() if column.startswith("match_")]
                assert list(map(int, matches.split())) == wanted, (metric.form.title, line, name)


def test_the_pictures_show_what_was_counted(demo_page: Any) -> None:
    """A letter for every edit and a box for every word that was shifted; a line for every link."""
    page = demo_page
    order = page.evaluate("[...document.querySelectorAll('.systems tbody th')].map((cell) => cell.innerText)")[:2]
    for line in range(len(REFS)):
        for metric in (TER(), METEOR()):
            go_to(page, line + 1, metric.form.title)
            rows = [metric.evidence.bulk(Corpus.of([SYSTEMS[name][line]], [REFS[line]])) for name in order]
            if metric.form.title == "TER":
                drawn = page.evaluate(
                    "[...document.querySelectorAll('.edits')].map((list) => [...list.querySelectorAll('.mark')]"
                    ".map((mark) => ' SID'.indexOf(mark.textContent.trim() || ' ')).join(''))"
                )
                assert drawn == ["".join(map(str, traces.edits[0].operations)) for traces in rows]
                boxes = page.evaluate(
                    "[...document.querySelectorAll('.edits')].map((l) => l.querySelectorAll('.moved').length)"
                )
                assert boxes == [len({k for move in traces.edits[0].moves for k in move[2:]}) for traces in rows]
            else:
                count = "[...document.querySelectorAll('.link-figure')].map((f) => f.querySelectorAll('path').length)"
                assert page.evaluate(count) == [len(traces.links[0]) for traces in rows]


def test_errors_that_people_marked_lie_over_the_output(context: Any, folder: Path) -> None:
    opened = Opened(context, folder / "marked.html", "#line=1")
    shows(opened.page, 1)
    assert opened.page.locator(".people mark").all_inner_texts() == [SYSTEMS["hasty"][0][4:7]]
    assert opened.page.locator(".people li").all_inner_texts() == [
        "Major Accuracy · r1",
        "Minor Omission (no place in the text) · r2",
    ]
    assert violations(opened.page) == []


def test_the_corpus_score_step_by_step(context: Any, folder: Path) -> None:
    opened = Opened(context, folder / "demo.html")
    opened.page.click("summary")
    order = opened.page.evaluate("[...document.querySelectorAll('.systems tbody th')].map((cell) => cell.innerText)")
    cells = opened.page.locator(".corpus tbody tr:last-child td.num").all_inner_texts()
    assert cells == [f"{BLEU().corpus(SYSTEMS[name], REFS).value:.4f}".rstrip("0").rstrip(".") for name in order[:2]]


def test_sorting_searching_filtering(context: Any, folder: Path) -> None:
    opened = Opened(context, folder / "demo.html")
    page = opened.page
    page.select_option(".tools select", "line")
    assert rows(page) == list(range(1, len(REFS) + 1))
    page.click(".rows thead th:has-text('line') button")
    assert rows(page) == list(range(len(REFS), 0, -1))
    page.click(".where:has-text('By label') tbody button:has-text('news')")
    assert rows(page) == [line for line in range(len(REFS), 0, -1) if (line - 1) % 2]
    page.click(".tools button:has-text('news')")
    word = demo.HUMAN_A[2].split()[-1].strip(".")
    page.fill("input[type=search]", word)
    until(page, f"document.querySelector('.tools [role=status]').textContent.startsWith('{_with(word)} ')")
    assert 3 in rows(page)
    assert opened.complaints == []


def _with(word: str) -> int:
    texts = [[*REFS[k], *(lines[k] for lines in SYSTEMS.values()), demo.HUMAN_B[k]] for k in range(len(REFS))]
    return sum(any(word.lower() in text.lower() for text in group) for group in texts)


def test_a_pair_is_chosen_and_kept_in_the_address(context: Any, folder: Path) -> None:
    opened = Opened(context, folder / "demo.html")
    page = opened.page
    page.click(".pairs tbody tr:nth-child(3) button")
    assert page.locator(".pairs tr.chosen").count() == 1
    chosen = page.locator(".pairs tr.chosen button").inner_text()
    first, _, second = chosen.partition(" − ")
    assert f"Where {first} and {second} differ" in page.locator("#where").inner_text()
    again = Opened(context, folder / "demo.html", page.evaluate("location.hash"))
    assert again.page.locator(".pairs tr.chosen button").inner_text() == chosen


def test_by_keyboard_alone(context: Any, folder: Path) -> None:
    """From the find box on: to the first row's link, into its segment; the next button goes on."""
    opened = Opened(context, folder / "demo.html")
    page = opened.page
    page.focus(".rows tbody a")
    first = rows(page)[0]
    page.keyboard.press("Enter")
    shows(page, first)
    assert page.evaluate("document.activeElement.id") == "segment-title"
    page.keyboard.press("Tab")  # past the button for the previous segment, which there is none of
    page.keyboard.press("Enter")
    shows(page, rows(page)[1])


def tiled(times: int) -> TestSetReport:
    """A report on ten systems with its 200 segments repeated: what a browser has to carry, without measuring it."""
    lines = [f"{' '.join(demo.HUMAN_A[k % 6].split()[: 3 + k % 9])} number {k}" for k in range(200)]
    refs = [demo.HUMAN_A[k % 6] + f" number {k}" for k in range(200)]
    systems = [
        Corpus.of([f"{line} {'word ' * (k % 4)}s{n}" for k, line in enumerate(lines)], refs, f"s{n}") for n in range(10)
    ]
    made = build_report(ReportInputs(systems, [Scorer.of("bleu"), Scorer.of("ter")]), Plan(trials=20))
    pieces = tuple({**made.pieces[0], "first": 200 * k} for k in range(times))
    flat = {key: made.segments[key] * times for key in ("lengths",)}
    deep = {key: [[line * times for line in table] for table in made.segments[key]] for key in ("scores", "influences")}
    apart = [line * times for line in made.segments["disagreements"]]
    groups = [group * times for group in made.segments["groups"]]
    segments = {**made.segments, **flat, **deep, "disagreements": apart, "groups": groups}
    return replace(made, summary={**made.summary, "segments": 200 * times}, segments=segments, pieces=pieces)


def test_ten_thousand_segments_of_ten_systems(context: Any, tmp_path: Path) -> None:
    (tmp_path / "large.html").write_text(page_of(tiled(50)), encoding="utf-8")
    opened = Opened(context, tmp_path / "large.html")
    page = opened.page
    assert "10,000 segments" in page.locator(".tools [role=status]").inner_text()
    assert page.evaluate("document.querySelectorAll('*').length") < 6000
    took = page.evaluate(
        """async () => {
          const select = document.querySelector(".tools select");
          const began = performance.now();
          select.value = "length";
          select.dispatchEvent(new Event("change"));
          const rows = document.querySelector(".rows");
          for (let k = 1; k <= 20; k++) {
            rows.scrollTop = k * 20000;
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
          }
          return performance.now() - began;
        }"""
    )
    assert took < 60_000  # about 800 ms on a quiet machine, most of it frames; a busy one draws them late
    assert 0 < page.locator(".rows tbody tr.row").count() < 60
    until(page, "document.querySelector('.rows').scrollTop > 300000")
    until(page, "Number(document.querySelector('.rows tbody tr.row').getAttribute('aria-rowindex')) > 5000")
    page.fill("input[type=search]", "number 77")
    until(page, "document.querySelector('.tools [role=status]').textContent.startsWith('50 of')")
    assert opened.complaints == []
