"""`python -m bolide`."""

import sys

from bolide.cli import main

sys.exit(main())
