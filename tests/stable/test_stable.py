"""Names that users rely on stay; the frozen numbers are only ever added to."""

from tests.frozen import file as frozen
from tests.stable.names import ROOT, current, listed


def test_no_stable_name_disappeared() -> None:
    assert len(listed()) > 1000
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    gone = [name for name in sorted(listed() - {*current()}) if f"`{name.split()[-1]}`" not in changes]
    assert not gone, "name in backquotes in CHANGELOG.md what was released, or run python -m tests.stable.names"


def test_frozen_files_were_only_added_to() -> None:
    assert frozen.changed_before_the_end() == []
