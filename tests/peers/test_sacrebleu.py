"""sacreBLEU accelerated gives what sacreBLEU gives: in random calls, on its command line, in threads and workers."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import bolide

pytest.importorskip("sacrebleu")
from sacrebleu.metrics import BLEU, CHRF, TER, bleu, chrf, ter

from tests.peers.random_calls import exact, line, near

RNG = random.Random(70)
HYPS = [line(RNG) for _ in range(120)]
REFS = [[near(RNG, hyp) for hyp in HYPS] for _ in range(2)]
USUAL: list[Callable[..., Any]] = [
    BLEU,
    lambda **more: BLEU(tokenize="intl", lowercase=True, **more),
    lambda **more: BLEU(tokenize="zh", **more),
    CHRF,
    lambda **more: CHRF(word_order=2, eps_smoothing=True, **more),
    TER,
    lambda **more: TER(normalized=True, asian_support=True, **more),
]


def scores(make: Callable[..., Any]) -> Any:
    metric = make(references=REFS)
    found = [metric.corpus_score(HYPS, None, n_bootstrap=5), make().corpus_score(HYPS, REFS[:1])]
    found += [metric.sentence_score(hyp, [ref]) for hyp, ref in zip(HYPS, REFS[0], strict=True)]
    return exact(found)


@pytest.mark.parametrize("make", USUAL)
def test_usual_calls_are_counted_by_bolide(make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    plain = scores(make)
    monkeypatch.setattr(bleu, "extract_all_word_ngrams", None)
    monkeypatch.setattr(chrf, "extract_all_char_ngrams", None)
    monkeypatch.setattr(ter, "translation_edit_rate", None)
    with pytest.raises(TypeError):
        scores(make)
    with bolide.accelerate("sacrebleu"):
        assert scores(make) == plain
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(scores, [make] * 4)) == [plain] * 4


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("texts")
    lines = {"ref": REFS[0], "ref2": REFS[1], "a": HYPS, "b": REFS[1][::-1]}
    for name, texts in lines.items():
        (folder / name).write_text("".join(" ".join(text.split()) + "\n" for text in texts), "utf-8", "replace")
    return folder


@pytest.mark.parametrize(
    "words",
    [
        "ref -i a -m bleu chrf ter",
        "ref ref2 -i a -m bleu chrf --chrf-word-order 2 -f text --confidence --confidence-n 20",
        "ref -i a b -m bleu chrf ter --paired-bs --paired-bs-n 50 -f text",
        "ref ref2 -i a b -m bleu --paired-ar --paired-ar-n 50 -f latex",
        "ref -i missing",
    ],
)
def test_the_command_line_prints_the_same(words: str, files: Path) -> None:
    def printed(*module: str) -> tuple[object, ...]:
        command = [sys.executable, "-m", *module, *words.split()]
        done = subprocess.run(command, cwd=files, capture_output=True, text=True, encoding="utf-8", check=False)
        texts = (re.sub(r"\+bolide\.[\d.]+", "", text).splitlines()[-40:] for text in (done.stdout, done.stderr))
        return done.returncode, *texts

    plain, fast = printed("sacrebleu"), printed("bolide.peers", "sacrebleu", "--", "-m", "sacrebleu")
    if plain[0] == 0:
        assert plain == fast
    else:
        assert (plain[0], plain[2][-1]) == (fast[0], fast[2][-1])  # type: ignore[index]


SCRIPT = """
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
import bolide
from sacrebleu.metrics import base

def version(_=None):
    return base.__version__.partition("+")[2].partition(".")[0]

if __name__ == "__main__":
    print(sys.argv[1:], version(), sep="|")
    for method, initializer in (("fork", None), ("spawn", None), ("spawn", bolide.accelerate)):
        given = {"initializer": initializer, "initargs": ("sacrebleu",)} if initializer else {}
        with ProcessPoolExecutor(1, get_context(method), **given) as pool:
            print(method, list(pool.map(version, [1])))
    sys.exit(3)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_the_command_and_its_workers(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(SCRIPT)
    words = [sys.executable, "-m", "bolide", "accelerate", "sacrebleu", "--"]
    done = subprocess.run([*words, script, "--", "-x"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout.splitlines() == ["['--', '-x']|bolide", "fork ['bolide']", "spawn ['']", "spawn ['bolide']"]
    done = subprocess.run([*words, "-m", "sacrebleu", "-V"], capture_output=True, text=True, check=False)
    assert done.stdout.split()[1:] == [bolide.peers.version_of("sacrebleu")]
    done = subprocess.run([*words, "no.py"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
