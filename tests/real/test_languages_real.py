"""How often texts are taken for another language, in windows of the real references and outputs."""

import random
from pathlib import Path

import pytest

from bolide.text.languages import contradiction
from tests.real.data import DATA, lines, needs_data

pytestmark = needs_data

FILES = {
    "en": [
        "wmt23/zh-en/refA.txt.gz",
        "wmt23/zh-en/system-outputs",
        "wmt12/fr-en",
        "wmt23-news/de-en",
        "wmt24/en-cs/source.txt.gz",
    ],
    "de": ["wmt23/en-de/refA.txt.gz", "wmt23/en-de/system-outputs", "wmt12/en-de"],
    "cs": ["wmt24/en-cs/refA.txt.gz", "wmt24/en-cs/system-outputs"],
    "uk": ["wmt23-news/cs-uk"],
    "zh": ["wmt23/zh-en/source.txt.gz"],
}
WINDOWS = 6000


def texts(language: str) -> list[Path]:
    paths = [DATA / name for name in FILES[language]]
    files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*.gz")))]
    return [file for file in files if "rankings" not in file.name]


def windows(language: str, count: int, most: int, rng: random.Random) -> list[list[str]]:
    files = texts(language)
    some = []
    for _ in range(count):
        text, size = lines(rng.choice(files)), rng.randint(2, most)
        first = rng.randrange(max(1, len(text) - size))
        some.append(text[first : first + size])
    return some


def test_a_text_is_hardly_ever_taken_for_another_language() -> None:
    rng = random.Random(1)
    wrong = [
        (language, other)
        for language in FILES
        for window in windows(language, WINDOWS // len(FILES), 50, rng)
        if (other := contradiction(window, language))
    ]
    assert len(wrong) <= WINDOWS / 1000, wrong


@pytest.mark.parametrize("language", FILES)
def test_no_whole_text_is_taken_for_another_language(language: str) -> None:
    for file in texts(language):
        assert contradiction(lines(file), language) is None, file
