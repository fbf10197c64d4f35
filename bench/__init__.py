"""Times of Bolide beside those of others; numpy has as many threads as the command line allows it."""

import os

from bolide.cli.main import ENVIRONMENT

for name, value in ENVIRONMENT.items():
    os.environ.setdefault(name, value)
