"""scripts/peer-suites says so where the peers' archives cannot be had, and does not fail for that."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "scripts" / "peer-suites"


def test_without_archives(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "--sdists", str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "sacrebleu: skipped, for the source distribution of sacrebleu==2.6.0 cannot be had.",
        "nltk: skipped, for the source distribution of nltk==3.10.* cannot be had.",
    ]
