"""Sums of rows and statistics over them."""
