"""`python -m bolide`."""

import os
import sys

# Python puts the working folder first on its path here, so that a stranger's ./numpy.py would be run. The installed
# command `bolide` never looks there, and neither does this, unless Bolide itself lies in that folder.
if sys.path and sys.path[0] == os.getcwd() and sys.path[0] != os.path.dirname(os.path.dirname(__file__)):
    del sys.path[0]

from bolide.cli.entry import bolide

sys.exit(bolide())
