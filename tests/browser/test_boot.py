"""A boot where the kernels cannot be loaded: their sources are interpreted."""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest

from bolide.web.serve import wasm_kernels
from bolide.web.serve.runtime import NoRuntime
from bolide.web.serve.runtime_cache import ready
from bolide.web.serve.server import address
from bolide.web.serve.site import site
from tests.browser.conftest import boot
from tests.web.served import served


def broken_kernels() -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        for name in wasm_kernels.names():
            zipped.writestr(f"bolide/kernels/{name}.abi3.so", b"\0asm\1\0\0\0")  # a module without anything
    return made.getvalue()


@pytest.fixture(scope="module")
def booted(browser: Any) -> Iterator[Any]:
    """The page after such a boot, with what it has asked for."""
    try:
        files = site(ready(fetch=False), kernels=broken_kernels())
    except NoRuntime as problem:
        pytest.skip(str(problem))
    with served(files) as server:
        context = browser.new_context(service_workers="block")  # it would store every file
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page = boot(context, address(server))
        page.asked = asked
        yield page
        context.close()


def test_kernels_that_cannot_be_loaded_are_interpreted(booted: Any) -> None:
    assert [url for url in booted.asked if wasm_kernels.NAME in url]
    assert booted.inner_text("#score-percent") == "57.89"
    assert booted.inner_text("#core") == "interpreted kernels"
    assert booted.complaints == []
