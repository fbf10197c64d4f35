"""Reports on a test set, as plain data: scores, significance tests, where systems differ, and every segment with the
evidence of each metric. `bolide report` renders one as an HTML file."""
