"""What a release says of itself: fragments of the changelog end up where they belong, CITATION.cff has the version, and
links of the README lead somewhere on a package index.
"""

import re

import pytest

from bolide import __version__
from tests.errors import raises
from tests.scripts import ROOT, script

pytestmark = pytest.mark.one_core

assemble = script("assemble_changelog")
CHANGELOG = """# Changes

## 0.3.0 (unreleased)

### Python
- One.

### Speed
- Fast.

## 0.2.0

### Python
- Old.
"""


def test_the_fragments_here_can_be_assembled() -> None:
    fragments = {path.name: path.read_text(encoding="utf-8") for path in assemble.FRAGMENTS.glob("*.md")}
    before = assemble.CHANGELOG.read_text(encoding="utf-8")
    after = assemble.assembled(before, fragments)
    for entry in (entry for text in fragments.values() for entry in text.split("\n- ")[1:]):
        assert entry.partition("\n###")[0].strip() in after
    assert set(before.splitlines()) <= set(after.splitlines())


def test_entries_go_to_the_end_of_their_section() -> None:
    fragments = {
        "b": "### Metrics\n- New.\n",
        "a": "### Python\n- ⚠ Two,\n  in two lines.\n- Three.\n### Speed\n- Faster.\n",
    }
    expected = CHANGELOG.replace("- One.\n", "- One.\n- ⚠ Two,\n  in two lines.\n- Three.\n").replace(
        "- Fast.\n", "- Fast.\n- Faster.\n\n### Metrics\n- New.\n"
    )
    assert assemble.assembled(CHANGELOG, fragments) == expected
    assert assemble.assembled(CHANGELOG, {}) == CHANGELOG


@pytest.mark.parametrize("text", ["", "### Python\n", "- no heading\n", "### Python\ntext\n- entry\n"])
def test_a_fragment_that_would_be_lost_is_refused(text: str) -> None:
    raises(ValueError, "the fragment", assemble.assembled, CHANGELOG, {"the fragment": text})


def test_a_version_that_is_out_is_not_changed() -> None:
    released = CHANGELOG.replace(" (unreleased)", "")
    raises(ValueError, "is out", assemble.assembled, released, {"a": "### Python\n- Two.\n"})


def test_the_citation_has_the_version_and_a_date() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in citation
    assert re.search(r"^date-released: \d{4}-\d\d-\d\d$", citation, flags=re.MULTILINE)


def test_links_of_the_readme_are_absolute_on_a_package_index() -> None:
    plain = (ROOT / "README.md").read_text(encoding="utf-8")
    text = script("absolute_links").absolute(plain, "https://example.org/bolide/")
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert len(links) == plain.count("](") > 10
    assert all(link.startswith(("https://", "#")) for link in links)
    assert f"https://example.org/bolide/blob/v{__version__}/docs/guide.md" in links
