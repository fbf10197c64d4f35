"""What people said of translations, and whether a metric agrees with them."""
