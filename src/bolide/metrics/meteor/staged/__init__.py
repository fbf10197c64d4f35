"""METEOR in stages: NLTK's, that of Banerjee and Lavie 2005, and the teaching exercise."""
