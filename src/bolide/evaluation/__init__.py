"""Evaluating systems with metrics: scores, running sums, MBR, influence, re-segmentation."""
