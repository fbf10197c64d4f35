"""Scoring at scale by adding rows: streamed tables, counts files, and DuckDB, Polars, Spark and datasets."""
