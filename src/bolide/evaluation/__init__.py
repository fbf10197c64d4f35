"""Evaluating systems with metrics: scores, text health, running sums, MBR, explanations, re-segmentation."""
