"""Where the fuzzer begins: a few small inputs of each kind, from which it makes the others.

Those of files and of single words lie in seeds/, by the target; here are those that go with each of our settings.
"""

from pathlib import Path

from tests.laws.settings import SETTINGS

FOLDER = Path(__file__).with_name("seeds")


def _read(name: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(FOLDER.glob(f"{name}-*.bin"))]


_SENTENCES = _read("sentences")
SEEDS: dict[str, list[bytes]] = {
    **{name: _read(name) for name in {path.name.rpartition("-")[0] for path in FOLDER.iterdir()} - {"sentences"}},
    **dict.fromkeys(("tokens", "letters", "normalized", "recut_texts"), _SENTENCES),
    "metric_rows": [bytes([k]) + text for k in range(len(SETTINGS)) for text in _SENTENCES[:3]],
    "metric_explanation": [bytes([k]) + _SENTENCES[k % len(_SENTENCES)] for k in range(len(SETTINGS))],
    "arrow_rows": [bytes([k]) + text for k in range(0, len(SETTINGS), 3) for text in _SENTENCES[:3]],
    "signatures": [str(metric.signature()).encode() for metric in SETTINGS],
}
