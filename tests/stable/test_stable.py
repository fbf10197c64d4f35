"""Names that users rely on stay; the frozen numbers are only ever added to."""

from tests.frozen import file as frozen
from tests.stable.names import current, disappeared, listed, warned


def test_no_stable_name_disappeared() -> None:
    assert len(listed()) > 1000
    gone = disappeared(current(), listed(), warned())
    assert not gone, (
        f"gone: {gone[:20]}. A name that was released needs an entry marked ⚠ that names it in backquotes; "
        "if it never was, run python -m tests.stable.names."
    )


def test_frozen_files_were_only_added_to() -> None:
    assert frozen.changed_before_the_end() == []
