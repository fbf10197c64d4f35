"""A real browser on the real page: Debian's Chromium, the pinned runtime, a server on loopback.

Without Chromium, playwright or the runtime the tests are skipped, and say what is missing.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bolide.web.serve.runtime import NoRuntime, runtime
from bolide.web.serve.server import address
from bolide.web.serve.site import site
from tests.web.served import served

# Debian's Chromium; rather the one without windows, which is the same browser for a fifth less work.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("BOLIDE_CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
PATIENCE = 240_000  # milliseconds: a boot on a busy machine
SCRIPTS = Path(__file__).with_name("scripts.js").read_text(encoding="utf-8")


def run(page: Any, name: str, *arguments: Any) -> Any:
    """Call a function of scripts.js inside the page."""
    return page.evaluate(f"given => ({SCRIPTS}).{name}(...given)", list(arguments))


@pytest.fixture(scope="session")
def files() -> dict[str, bytes]:
    try:
        return site(runtime())
    except NoRuntime as problem:
        pytest.skip(str(problem))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM:
        pytest.skip("there is no Chromium here (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def home(files: dict[str, bytes]) -> Iterator[str]:
    with served(files) as server:
        yield address(server)


def until(page: Any, condition: str, patience: int = PATIENCE) -> None:
    """Wait for a JavaScript expression to be true; playwright's own way needs `eval`, which the page forbids.

    The page itself looks again and again: each look from here would go through three processes. A page that is left
    takes its answer with it, and the next one is asked.
    """
    end = time.monotonic() + patience / 1000
    while (left := end - time.monotonic()) > 0:
        try:
            if page.evaluate(LOOK % {"condition": condition, "patience": 1000 * left}):
                return
        except Exception as error:  # playwright's; it may not be installed, and this file is read all the same
            if "context was destroyed" not in str(error):
                raise
    raise AssertionError(f"never came true: {condition}")


LOOK = """async () => {
  const end = performance.now() + %(patience)d;
  while (!(await (%(condition)s))) {
    if (performance.now() > end) return false;
    await new Promise((again) => setTimeout(again, 10));
  }
  return true;
}"""


def boot(context: Any, url: str) -> Any:
    """A page that has booted; whatever it complains of later fails the test that asks."""
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda line: page.complaints.append(line.text) if line.type == "error" else None)
    page.goto(url)
    page.wait_for_selector("#score-percent")
    until(page, "document.querySelector('#status-text').textContent.includes('offline')")
    return page


@contextmanager
def without_python(context: Any, url: str) -> Iterator[Any]:
    """The page with a worker that never answers, until it is closed: enough to look at."""
    page = context.new_page()
    page.add_init_script("globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} }")
    page.goto(url)
    page.wait_for_selector("html.started")
    yield page
    page.close()


@pytest.fixture(scope="session")
def shared_page(browser: Any, home: str) -> Any:
    """One page for most tests, with every request that it and its worker have made written down."""
    context = browser.new_context(viewport=SIZE, accept_downloads=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=home.rstrip("/"))
    requests: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    page = boot(context, home)
    page.requests, page.asked_at_boot = requests, list(requests)
    return page


SIZE = {"width": 1280, "height": 900}


@pytest.fixture
def page(shared_page: Any) -> Iterator[Any]:
    """The booted page, light and as large as a desk's: nothing kept, options at their defaults, whatever text and tab
    were last shown."""
    shared_page.complaints.clear()
    shared_page.set_viewport_size(SIZE)
    shared_page.emulate_media(color_scheme="light", media="null", reduced_motion="no-preference")
    run(shared_page, "forget")
    yield shared_page
    assert shared_page.complaints == []


@pytest.fixture
def beginning(page: Any) -> None:
    """The text and the tab that a visitor finds, scored; a test that enters its own text can do without."""
    enter(page, "bleu", "the cat is on mat", "the cat is on the mat")


def enter(page: Any, metric: str, hyp: str, *refs: str, **options: str) -> None:
    """Go to a metric with texts and options, as a link does, and wait for the result."""
    before = turn(page)
    run(page, "enter", metric, hyp, refs, options)
    settled(page, before)


def fill(page: Any, box: str, text: str) -> None:
    """Type a text into a box or a field, and wait for the result."""
    page.fill(box, text)
    settled(page)


def turn(page: Any) -> int:
    """How many times something has been put in: a text, an option, an address."""
    return int(page.evaluate("Number(document.querySelector('#result').dataset.turn ?? 0)"))


def settled(page: Any, before: int = 0) -> None:
    """Wait until the result shown is that of the newest input, put in after turn `before`.

    An input counts as soon as its event is over, long before it is scored; only a new address is noticed a little
    later, and needs `before`.
    """
    newest = "({shows, turn}) => shows === turn && Number(turn)"
    until(page, f"({newest} > {before})(document.querySelector('#result').dataset)")


def at_rest(page: Any) -> None:
    """Wait until Python in the page has nothing left to do and nothing on the page moves: what fades is at its end."""
    faded = "document.getAnimations().forEach((one) => one.finish())"
    still = "document.getAnimations().every((one) => one.playState === 'finished')"
    until(page, f"(globalThis.bolide?.idle ?? true) && ({faded}, {still})")


def copied(page: Any, click: str, start: str) -> str:
    """What a button copies: text that begins with `start`."""
    page.evaluate("navigator.clipboard.writeText('')")
    page.click(click)
    until(page, f"navigator.clipboard.readText().then((text) => text.startsWith({json.dumps(start)}))")
    return str(page.evaluate("navigator.clipboard.readText()"))


def fits_every_width(page: Any) -> None:
    """Nothing is cut: no table is wider than its place, no row too low, on a phone, a tablet or a desk."""
    for width in (390, 700, 820, 1440, 1920, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert run(page, "cut") == [], width


def to_files(page: Any) -> None:
    """Go to Files."""
    page.evaluate("location.hash = '#files'")
    page.wait_for_selector("#files:not([hidden])")


def does(page: Any, action: Callable[[], object]) -> None:
    """Do something that puts in a text, an option or an address, and wait for the result."""
    before = turn(page)
    action()
    settled(page, before)


def ask(page: Any, method: str, **params: Any) -> Any:
    """A call to Bolide inside the page, past the form."""
    return page.evaluate("([method, params]) => bolide.ask(`test-${method}`, method, params)", [method, params])
