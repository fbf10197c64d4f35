"""A boot that is unusual twice: node was not there to compile Python's library, and the kernels cannot be loaded.

The browser compiles the library once, keeps it, and uses what it has kept; the kernels' sources are interpreted.
"""

import json
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest

from bolide.web import wasm_kernels
from bolide.web.made import COMPILED, kept, ready
from bolide.web.runtime import NoRuntime, runtime
from bolide.web.server import address
from bolide.web.site import Content, runtime_facts, site
from tests.browser.conftest import boot
from tests.web.served import served

KEEP = """async ([name, kept]) => {
  const cache = await caches.open("bolide-stdlib");
  await cache.put(new URL(name, location.href).href, await fetch(kept));
}"""


def broken_kernels() -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        for name in wasm_kernels.names():
            zipped.writestr(f"bolide/kernels/{name}.abi3.so", b"\0asm\1\0\0\0")  # a module without anything
    return made.getvalue()


@pytest.fixture(scope="module")
def booted(browser: Any) -> Iterator[Any]:
    """The page after such a boot, with what it has asked for; with the usual library where none has been compiled."""
    try:
        folder = runtime(fetch=False)
    except NoRuntime as problem:
        pytest.skip(str(problem))
    files: dict[str, Content] = site(ready(), kernels=broken_kernels())
    library = kept(folder, COMPILED, print)
    facts = {**runtime_facts(["python_stdlib.zip"]), "kernels": True}
    if library is not None:
        files = {name: content for name, content in files.items() if COMPILED not in name}
        files |= {"pyodide/python_stdlib.zip": folder / "python_stdlib.zip", "runtime.json": json.dumps(facts).encode()}
        files["kept"] = library
    with served(files) as server:
        context = browser.new_context(service_workers="block")  # it would store every file
        if library is not None:
            first = context.new_page()
            first.goto(address(server) + "runtime.json")
            first.evaluate(KEEP, [f"pyodide/python_stdlib.zip?{facts['version']}", "kept"])
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page = boot(context, address(server))
        page.asked, page.library = asked, library
        yield page
        context.close()


def test_a_kept_library_is_used_and_the_plain_one_not_even_asked_for(booted: Any) -> None:
    if booted.library is None:
        pytest.skip("node is not here, so there is no compiled library to be kept")
    assert booted.inner_text("#score-percent") == "57.89"
    assert booted.asked
    assert not [url for url in booted.asked if "python_stdlib" in url]


def test_kernels_that_cannot_be_loaded_are_interpreted(booted: Any) -> None:
    assert [url for url in booted.asked if wasm_kernels.NAME in url]
    assert booted.inner_text("#score-percent") == "57.89"
    assert booted.inner_text("#core") == "interpreted kernels"
    assert booted.complaints == []
