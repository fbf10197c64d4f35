"""What a release says of itself: CITATION.cff has the version, links of the README lead somewhere on an index."""

import re

from bolide import __version__
from tests.scripts import ROOT, script


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
    assert f"https://example.org/bolide/blob/v{__version__}/docs/statistics.md" in links
