"""METEOR 2005's alignment, proven optimal if possible, and NLTK's greedy one."""
