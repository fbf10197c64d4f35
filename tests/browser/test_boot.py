"""Booting without node: the browser compiles Python's library once, keeps it, and uses what it has kept."""

import json
from typing import Any

import pytest

from bolide.web.made import COMPILED, kept
from bolide.web.runtime import runtime
from bolide.web.server import address
from bolide.web.site import Content, runtime_facts
from tests.browser.conftest import boot
from tests.web.served import served

KEEP = """async ([name, kept]) => {
  const cache = await caches.open("bolide-stdlib");
  await cache.put(new URL(name, location.href).href, await fetch(kept));
}"""


def test_a_kept_library_is_used_and_the_plain_one_not_even_asked_for(browser: Any, files: dict[str, Content]) -> None:
    folder = runtime(fetch=False)
    library = kept(folder, COMPILED, print)
    if library is None:
        pytest.skip("node is not here, so there is no compiled library to be kept")
    facts = runtime_facts(["python_stdlib.zip"])
    plain: dict[str, Content] = {name: content for name, content in files.items() if COMPILED not in name}
    plain |= {"pyodide/python_stdlib.zip": folder / "python_stdlib.zip", "runtime.json": json.dumps(facts).encode()}
    plain["kept"] = library
    with served(plain) as server:
        context = browser.new_context(service_workers="block")  # it would store every file
        page = context.new_page()
        page.goto(address(server) + "runtime.json")
        page.evaluate(KEEP, [f"pyodide/python_stdlib.zip?{facts['version']}", "kept"])
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        booted = boot(context, address(server))
        assert booted.inner_text("#score-percent") == "57.89"
        assert not [url for url in asked if "python_stdlib" in url]
        context.close()
