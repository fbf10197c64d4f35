"""`python -m bolide.compat.sacrebleu`: sacreBLEU's command line."""

import os
import sys

# As in `python -m bolide`: nothing is imported from the working folder unless it contains Bolide itself.
_home = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
try:
    _here = os.getcwd()
except FileNotFoundError:
    _here = ""
if sys.path and sys.path[0] == _here != _home:
    del sys.path[0]

from bolide.compat.sacrebleu.sacrebleu import main  # noqa: E402 (after the path is safe)
from bolide.system.signals import run  # noqa: E402

if __name__ == "__main__":
    sys.exit(run(main, "sacreBLEU"))
