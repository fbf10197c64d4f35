"""A run of the fuzzer: inputs are made, every target answers them, what goes wrong is kept.

    python -m tests.fuzz.campaign SECONDS FOLDER COMPILED_SOURCE

is what `scripts/fuzz` starts, with an uncompiled copy of the package on the path: there every branch of the kernels is
Python that atheris sees, so that coverage guides it into them, and the compiled core answers from a process of its own.
"""

import hashlib
import sys
import time
import traceback
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["bolide"]):
    from tests.fuzz.targets import TARGETS, answer
    from tests.fuzz.twin import Twin

from tests.fuzz.seeds import SEEDS

NAMES = tuple(TARGETS)
LONGEST = 2048  # bytes of an input
SLOW = 60  # seconds for one input; more is a hang


class Campaign:
    """Counts inputs, and keeps each kind of finding once, as the bytes that made it and what was said."""

    def __init__(self, folder: Path, compiled: Path) -> None:
        self.folder, self.twin = folder, Twin(compiled)
        self.inputs, self.kinds = 0, set[str]()
        self.began = self.told = time.monotonic()
        (folder / "found").mkdir(parents=True, exist_ok=True)

    def run(self, name: str, data: bytes) -> None:
        """One input through one target, on both cores."""
        self.inputs += 1
        try:
            mine, theirs = answer(name, data), self.twin.answer(name, data)
            assert theirs == mine, f"interpreted {mine[:1000]}\ncompiled    {theirs[:1000]}"
        except Exception:
            self.keep(name, data, traceback.format_exc())
        if time.monotonic() - self.told > 30:
            self.tell()

    def keep(self, name: str, data: bytes, what: str) -> None:
        """Write a finding down, unless one of its kind was found before: the same target, the same last place."""
        places = [line.strip() for line in what.splitlines() if line.strip().startswith("File ")]
        kind = hashlib.sha256(f"{name} {places[-1] if places else what}".encode()).hexdigest()[:12]
        if kind in self.kinds:
            return
        self.kinds.add(kind)
        (self.folder / "found" / f"{name}-{kind}.bin").write_bytes(data)
        (self.folder / "found" / f"{name}-{kind}.txt").write_text(f"{data!r}\n{what}")
        print(f"found: {name} {data[:80]!r}: {what.strip().splitlines()[-1][:200]}", flush=True)

    def tell(self) -> None:
        """One line about the run so far."""
        self.told = time.monotonic()
        seconds = self.told - self.began
        print(f"{self.inputs} inputs in {seconds / 60:.1f} minutes, {len(self.kinds)} findings", flush=True)


def guided(campaign: Campaign, seconds: int) -> None:
    """Inputs by coverage: the first byte says which target."""

    def one(data: bytes) -> None:
        if data:
            campaign.run(NAMES[data[0] % len(NAMES)], data[1:])

    corpus = campaign.folder / "corpus"
    corpus.mkdir(exist_ok=True)
    for name, samples in SEEDS.items():
        for place, sample in enumerate(samples):
            (corpus / f"seed-{name}-{place}").write_bytes(bytes([NAMES.index(name)]) + sample)
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        f"-timeout={SLOW}",
        "-rss_limit_mb=3000",
        f"-artifact_prefix={campaign.folder / 'found'}/",
        "-print_final_stats=1",
        "-verbosity=0",
    ]
    atheris.Setup([sys.argv[0], *options, str(corpus)], one)
    try:
        atheris.Fuzz()
    finally:
        campaign.tell()


def main() -> None:
    seconds, folder, compiled = int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    campaign = Campaign(folder, compiled)
    guided(campaign, seconds)


if __name__ == "__main__":
    main()
