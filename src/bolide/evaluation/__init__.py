"""Evaluating systems with metrics: scores, text health, running sums, MBR, influence, re-segmentation."""
