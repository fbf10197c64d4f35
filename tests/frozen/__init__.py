"""The frozen numbers: what Bolide computed when a file was written, and must compute for ever (law 14)."""
