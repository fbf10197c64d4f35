"""What peers said of every segment of the real data, kept as hashes: to ask them all again takes longer than our tests.
The same is done with some texts that tests make, always the same ones.

A test hands over its own numbers, the texts they are of, and a way to ask the peer. Where the hash of the numbers is
the one that is kept of the peer's, they are equal, segment by segment. Where it is not, or nothing is kept of these
texts or of this version of the peer, the peer is asked and the numbers are compared as they are. So a wrong number is
never taken for right; what is kept only saves time. Some segments of most sets are asked about live in any case.

Of numbers that a peer computes in another order, so many digits after the point are kept, and as many must be equal.

`BOLIDE_ASK_PEERS=FILE python -m pytest -n 0 tests/real` asks for everything and adds what was found equal to FILE;
its sorted lines, below the first ones, are tests/oracles/peers-on-real-data.tsv, which names the other tests that ask.
"""

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

KEPT = Path(__file__).parents[1] / "oracles" / "peers-on-real-data.tsv"
ASKED = os.environ.get("BOLIDE_ASK_PEERS")
LIVE = 100  # segments of a system that a peer is asked about live


def agrees(peer: str, texts: object, ours: object, ask: Callable[[], object], *, live: bool = False) -> None:
    """Assert that our numbers are those of a peer, named with its version and setting, on these texts."""
    key, found = _hash([peer, texts]), _hash(ours)
    if not live and not ASKED and _kept().get(key) == found:
        return
    theirs = ask()
    assert ours == theirs, peer
    _keep(key, theirs, peer)


def nearly_agrees(
    peer: str, texts: object, ours: Sequence[float | None], ask: Callable[[], Sequence[float | None]], digits: int
) -> None:
    """The same of numbers that may differ by one in the last of so many digits after the point."""
    key, found = _hash([peer, texts, digits]), _hash(_rounded(ours, digits))
    if not ASKED and _kept().get(key) == found:
        return
    theirs = ask()
    assert list(ours) == [number if number is None else _near(number, digits) for number in theirs], peer
    _keep(key, _rounded(theirs, digits), peer)


def _rounded(numbers: Sequence[float | None], digits: int) -> list[str | None]:
    return [number if number is None else f"{number + 0.0:.{digits}f}" for number in numbers]


def _near(number: float, digits: int) -> object:
    return pytest.approx(number, abs=10**-digits, rel=0)


def _keep(key: str, theirs: object, peer: str) -> None:
    if ASKED:
        with Path(ASKED).open("a", encoding="utf-8") as file:
            file.write(f"{key}\t{_hash(theirs)}\t{peer}\n")


def called(peer: str, version: str) -> str:
    """A peer with the version that pyproject.toml asks for: a release that mends faults alone has the same numbers."""
    return f"{peer} {'.'.join(version.split('.')[:2])}"


def _hash(data: object) -> str:
    return hashlib.sha256(json.dumps(data, default=_hash_of_bytes).encode()).hexdigest()[:24]


def _hash_of_bytes(numbers: "memoryview[int]") -> str:
    """Numbers of a buffer stand for themselves: millions of them take long to write."""
    return hashlib.sha256(numbers).hexdigest()


@cache
def _kept() -> dict[str, str]:
    """The hash of a peer's numbers, by the hash of what it was asked."""
    rows = [line.split("\t") for line in KEPT.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {key: numbers for key, numbers, _ in rows}
