"""Small texts and tables drawn from seeds, written as hypothesis writes its strategies.

With hypothesis the same tests of kernels, metrics and laws take 172 seconds of processor time instead of 37, compiled,
even if it only generates (`phases=[Phase.generate], database=None, derandomize=True`; hypothesis 6.170). It stays where
texts may have any character, numbers any value, and an example is worth shrinking.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Signature, signature
from random import Random
from typing import Any

from bolide.kernels import COMPILED

EXAMPLES = 60 if COMPILED else 25  # the same ones, as far as they go


class Made:
    """A way to make an example from random numbers."""

    def __init__(self, make: Callable[[Random], Any]) -> None:
        self.make = make

    def map(self, change: Callable[[Any], Any]) -> "Made":
        return Made(lambda rng: change(self.make(rng)))

    def flatmap(self, further: Callable[[Any], "Made"]) -> "Made":
        return Made(lambda rng: further(self.make(rng)).make(rng))

    def __or__(self, other: "Made") -> "Made":
        return Made(lambda rng: rng.choice((self, other)).make(rng))


def sampled_from(values: Sequence[Any]) -> Made:
    return Made(lambda rng: rng.choice(values))


def integers(least: int, most: int) -> Made:
    return Made(lambda rng: rng.randint(least, most))


def floats(least: float, most: float) -> Made:
    """Either end as often as one in between: formulas have their exceptions there."""
    return Made(lambda rng: rng.choice((least, most, rng.uniform(least, most), rng.uniform(least, most))))


def booleans() -> Made:
    return sampled_from((False, True))


def just(value: Any) -> Made:
    return Made(lambda rng: value)


def permutations(values: Iterable[Any]) -> Made:
    items = list(values)
    return Made(lambda rng: rng.sample(items, len(items)))


def lists(items: Made, min_size: int = 0, max_size: int = 10, unique: bool = False) -> Made:
    def make(rng: Random) -> list[Any]:
        made = [items.make(rng) for _ in range(rng.randint(min_size, max_size))]
        return list(dict.fromkeys(made)) if unique else made

    return Made(make)


def text(alphabet: str, min_size: int, max_size: int) -> Made:
    return lists(sampled_from(alphabet), min_size, max_size).map("".join)


def tuples(*parts: Made) -> Made:
    return Made(lambda rng: tuple(part.make(rng) for part in parts))


def fixed_dictionaries(parts: Mapping[str, Made]) -> Made:
    return Made(lambda rng: {name: part.make(rng) for name, part in parts.items()})


def data() -> Made:
    """What draws more of an example inside the test."""
    return Made(lambda rng: lambda made: made.make(rng))


def given(*last: Made, **named: Made) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test on some examples: of its last parameters, or of those named."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        parameters = signature(test).parameters
        makes = dict(zip([*parameters][len(parameters) - len(last) :], last, strict=True)) | named

        def held(**fixtures: Any) -> None:
            for seed in range(held.examples):  # type: ignore[attr-defined]
                rng = Random(seed)
                example = {name: made.make(rng) for name, made in makes.items()}
                try:
                    test(**fixtures, **example)
                except Exception as problem:
                    problem.add_note(f"example {seed}: {example}")
                    raise

        held.__name__, held.__doc__, held.__module__ = test.__name__, test.__doc__, test.__module__
        held.__signature__ = Signature([p for name, p in parameters.items() if name not in makes])  # type: ignore[attr-defined]
        return examples(EXAMPLES)(held)

    return decorate


def examples(count: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test on so many examples."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        test.examples = count  # type: ignore[attr-defined]
        return test

    return decorate


many = examples(10 * EXAMPLES)
