"""Columns as a table of pandas, polars or pyarrow, if installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bolide.system.errors import MissingExtra

Columns = Mapping[str, Sequence[Any]]


def to_pandas(columns: Columns) -> Any:
    """A pandas.DataFrame."""
    return _package("pandas").DataFrame(dict(columns))


def to_polars(columns: Columns) -> Any:
    """A polars.DataFrame."""
    return _package("polars").DataFrame(dict(columns))


def to_arrow(columns: Columns) -> Any:
    """A pyarrow.Table."""
    return _package("pyarrow").table(dict(columns))


def _package(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise MissingExtra(f"This needs {name}, which is not installed: pip install {name}.") from None
