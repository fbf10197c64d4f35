"""Stems, synonyms, paraphrases, function words, and the matching of words by them."""
