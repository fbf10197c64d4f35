"""Checks of arguments: errors for wrong shapes show the right call."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from bolide.system.errors import InputError
from bolide.system.messages import are, counted

Tokens = Sequence[Hashable]
Texts = Sequence[Tokens]
References = Sequence[Texts]  # of each segment


class WrongShape(InputError, TypeError, AssertionError):
    """Arguments of the wrong shape, for which NLTK raises AssertionError, or counts characters as words."""


def check_sentence(references: Any, hypothesis: Any, call: str) -> None:
    """Raise WrongShape for texts instead of lists of tokens, and for one list of tokens instead of references."""
    if isinstance(hypothesis, str):
        raise WrongShape(
            f"`hypothesis` is one string, of which {call} would count the characters; pass its tokens, for instance "
            "hypothesis.split(), or list(hypothesis) for characters."
        )
    _check_references(references, call, "references")


def check_corpus(list_of_references: Any, hypotheses: Any, call: str) -> None:
    """Raise WrongShape for texts instead of lists of tokens in a corpus, and if both sides do not pair up."""
    if isinstance(hypotheses, str) or isinstance(list_of_references, str):
        raise WrongShape(f"{call} takes lists of token lists; one of its arguments is a string.")
    if len(list_of_references) != len(hypotheses):
        raise WrongShape(
            f"There {are(len(hypotheses))} {counted(len(hypotheses), 'hypothesis', 'hypotheses')} and "
            f"{counted(len(list_of_references), 'list')} of references; they must pair up: {call}([[tokens "
            "of a reference, …] for each segment], [tokens for each segment])."
        )
    for number, hypothesis in enumerate(hypotheses):
        if isinstance(hypothesis, str):
            raise WrongShape(
                f"hypotheses[{number}] is one string; pass its tokens, for instance hypotheses[{number}].split(). "
                f"For one sentence call {call.replace('corpus', 'sentence')}."
            )
    for number, references in enumerate(list_of_references):
        _check_references(references, call, f"list_of_references[{number}]")


def check_order(n: int) -> None:
    """Raise InputError unless there are n-grams of this length."""
    if n < 1:
        raise InputError(f"n is {n}; it must be an integer ≥ 1.")


def check_orders(min_len: int, max_len: int) -> None:
    """Raise InputError unless there are n-grams of these lengths."""
    if not 1 <= min_len <= max_len:
        raise InputError(f"min_len is {min_len} and max_len {max_len}; they must be integers, 1 ≤ min_len ≤ max_len.")


def _check_references(references: Any, call: str, what: str) -> None:
    if isinstance(references, str):
        raise WrongShape(f"`{what}` is one string; {call} needs a list of token lists: [reference.split()].")
    if not len(references):
        raise WrongShape(f"`{what}` is empty; every segment needs at least one reference.")
    for reference in references:
        if isinstance(reference, str):
            raise WrongShape(
                f"`{what}` holds strings; {call} needs a list of token lists: [reference] if this is one list of "
                "tokens, [reference.split() for reference in references] if these are texts."
            )
