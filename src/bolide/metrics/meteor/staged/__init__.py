"""METEOR's variants `nltk`, `2005` and `runs`: words are matched in stages, each on the words left over."""
