"""The page's Python and this one, interpreted and compiled: the same counts, and scores that agree to 1e-12."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bolide import demo
from bolide.metrics import METRICS
from bolide.web.calls.describe import option_texts
from bolide.web.serve import wasm_kernels
from bolide.web.serve.runtime import runtime
from bolide.web.serve.server import address
from bolide.web.serve.site import site
from tests.browser.conftest import ask, boot, enter
from tests.browser.test_limits import ODD
from tests.real.data import DATA, lines, needs_data
from tests.web.calls import call
from tests.web.served import served
from tests.web.test_comparing import differences

pytestmark = pytest.mark.usefixtures("files")  # for which the runtime has come


def compare(page: Any, metric: str, hyps: list[str], refs: list[list[str]]) -> None:
    """Compare all scores, with the defaults and every preset, as the page's form holds them."""
    kind = METRICS[metric]
    forms = [{}, *(option_texts(kind.preset(name)) for name in kind().presets)]
    metrics = [{"metric": metric, "options": options} for options in forms]
    given = {"metrics": metrics, "systems": [{"name": "a", "hyps": hyps}], "refs": refs}
    here, there = call("corpus", **given)["result"]["systems"], ask(page, "corpus", **given)["systems"]
    assert differences(here, there, 1e-12) == []
    one, other = call("tsv", **NO_TEXTS)["result"], ask(page, "tsv", **NO_TEXTS)
    assert differences(scores_in(one), scores_in(other), 1e-12) == []


NO_TEXTS: dict[str, None] = {"sources": None, "documents": None}


def scores_in(table: str) -> list[list[float]]:
    """The scores of the segments in a table of the page, without its lines and texts."""
    head, *rows = (line.split("\t") for line in table.splitlines())
    places = [k for k, name in enumerate(head) if "|" in name or (name.startswith("a:") and name != "a:text")]
    return [[float(row[k]) for k in places] for row in rows]


@pytest.mark.parametrize("metric", METRICS)
def test_the_demo(page: Any, metric: str) -> None:
    for hyps in demo.SYSTEMS.values():
        compare(page, metric, list(hyps), [list(pair) for pair in zip(demo.HUMAN_A, demo.HUMAN_B, strict=True)])


@pytest.mark.parametrize("metric", METRICS)
def test_odd_texts(page: Any, metric: str) -> None:
    compare(page, metric, ODD, [[f"{text} {other}"] for text, other in zip(ODD, [*ODD[1:], ODD[0]], strict=True)])


@needs_data
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("pair", ["en-de", "zh-en"])
def test_200_real_pairs(page: Any, metric: str, pair: str) -> None:
    folder = DATA / "wmt23" / pair
    system = sorted((folder / "system-outputs").glob("*.gz"))[0]
    hyps, refs = lines(system)[:100], lines(folder / "refA.txt.gz")[:100]
    compare(page, metric, hyps, [[ref] for ref in refs])


# --- compiled kernels, those that are cached; and some that no browser can load ---------------------------------------


@contextmanager
def booted(browser: Any, kernels: bytes) -> Iterator[Any]:
    """The page with these kernels, on a server of its own, with what it has asked for."""
    with served(site(runtime(fetch=False), kernels=kernels)) as server:
        context = browser.new_context(service_workers="block")  # it would store every file
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page = boot(context, address(server))
        page.asked = asked
        yield page
        context.close()


def test_compiled_kernels_score_here_as_there(browser: Any) -> None:
    kept = wasm_kernels.lookup()
    if kept is None:
        pytest.skip(
            "there are no compiled kernels of these sources for the page: scripts/pyodide-wheel makes them, with node"
        )
    with booted(browser, kept) as page:
        assert page.inner_text("#core") == "compiled kernels"
        for metric in METRICS:
            compare(page, metric, ["a tall man was running with his dogs"], [["the tall man ran with two dogs"]])
        # A compiled kernel does not listen while it runs; Stop ends it all the same, and the page goes on.
        pick = random.Random(1)
        long = [" ".join(pick.choices("abcdefgh", k=24_000)) for _ in range(2)]
        enter(page, "cder", *long)
        page.get_by_role("button", name="Score this text").click()
        page.locator("#result .working button").click()
        page.wait_for_selector("#result .notice")
        assert page.inner_text("#result .notice") == "Stopped. Change something to score again."
        enter(page, "bleu", "the cat is on mat", "the cat is on the mat")
        assert page.inner_text("#score-percent") == "57.89"
        assert page.complaints == []
