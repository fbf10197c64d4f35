"""A judge of translations, run as `judge.py SOURCE HYP`: replace `ask` by a question to your model."""

import sys


def ask(source, translation):
    return round(100 * min(len(source), len(translation)) / max(len(source), len(translation), 1), 1)


with open(sys.argv[1], encoding="utf-8") as sources, open(sys.argv[2], encoding="utf-8") as translations:
    for source, translation in zip(sources, translations, strict=True):
        print(ask(source.rstrip("\n"), translation.rstrip("\n")))
