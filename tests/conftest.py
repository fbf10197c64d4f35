"""Shared by all tests: which core runs, and examples that do not depend on the machine's speed."""

import os

from hypothesis import HealthCheck, settings

from bolide.kernels import COMPILED

if not COMPILED:  # and meant to be: no test should find the notice about it in its output
    os.environ.setdefault("BOLIDE_CORE", "pure")

settings.register_profile(
    "bolide", max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("bolide")


def pytest_report_header() -> str:
    return f"bolide core: {'compiled' if COMPILED else 'interpreted'}"
