"""What peers answered about every segment of the real data, and about some texts that tests make, recorded as numbers:
to ask them all again takes longer than our tests.

A test hands over its own numbers, the texts they are of, and a way to ask the peer. The recorded answer is found by a
hash of the peer's name, version and setting and of the texts. Where nothing is recorded of these texts or of this
version the peer is asked. Some segments of most sets are asked about live in any case, by the tests themselves.

Of numbers that a peer computes in another order, so many digits after the point must be equal.

The answers lie in tests/oracles/peers, one file per tool: lines of JSON, compressed. The first says with what they were
made; each other one has the hash, the peer and its answer, in which a row of integers is written as the differences
between neighbours. To record them anew, on either core:

    BOLIDE_ASK_PEERS=FOLDER python -m pytest tests/real tests/oracles/test_ter_live.py
    python -m tests.oracles.recorded FOLDER
"""

import hashlib
import json
import lzma
import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

RECORDED = Path(__file__).parent / "peers"
ASKED = os.environ.get("BOLIDE_ASK_PEERS")
COMMAND = "BOLIDE_ASK_PEERS=FOLDER python -m pytest, as tests/oracles/recorded.py says"
LIVE = 100  # segments of a system that a peer is asked about live
TOOLS = {
    "jiwer": lambda: f"jiwer {version('jiwer')}",
    "meteor": lambda: f"the jar of METEOR 1.5, as pycocoevalcap {version('pycocoevalcap')} has it",
    "nltk": lambda: f"NLTK {version('nltk')}",
    "pycocoevalcap": lambda: f"pycocoevalcap {version('pycocoevalcap')}",
    "sacrebleu": lambda: f"sacreBLEU {version('sacrebleu')}",
}


def agrees(peer: str, texts: object, ours: object, ask: Callable[[], object], digits: int | None = None) -> None:
    """Assert that our numbers are those of a peer, named with its version and setting, on these texts."""
    key = _hash([peer, texts] if digits is None else [peer, texts, digits])
    line = None if ASKED else _lines(_tool(peer)).get(key)
    if line is not None and line == _line(key, peer, ours):
        return  # to the letter: nothing to read
    theirs = _plain(ask()) if line is None else _read(line)
    assert _plain(ours) == (theirs if digits is None else pytest.approx(theirs, abs=10.0**-digits)), peer
    if ASKED:
        with (Path(ASKED) / f"{_tool(peer)}.jsonl").open("a", encoding="utf-8") as file:
            file.write(_line(key, peer, theirs).decode() + "\n")


def versioned(peer: str, number: str) -> str:
    """A peer with the version that pyproject.toml asks for: a release that mends faults alone has the same numbers."""
    return f"{peer} {'.'.join(number.split('.')[:2])}"


def _is_table(answer: Any) -> bool:
    return isinstance(answer, list) and all(isinstance(row, list) and {*map(type, row)} <= {int} for row in answer)


def _delta(answer: Any) -> Any:
    if not _is_table(answer):
        return answer
    return [[b - a for a, b in zip([0, *row], row, strict=False)] for row in answer]


def _line(key: str, peer: str, answer: Any) -> bytes:
    return json.dumps([key, peer, _delta(answer)], separators=(",", ":")).encode()


def _read(line: bytes) -> Any:
    answer = json.loads(line)[2]
    return [list(accumulate(row)) for row in answer] if _is_table(answer) else answer


def _plain(answer: object) -> Any:
    """Lists, numbers and texts, as they come back from a file."""
    return json.loads(json.dumps(answer))


def _tool(peer: str) -> str:
    return peer.split()[0].lower()


def _hash(data: object) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:24]


@cache
def _lines(tool: str) -> dict[str, bytes]:
    """The line of each answer of a tool, by the hash of what it was asked."""
    path = RECORDED / f"{tool}.jsonl.xz"
    lines = lzma.decompress(path.read_bytes()).splitlines()[1:] if path.exists() else []
    return {line[2:26].decode(): line for line in lines}  # it begins with ["HASH"


def main(folder: Path) -> None:
    """Write what was recorded in a folder into the files of the tests, the same whatever the order of the tests."""
    for path in sorted(folder.glob("*.jsonl")):
        lines = sorted(set(path.read_text(encoding="utf-8").splitlines()), key=lambda line: (json.loads(line)[1], line))
        about = {"tool": TOOLS[path.stem](), "command": COMMAND, "answers": len(lines)}
        text = "\n".join([json.dumps(about), *lines]) + "\n"
        (RECORDED / f"{path.name}.xz").write_bytes(lzma.compress(text.encode(), preset=6))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
