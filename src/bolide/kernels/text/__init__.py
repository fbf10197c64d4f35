"""From code points to tokens and numbers."""
