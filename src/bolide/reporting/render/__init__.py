"""Blocks in every output format, one file each."""
