"""Times of Bolide beside those of others."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line sets it: numpy's threads fight with Bolide's
