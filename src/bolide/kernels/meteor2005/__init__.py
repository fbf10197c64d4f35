"""METEOR 2005's alignment, proven optimal where it can be, and NLTK's greedy one."""
