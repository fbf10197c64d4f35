"""N-grams that texts share."""
