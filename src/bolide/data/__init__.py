"""Plain data: rows of counts, scores, results, explanations, marks, figures."""
