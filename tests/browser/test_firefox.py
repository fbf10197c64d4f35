"""The page in Firefox: it boots, scores, is used by keyboard, and the console stays quiet.

Firefox is driven by WebDriver BiDi, which it speaks itself: JSON over a WebSocket, with the standard library alone.
"""

import base64
import json
import os
import re
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import LOOK, PATIENCE

KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "ArrowRight": "\ue014"}


class WebSocket:
    """The client's half of RFC 6455, for text messages."""

    def __init__(self, port: int, path: str) -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE / 1000)
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
        connection.request("GET", path, headers={**upgrade, "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"})
        if connection.getresponse().status != 101:
            raise ConnectionError("the browser refused the WebSocket")
        self._socket = connection.sock
        self._stream = self._socket.makefile("rb")

    def send(self, text: str) -> None:
        data = text.encode()
        size = len(data)
        head = struct.pack("!BB", 0x81, 0x80 | size) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        mask = os.urandom(4)
        self._socket.sendall(head + mask + bytes(byte ^ mask[k % 4] for k, byte in enumerate(data)))

    def receive(self) -> str:
        """The next message, which Firefox sends in one frame."""
        size = self._exactly(2)[1]
        if size >= 126:
            size = int.from_bytes(self._exactly(2 if size == 126 else 8), "big")
        return self._exactly(size).decode()

    def _exactly(self, size: int) -> bytes:
        data = self._stream.read(size)
        if len(data) < size:
            raise ConnectionError("the browser has gone")
        return data

    def close(self) -> None:
        self._stream.close()
        self._socket.close()


class Tab:
    """One tab of the browser: what a visitor does, and what the console says."""

    def __init__(self, port: int) -> None:
        self._web = WebSocket(port, "/session")
        self._ids = count(1)
        self.errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("session.subscribe", events=["log.entryAdded"])

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        self._web.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._web.receive())
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.errors.append(str(said["params"]["text"]))
            if said.get("id") == number:
                if said["type"] == "error":
                    raise AssertionError(f"{method}: {said['message']}")
                return said["result"]

    def open(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, awaited, as plain data."""
        wrapped = f"(async () => JSON.stringify(await ({expression}) ?? null))()"
        answer = self._ask("script.evaluate", expression=wrapped, target={"context": self._context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def until(self, condition: str) -> None:
        """Wait, in the page itself, until a condition holds."""
        assert self.evaluate(f"({LOOK % {'condition': condition, 'patience': PATIENCE}})()"), condition

    def press(self, *keys: str) -> None:
        """Press and release keys by their names; a single letter is itself."""
        values = [KEYS.get(key, key) for key in keys]
        actions = [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self._ask("input.performActions", context=self._context, actions=[source])

    def close(self) -> None:
        self._web.close()


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Tab]:
    """A headless Firefox with a profile of its own, ended afterwards."""
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    off = ("app.update.enabled", "datareporting.policy.dataSubmissionEnabled", "browser.shell.checkDefaultBrowser")
    preferences = [*(f'user_pref("{name}", false);' for name in off), 'user_pref("network.proxy.type", 0);']
    (profile / "user.js").write_text("\n".join(preferences), encoding="utf-8")
    surroundings = {**os.environ, "HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"}
    running = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=surroundings)
    try:
        assert running.stderr is not None
        lines = (re.search(r"BiDi listening on ws://127\.0\.0\.1:(\d+)", line) for line in running.stderr)
        found = next(filter(None, lines), None)
        if found is None:
            raise AssertionError("Firefox ended before it listened")
        with closing(Tab(int(found[1]))) as tab:
            yield tab
    finally:
        running.kill()
        running.communicate()


FIREFOX = os.environ.get("BOLIDE_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


@pytest.mark.skipif(not FIREFOX, reason="there is no Firefox here (Debian: apt-get install firefox-esr)")
def test_the_page_in_firefox(home: str, tmp_path: Path) -> None:
    assert FIREFOX is not None
    with firefox(FIREFOX, tmp_path) as tab:
        tab.open(home)
        tab.until("document.querySelector('#score-percent')?.textContent === '75.98'")
        tab.evaluate("document.querySelector('#tabs a[data-view=meteor]').focus()")
        tab.press("Enter")
        tab.until("document.querySelector('#metric-name').textContent === 'METEOR'")
        tab.until("document.querySelectorAll('.definition-value').length === 4")
        values = "[...document.querySelectorAll('.definition-value')]"
        tab.until(f"{values}.every((one) => /^0[.][0-9]{{4}}$/.test(one.textContent))")
        assert tab.evaluate("document.activeElement.dataset.view") == "meteor"
        tab.evaluate("document.querySelector('#tabs li:last-child a').focus()")
        tab.press("Tab")
        tab.until("document.activeElement.matches('.example')")  # past the tabs, to the examples
        tab.evaluate("document.querySelector('.teach').focus()")
        tab.evaluate("document.activeElement.click()")  # without focus, a window has no Enter on buttons
        tab.until("document.activeElement.matches('dialog h2')")
        tab.press("ArrowRight", "ArrowRight")
        tab.until("document.querySelector('.slide-foot .num').textContent.startsWith('3 of ')")
        tab.press("Escape")
        tab.until("!document.querySelector('dialog') && document.activeElement.matches('.teach')")
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert tab.errors == []
