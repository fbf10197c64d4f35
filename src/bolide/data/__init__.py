"""What is computed, as plain data: rows, scores, results, explanations, marks, figures."""
