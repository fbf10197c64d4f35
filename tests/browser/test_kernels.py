"""The page with compiled kernels, those that are kept here; and with some that no browser can load."""

import random
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pytest

from bolide.metrics import METRICS
from bolide.web.serve import wasm_kernels
from bolide.web.serve.runtime import runtime
from bolide.web.serve.server import address
from bolide.web.serve.site import site
from tests.browser.conftest import ask, boot, enter
from tests.web.calls import call
from tests.web.served import served

pytestmark = pytest.mark.usefixtures("files")  # for which the runtime has come
TEXTS = {"hyp": "a tall man was running home with his dogs", "refs": ["the tall man ran home with two dogs"]}


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
    kept = wasm_kernels.lookup(runtime(fetch=False))
    if kept is None:
        pytest.skip(
            "there are no compiled kernels of these sources for the page: scripts/pyodide-wheel makes them, with node"
        )
    with booted(browser, kept) as page:
        assert page.inner_text("#core") == "compiled kernels"
        for metric in METRICS:
            given = {"metric": metric, "options": {}, **TEXTS}
            here = call("explain", **given)
            if "error" not in here:
                there = ask(page, "explain", **given)
                assert there["value"] == pytest.approx(here["result"]["value"], abs=1e-12), metric
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


def test_kernels_that_cannot_be_loaded_are_interpreted(browser: Any) -> None:
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        for name in wasm_kernels.names():
            zipped.writestr(f"bolide/kernels/{name}.abi3.so", b"\0asm\1\0\0\0")  # a module without anything
    with booted(browser, made.getvalue()) as page:
        assert [url for url in page.asked if wasm_kernels.NAME in url]
        assert page.inner_text("#score-percent") == "57.89"
        assert page.inner_text("#core") == "interpreted kernels"
        assert page.complaints == []
