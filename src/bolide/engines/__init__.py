"""Scoring by addition: tables that stream by, rows on disk, and sums that other engines add."""
