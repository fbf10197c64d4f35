"""The Python side of the page's calls."""
