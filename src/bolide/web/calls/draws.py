"""numpy's random numbers in plain Python, for the page, which has no numpy: the same seed gives the same draws.

numpy.random.default_rng is PCG64 (O'Neill 2014: XSL-RR over a 128-bit congruential generator), seeded by a
SeedSequence; integers below a bound are Lemire's (2019). tests/web/test_draws.py holds every draw to numpy's.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator

_M32, _M64, _M128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_POOL = 4
_BLOCK = 4096  # numbers made at a time


class Draws:
    """A stream of 32-bit numbers from a seed; every call goes on where the last one ended."""

    def __init__(self, seed: int) -> None:
        words = _seed_words(seed, 8)
        first = words[0] | words[1] << 32, words[2] | words[3] << 32
        second = words[4] | words[5] << 32, words[6] | words[7] << 32
        self._increment = ((second[0] << 64 | second[1]) << 1 | 1) & _M128
        self._state = (self._increment + (first[0] << 64 | first[1])) & _M128
        self._step()
        self._left = array("I")

    @property
    def state(self) -> tuple[int, int]:
        """Where the generator stands, and what it adds at every step."""
        return self._state, self._increment

    def _step(self) -> None:
        self._state = (self._state * _MULTIPLIER + self._increment) & _M128

    def words(self, count: int) -> array[int]:
        """The next numbers."""
        while len(self._left) < count:
            self._left.frombytes(self._more(max(1, (count - len(self._left) + 1) // 2)).tobytes())
        found, self._left = self._left[:count], self._left[count:]
        return found

    def _more(self, count: int) -> array[int]:
        """So many numbers of 64 bits; the lower half of each comes first."""
        state, increment, multiplier, every, low = self._state, self._increment, _MULTIPLIER, _M128, _M64
        found = array("Q", bytes(8 * count))
        for k in range(count):
            state = (state * multiplier + increment) & every
            mixed = (state >> 64) ^ (state & low)
            turn = state >> 122
            found[k] = (mixed >> turn | mixed << (64 - turn)) & low
        self._state = state
        return found

    def below(self, bound: int, count: int) -> array[int]:
        """So many integers from 0 to `bound` − 1, each as likely as any."""
        found, least = array("I"), ((1 << 32) - bound) % bound
        while len(found) < count:  # a number that would make some integers likelier is passed over
            words = self.words(min(_BLOCK, count - len(found)))
            found.extend([product >> 32 for word in words if (product := word * bound) & _M32 >= least])
        return found

    def coins(self, count: int) -> bytes:
        """So many fair coins, eight to a byte, the first in the lowest bit."""
        return self.words((count + 31) // 32).tobytes()


def _seed_words(seed: int, count: int) -> list[int]:
    """What a SeedSequence makes of a seed."""
    entropy = [seed >> shift & _M32 for shift in range(0, max(1, seed.bit_length()), 32)]
    mixed = _mixing()
    next(mixed)
    pool = [mixed.send(entropy[k] if k < len(entropy) else 0) for k in range(_POOL)]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _together(pool[target], mixed.send(pool[source]))
    for word in entropy[_POOL:]:
        for target in range(_POOL):
            pool[target] = _together(pool[target], mixed.send(word))
    found, constant = [], 0x8B51F9DD
    for k in range(count):
        value = pool[k % _POOL] ^ constant
        constant = constant * 0x58F38DED & _M32
        value = value * constant & _M32
        found.append(value ^ value >> 16)
    return found


def _mixing() -> Generator[int, int, None]:
    """A generator that is sent words and gives them hashed, each with another constant."""
    constant, hashed = 0x43B0D7E5, 0
    while True:
        value = yield hashed
        value ^= constant
        constant = constant * 0x931E8875 & _M32
        value = value * constant & _M32
        hashed = value ^ value >> 16


def _together(one: int, two: int) -> int:
    value = (0xCA01F9DD * one - 0x4973F715 * two) & _M32
    return value ^ value >> 16
