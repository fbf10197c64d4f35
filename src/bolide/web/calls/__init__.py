"""What Python answers when the page calls."""
