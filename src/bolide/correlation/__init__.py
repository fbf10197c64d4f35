"""Does a metric agree with people? Works on tables of scores alone, ours or anyone's."""

from bolide.errors import need

need("stats", "numpy", "scipy")
