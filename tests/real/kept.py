"""What peers said of every segment of the real data, kept as hashes: to ask them all again takes longer than our tests.

A test hands over its own numbers, the texts they are of, and a way to ask the peer. Where the hash of the numbers is
the one that is kept of the peer's, they are equal, segment by segment. Where it is not, or nothing is kept of these
texts or of this version of the peer, the peer is asked and the numbers are compared as they are. So a wrong number is
never taken for right; what is kept only saves time. Some systems are asked about live in any case.

`BOLIDE_ASK_PEERS=FILE python -m pytest -n 0 tests/real` asks for everything and adds what was found equal to FILE;
its sorted lines, below the first ones, are tests/oracles/peers-on-real-data.tsv.
"""

import hashlib
import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

KEPT = Path(__file__).parents[1] / "oracles" / "peers-on-real-data.tsv"
ASKED = os.environ.get("BOLIDE_ASK_PEERS")


def agrees(peer: str, texts: object, ours: object, ask: Callable[[], object], *, live: bool = False) -> None:
    """Assert that our numbers are those of a peer, named with its version and setting, on these texts."""
    key, found = _hash([peer, texts]), _hash(ours)
    if not live and not ASKED and _kept().get(key) == found:
        return
    theirs = ask()
    assert ours == theirs, peer
    if ASKED:
        with Path(ASKED).open("a", encoding="utf-8") as file:
            file.write(f"{key}\t{_hash(theirs)}\t{peer}\n")


def called(peer: str, version: str) -> str:
    """A peer with the version that pyproject.toml asks for: a release that mends faults alone has the same numbers."""
    return f"{peer} {'.'.join(version.split('.')[:2])}"


def _hash(data: object) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:24]


@cache
def _kept() -> dict[str, str]:
    """The hash of a peer's numbers, by the hash of what it was asked."""
    rows = [line.split("\t") for line in KEPT.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {key: numbers for key, numbers, _ in rows}
