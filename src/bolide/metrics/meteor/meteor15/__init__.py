"""METEOR's variant `1.5` (Denkowski and Lavie 2014): what papers report."""
