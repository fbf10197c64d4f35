"""The arrays that tuning works on."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Rows = NDArray[Any]  # whole numbers, the last axis the metric's columns
