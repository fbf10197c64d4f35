"""`help` of a metric lists what can be set, from the records that flags and pages are made from."""

import pydoc
from dataclasses import dataclass

import pytest

from bolide import METRICS, Metric
from bolide.metrics import options
from bolide.metrics.options import option, options_of

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


def test_nothing_is_written_until_somebody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[type] = []
    monkeypatch.setattr(options, "options_of", lambda cls: asked.append(cls) or options_of(cls))

    @dataclass(frozen=True)
    class Own(Metric):
        """A metric of one's own."""

        size: int = option(3, "How many.")

    assert asked == []
    assert Own.__doc__ == "A metric of one's own.\n\nOptions:\n\n    size=3\n        How many."
    assert asked == [Own]
    assert Own().__doc__ == Own.__doc__
