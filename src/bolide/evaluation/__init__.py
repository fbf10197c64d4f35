"""Metrics over systems: scores, running sums, minimum-risk choice, influence, re-segmentation."""
