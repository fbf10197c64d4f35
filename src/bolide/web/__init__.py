"""Bolide in the visitor's browser: the page's Python side, the runtime it needs, a loopback server, an export."""
