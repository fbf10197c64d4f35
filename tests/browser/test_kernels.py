"""The page with compiled kernels, those that are kept here. Some that no browser can load: test_boot.py."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bolide.metrics import METRICS
from bolide.web.calls.api import call
from bolide.web.serve import wasm_kernels
from bolide.web.serve.runtime import NoRuntime, runtime
from bolide.web.serve.runtime_cache import ready
from bolide.web.serve.server import address
from bolide.web.serve.site import site
from tests.browser.conftest import ask, boot
from tests.web.served import served

TEXTS = {"hyp": "a tall man was running home with his dogs", "refs": ["the tall man ran home with two dogs"]}


@contextmanager
def booted(browser: Any, kernels: bytes) -> Iterator[Any]:
    """The page with these kernels, on a server of its own."""
    with served(site(ready(), kernels=kernels)) as server:
        context = browser.new_context(service_workers="block")
        yield boot(context, address(server))
        context.close()


def test_compiled_kernels_score_here_as_there(browser: Any) -> None:
    try:
        kept = wasm_kernels.found(runtime(fetch=False))
    except NoRuntime as problem:
        pytest.skip(str(problem))
    if kept is None:
        pytest.skip(
            "there are no compiled kernels of these sources for the page: scripts/pyodide-wheel makes them, with node"
        )
    with booted(browser, kept.read_bytes()) as page:
        assert page.inner_text("#core") == "compiled kernels"
        for metric in METRICS:
            given = {"metric": metric, "options": {}, **TEXTS}
            here = call("explain", **given)
            if "error" not in here:
                there = ask(page, "explain", **given)
                assert there["value"] == pytest.approx(here["result"]["value"], abs=1e-12), metric
        assert page.complaints == []
