"""What is written before the page is served: the real form, from the records that the page uses; guides as HTML."""

import json
import re
from html import escape

from bolide.metrics import METRICS
from bolide.web.calls.describe import describe
from bolide.web.serve.site import PAGE, shell

ABOUT = describe()


def texts(page: str) -> dict[str, str]:
    """The HTML of elements by their ids, up to the next tag."""
    return dict(re.findall(r'\bid="([\w-]+)"[^>]*>([^<]*)<', page))


def test_the_form_of_the_first_metric_stands_in_the_page() -> None:
    page = shell((PAGE / "index.html").read_text(encoding="utf-8"), ABOUT)
    found = texts(page)
    key, kind = next(iter(METRICS.items()))
    first = next(example for example in ABOUT["examples"] if example["metric"] == key)
    tabs = [*((one["key"], one["name"]) for one in ABOUT["metrics"]), ("files", "Files")]
    assert re.findall(r'<a href="#\w+" data-view="(\w+)"[^>]*>([^<]*)</a>', page) == tabs
    assert re.search(r"Bolide \S+, by the Bolide authors, \d+ \w+ 20\d\d", page)
    assert (found["metric-name"], found["metric-summary"]) == (kind.name, escape(ABOUT["metrics"][0]["summary"]))
    assert (found["hyp"], found["ref-0"]) == (escape(first["hyp"]), escape(first["refs"][0]))
    for example in ABOUT["examples"]:
        assert (f'<span class="title">{escape(example["title"])}<' in page) == (example["metric"] == key)
    assert json.loads(found["about"]) == json.loads(json.dumps(ABOUT))
    assert "<!--" not in page


def test_texts_cannot_end_the_element_that_they_stand_in() -> None:
    evil = "</script></textarea><script>alert(1)</script>"
    example = {**ABOUT["examples"][0], "hyp": evil, "refs": [evil, evil], "title": evil, "source": evil}
    about = {**ABOUT, "examples": [{**example, "metric": ABOUT["metrics"][0]["key"]}], "version": evil}
    page = shell((PAGE / "index.html").read_text(encoding="utf-8"), about)
    found = texts(page)
    assert found["hyp"] == found["ref-0"] == found["ref-1"] == escape(evil)
    assert json.loads(found["about"])["examples"][0]["hyp"] == evil
    assert page.count("<script") == 3  # the module, the theme and the data


# --- guides: headings below the page's own, no HTML from the text, no links to what is not there ----------------------
