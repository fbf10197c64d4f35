"""The Markdown that the docs use, as HTML."""

from pathlib import Path

import pytest

from bolide.metrics import METRICS
from bolide.web.guide import guide
from bolide.web.markdown import inline, to_html

pytestmark = pytest.mark.one_core

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a *b* **c** `d`", "a <em>b</em> <strong>c</strong> <code>d</code>"),
        ("2*3*4 and a_b_c", "2*3*4 and a_b_c"),
        ("_x_ y", "<em>x</em> y"),
        ("is ~~on mat~~ ~", "is <del>on mat</del> ~"),
        ("`a<b` & <i>", "<code>a&lt;b</code> &amp; &lt;i&gt;"),
        ("`` `x` ``", "<code>`x`</code>"),
        (
            "[x](https://e.org/?a=1&b=2)",
            '<a href="https://e.org/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a>',
        ),
        ("[x](#some-place)", '<a href="#guide-some-place">x</a>'),
        ("[x](other.md)", "x"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("<https://e.org>", '<a href="https://e.org" target="_blank" rel="noopener noreferrer">https://e.org</a>'),
    ],
)
def test_inline(text: str, html: str) -> None:
    assert inline(text) == html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# A `b`\n\ntext\nmore", '<h2 id="guide-a-b">A <code>b</code></h2>\n<p>text more</p>'),
        ("- a\n- b\n  - c", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
        ("1. a\n   b\n2. c", "<ol><li>a b</li><li>c</li></ol>"),
        ("- a\n\n  b\n\n- c", "<ul><li><p>a</p><p>b</p></li><li>c</li></ul>"),
        ("> a\n> b", "<blockquote><p>a b</p></blockquote>"),
        ("```python\n>>> 1 < 2\n```", '<pre tabindex="0"><code>&gt;&gt;&gt; 1 &lt; 2</code></pre>'),
        ("    x = 1\n\n    y", '<pre tabindex="0"><code>x = 1\n\ny</code></pre>'),
        ("a\n- b", "<p>a</p>\n<ul><li>b</li></ul>"),
        ("```\nnever closed", '<pre tabindex="0"><code>never closed</code></pre>'),
    ],
)
def test_blocks(text: str, html: str) -> None:
    assert to_html(text) == html


def test_tables() -> None:
    html = to_html("| a | b |\n|---|---:|\n| `1\\|2` | x |\n\nafter")
    assert '<th scope="col">a</th><th scope="col">b</th>' in html
    assert "<td><code>1|2</code></td><td>x</td>" in html
    assert html.endswith("<p>after</p>")


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_s_page_is_shown(metric: str) -> None:
    html = guide(metric)
    assert html is not None
    assert "<h2" in html
    assert "Sources</h3>" in html
    assert "In Bolide" not in html  # what follows that heading is for users of the library
    assert "```" not in html
    assert "**" not in html.replace("</code>", "")


def test_a_metric_without_a_page_has_none() -> None:
    assert guide("nothing") is None


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/**/*.md")), ids=lambda path: path.name)
def test_no_page_of_the_docs_breaks_it(path: Path) -> None:
    html = to_html(path.read_text(encoding="utf-8"))
    assert html.count("<ul>") == html.count("</ul>")
    assert html.count("<table>") == html.count("</table>")
