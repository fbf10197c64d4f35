"""The page before its script runs: the real form, from the records that the page uses."""

import json
import re
from html.parser import HTMLParser

import pytest

from bolide.metrics import METRICS
from bolide.web.calls.describe import describe
from bolide.web.serve.site import PAGE, shell

pytestmark = pytest.mark.one_core

ABOUT = describe()


class Reader(HTMLParser):
    """The texts of elements by their ids, and of the tabs; the data as it stands."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "input"):
            found = dict(attrs)
            self.open.append(str(found.get("id") or found.get("data-view") or ""))

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for name in filter(None, self.open):
            self.texts[name] = self.texts.get(name, "") + data


def test_the_form_of_the_first_metric_stands_in_the_page() -> None:
    page = shell((PAGE / "index.html").read_text(encoding="utf-8"), ABOUT)
    found = Reader(page).texts
    key, kind = next(iter(METRICS.items()))
    first = next(example for example in ABOUT["examples"] if example["metric"] == key)
    assert [found[one["key"]] for one in ABOUT["metrics"]] == [one["name"] for one in ABOUT["metrics"]]
    assert found["files"] == "Files"
    assert re.search(r"Bolide \S+, by the Bolide authors, \d+ \w+ 20\d\d", found["version"])
    assert (found["metric-name"], found["metric-summary"]) == (kind.name, ABOUT["metrics"][0]["summary"])
    assert (found["hyp"], found["ref-0"]) == (first["hyp"], first["refs"][0])
    for example in ABOUT["examples"]:
        assert (example["title"] in found["examples"]) == (example["metric"] == key)
    assert json.loads(found["about"]) == json.loads(json.dumps(ABOUT))
    assert "<!--" not in page


def test_texts_cannot_end_the_element_that_they_stand_in() -> None:
    evil = "</script></textarea><script>alert(1)</script>"
    example = {**ABOUT["examples"][0], "hyp": evil, "refs": [evil, evil], "title": evil, "source": evil}
    about = {**ABOUT, "examples": [{**example, "metric": ABOUT["metrics"][0]["key"]}], "version": evil}
    page = shell((PAGE / "index.html").read_text(encoding="utf-8"), about)
    found = Reader(page).texts
    assert found["hyp"] == found["ref-0"] == found["ref-1"] == evil
    assert json.loads(found["about"])["examples"][0]["hyp"] == evil
    assert page.count("<script") == 3  # the module, the theme and the data
