"""A report of WMT23 Chinese–English: its size, its texts, and marked errors laid over real outputs."""

import re
from collections import defaultdict

import pytest

from bolide.agreement.annotations import mqm_errors
from bolide.agreement.error_overlay import errors_in
from bolide.corpus.lines import read_text
from bolide.kernels import COMPILED
from tests.real.data import DATA, lines, needs_data

pytestmark = [
    needs_data,
    pytest.mark.skipif(not COMPILED, reason="a whole test set is for the compiled core"),
]


def test_marked_errors_of_a_whole_release_find_their_places() -> None:
    """The outputs are those of the file itself, with the marks taken out; every mark lies where it was."""
    path = DATA / "mqm-ted" / "mqm_ted_ende.tsv.gz"
    header, *rows = (line.split("\t") for line in lines(path))
    at = {name: header.index(name) for name in ("system", "seg_id", "target", "severity")}
    texts: dict[str, dict[int, str]] = defaultdict(dict)
    marked: dict[tuple[str, int], list[str]] = defaultdict(list)
    for row in rows:
        system, segment, target = row[at["system"]], int(row[at["seg_id"]]) - 1, row[at["target"]]
        texts[system].setdefault(segment, re.sub("</?v>", "", target))
        found = re.search("<v>(.+?)(?:</v>|$)", target)  # one mark of the release is never closed
        if found and row[at["severity"]].lower() != "no-error":
            marked[system, segment].append(found[1])
    size = 1 + max(segment for own in texts.values() for segment in own)
    outputs = {system: [own.get(k, "") for k in range(size)] for system, own in texts.items()}
    placed = total = 0
    for key, errors in errors_in(mqm_errors.read(str(path), read_text(str(path)))[""], outputs).items():
        words = [outputs[key[0]][key[1]][error.start : error.end] for error in errors if error.start >= 0]
        placed, total = placed + len(words), total + len(marked[key])
        assert all(word in marked[key] for word in words)
    assert placed > 0.99 * total > 1000
