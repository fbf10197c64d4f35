"""`python -m bolide`."""

import os
import sys

# Python puts the working folder first on its path here, and has found Bolide by then; a stranger's ./numpy.py would be
# run. The installed command `bolide` never looks there, and from here on neither does this, unless Bolide itself lies
# in that folder. If the folder was deleted, Python has written nothing for it.
try:
    here = os.getcwd()
except FileNotFoundError:
    here = ""
if sys.path and sys.path[0] == here != os.path.dirname(os.path.dirname(__file__)):
    del sys.path[0]

from bolide.cli.entry import bolide

sys.exit(bolide())
