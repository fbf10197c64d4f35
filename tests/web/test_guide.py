"""The metrics' guides as HTML: headings below the page's own, no HTML from the text, no links to what is not there."""

import pytest

from bolide.metrics import METRICS
from bolide.web.serve.guide import guides, to_html

pytestmark = pytest.mark.one_core


@pytest.mark.parametrize(("text", "html"), [
    ("`a<b` & <i onclick='x'>", "<p><code>a&lt;b</code> &amp; &lt;i onclick='x'&gt;</p>"),
    ("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>"),
    ("is ~~on mat~~ ~", "<p>is <s>on mat</s> ~</p>"),
    (
        "[x](https://e.org/?a=1&b=2)",
        '<p><a href="https://e.org/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a></p>',
    ),
    ("[x](#some-place)", '<p><a href="#guide-some-place">x</a></p>'),
    ("[x *y*](other.md) [z](https://e.org)", '<p>x <em>y</em> <a href="https://e.org" target="_blank" '
     'rel="noopener noreferrer">z</a></p>'),
    ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
    ("[x](ftp://e.org)", "<p>x</p>"),
    ("<https://e.org>", '<p><a href="https://e.org" target="_blank" rel="noopener noreferrer">https://e.org</a></p>'),
    ("a ![<b>](x.png)", "<p>a &lt;b&gt;</p>"),
    ("# A `b`", '<h2 id="guide-a-b">A <code>b</code></h2>'),
    ("###### f", '<h6 id="guide-f">f</h6>'),
    ("```python\n>>> 1 < 2\n```", '<pre tabindex="0"><code>&gt;&gt;&gt; 1 &lt; 2</code></pre>'),
    ("    x = 1\n\n    y", '<pre tabindex="0"><code>x = 1\n\ny</code></pre>'),
])  # fmt: skip
def test_html(text: str, html: str) -> None:
    assert to_html(text).strip() == html


def test_tables() -> None:
    html = to_html("| a | b |\n|---|---:|\n| `1\\|2` | x |\n\nafter").replace("\n", "")
    assert html == (
        '<div class="scroll" tabindex="0" role="group" aria-label="table"><table><thead><tr><th scope="col">a</th>'
        '<th scope="col">b</th></tr></thead><tbody><tr><td><code>1|2</code></td><td>x</td></tr></tbody></table></div>'
        "<p>after</p>"
    )


def test_every_metric_has_a_guide() -> None:
    found = guides()
    assert set(found) == set(METRICS)
    for html in found.values():
        assert "<h2" in html
        assert "Sources</h3>" in html
        assert "In Bolide" not in html  # what follows that heading is for users of the library
        assert "```" not in html
        assert "**" not in html.replace("</code>", "")
