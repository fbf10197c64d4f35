"""What is known about words: stems, synonyms, paraphrases, function words, and what of it makes two words match."""
