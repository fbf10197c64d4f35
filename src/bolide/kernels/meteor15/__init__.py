"""METEOR 1.5: normaliser, paraphrases, aligner."""
