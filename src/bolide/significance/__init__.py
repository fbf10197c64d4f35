"""Which system is better, and is the difference more than luck? Works on rows alone, for every metric."""

from bolide.errors import need

need("stats", "numpy")
