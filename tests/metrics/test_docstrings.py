"""`help` of a metric lists what can be set, from the records that flags and pages are made from."""

import pydoc

import pytest

from bolide import METRICS
from bolide.metrics.options import options_of

pytestmark = pytest.mark.one_core


@pytest.mark.parametrize("name", METRICS)
def test_help_lists_every_option(name: str) -> None:
    shown = pydoc.render_doc(METRICS[name], renderer=pydoc.plaintext)  # type: ignore[attr-defined]
    words = " ".join(shown.replace("|", " ").split())
    for item, record in options_of(METRICS[name]):
        assert f"{item.name}={item.default!r} {' '.join(record.help.split())}" in words.replace("  ", " ")
        assert all(choice in words for choice in record.choices or ())
    for preset in METRICS[name]().form.presets:
        assert f'.preset("{preset}")' in words
