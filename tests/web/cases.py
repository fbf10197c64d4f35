"""Rows of test cases about the page, from cases.toml."""

import tomllib
from pathlib import Path

CASES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
