"""Pages that stand alone: a policy that lets nothing in, and texts that stay texts."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import bolide


class Elements(HTMLParser):
    """Every element of a page, with its attributes, and the text outside of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def test_the_policy_knows_the_script_and_the_sheet_and_nothing_else() -> None:
    page = bolide.report(bolide.TestSet(["a b", "c"], {"a": ["a b", "c"], "b": ["a", "c"]})).to_html()
    policy = next(a["content"] for tag, a in Elements(page).found if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    (script,) = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules == {
        "default-src": "'none'",
        "script-src": f"'sha256-{digest(script)}'",
        "style-src": f"'sha256-{digest(style)}'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    for tag, attributes in Elements(page).found:
        assert "style" not in attributes, tag
        assert not any(name.startswith("on") for name in attributes), tag
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith(("#", "data:,"))
