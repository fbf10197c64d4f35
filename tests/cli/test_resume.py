"""--resume over all options of `score`: work that was begun with another value is refused, or the value changes no
number. An option that is in neither table fails the first test."""

import shutil
from pathlib import Path
from unittest.mock import patch

import pytest

from bolide.cli.commands.score import parser
from bolide.engines.checkpoints import Checkpoint
from bolide.engines.streaming import Running
from bolide.system.errors import InputError
from tests.cli.run import Result, bolide

pytestmark = pytest.mark.one_core

pytest.importorskip("pyarrow")

BEGUN = "ref -i hyp"
POISSON = f"{BEGUN} --confidence 20 --mode poisson"
NLTK = f"{BEGUN} -m meteor --meteor.variant nltk"
ANOTHER = "holds finished work with other "

# What the work was begun with, what it is resumed with, and what is said: by the name of the option.
CHANGES: dict[str, tuple[str, str] | tuple[str, str, str]] = {
    "references": (BEGUN, "ref2 -i hyp"),
    "ref": (BEGUN, "--ref ref2 -i hyp"),
    "input": (BEGUN, "ref -i hyp2"),
    "table": (f"{BEGUN} --table t2.tsv", f"{BEGUN} --table t3.tsv"),
    "join": (BEGUN, f"{BEGUN} --join hyp2", "not joined"),
    "table_quotes": (f"{BEGUN} --table-quotes text", f"{BEGUN} --table-quotes csv"),
    "drop_bom": (BEGUN, f"{BEGUN} --drop-bom", "--drop-bom is for text files"),
    "scores": (BEGUN, f"{BEGUN} --scores x.seg.score", "--scores needs all of it first"),
    "lower": (BEGUN, f"{BEGUN} --lower x", "--lower"),
    "output": (BEGUN, f"{BEGUN} -o rows.parquet"),
    "sentence_level": (BEGUN, f"{BEGUN} -sl", "-sl needs all of it first"),
    "confidence": (POISSON, f"{BEGUN} --confidence 21 --mode poisson"),
    "mode": (POISSON, f"{BEGUN} --confidence 20", "--confidence without --mode poisson needs all of it first"),
    "seed": (POISSON, f"{POISSON} --seed 3"),
    "by": (BEGUN, f"{BEGUN} --by id"),
    "counts": (f"{BEGUN} -o rows.parquet", f"{BEGUN} -o rows.parquet --counts"),
    "metrics": (BEGUN, f"{BEGUN} -m bleu chrf"),
    "lowercase": (BEGUN, f"{BEGUN} -lc"),
    "tokenize": (BEGUN, f"{BEGUN} -tok char"),
    "language_pair": (BEGUN, f"{BEGUN} -l zh"),
    "units": (f"{BEGUN} -m rgbf --units word", f"{BEGUN} -m rgbf --units word char"),
    "meteor.char_based": (f"{BEGUN} -m meteor", f"{BEGUN} -m meteor --meteor.char-based"),
    "meteor.stages": (NLTK, f"{NLTK} --meteor.stages exact"),
    "meteor.lowercase": (NLTK, f"{NLTK} --no-meteor.lowercase"),
    "meteor.weights": (f"{BEGUN} -m meteor", f"{BEGUN} -m meteor --meteor.weights 1,0.5,0.5"),
    "bleu.smooth_value": (f"{BEGUN} --bleu.smooth floor", f"{BEGUN} --bleu.smooth floor --bleu.smooth-value 0.3"),
    "bleu.weights": (BEGUN, f"{BEGUN} --bleu.weights 0.4,0.3,0.2,0.1"),
    "rgbf.analysers": (f"{BEGUN} -m rgbf", f"{BEGUN} -m rgbf --rgbf.analysers words"),
    "rgbf.tokenize": (f"{BEGUN} -m rgbf --units word", f"{BEGUN} -m rgbf --units word --rgbf.tokenize intl"),
    "ter.tokenize_once": (f"{BEGUN} -m ter --ter.normalized", f"{BEGUN} -m ter --ter.normalized --ter.tokenize-once"),
}  # fmt: skip
VALUES = {
    "bleu.preset": "paper", "bleu.tokenize": "char", "bleu.smooth": "floor", "bleu.max_order": "3",
    "cder.tokenize": "char", "per.tokenize": "char", "wer.tokenize": "char",
    "chrf.preset": "paper", "chrf.char_order": "5", "chrf.word_order": "1", "chrf.beta": "1", "chrf.average": "mean",
    "meteor.variant": "2005", "meteor.alpha": "0.5", "meteor.beta": "1.5", "meteor.gamma": "0.1",
    "meteor.average": "mean", "meteor.language": "fr", "meteor.task": "adq", "meteor.modules": "exact,stem",
    "meteor.delta": "0.5", "meteor.beam": "3", "meteor.paraphrase": "table.txt", "meteor.function_words": "language",
    "meteor.synsets": "pos",
    "rgbf.units": "stem", "rgbf.max_order": "3", "rgbf.unit_weights": "2",
    "rgbf.order_weights": "1,1,1,2",
}  # fmt: skip
# What may be changed: it is about the output or the pace, and no number depends on it.
HARMLESS = {
    "names": "--names system", "format": "-f json", "output": "-o shown.txt", "only": "--only scores -f markdown",
    "caption": "--caption text -f latex", "score_only": "-b", "width": "-w 7", "jobs": "-j 2",
}  # fmt: skip
NO_SETTING = {"help", "resume"}


def switches() -> dict[str, str]:
    """The options of metrics that are on or off, each with the flag of what it is not by default."""
    found = {}
    for action in parser().complete()._actions:
        if "." in action.dest and len(action.option_strings) == 2 and action.dest not in CHANGES:
            found[action.dest] = action.option_strings[_default(action.dest)]
    return found


def _default(name: str) -> bool:
    from bolide.metrics import METRICS

    key, _, option = name.partition(".")
    return getattr(METRICS[key](), option) is not False  # None: on, unless another option says otherwise


def test_every_option_is_in_one_of_the_tables() -> None:
    known = {*CHANGES, *VALUES, *switches(), *HARMLESS, *NO_SETTING}
    assert known == {action.dest for action in parser().complete()._actions}


def cases() -> list[tuple[str, str, str, str]]:
    found = [(name, *words, ANOTHER)[:4] for name, words in CHANGES.items()]
    for name, value in VALUES.items():
        begun = f"{BEGUN} -m {name.partition('.')[0]}"
        found.append((name, begun, f"{begun} --{name.replace('_', '-')} {value}", ANOTHER))
    for name, flag in switches().items():
        begun = f"{BEGUN} -m {name.partition('.')[0]}"
        found.append((name, begun, f"{begun} {flag}", ANOTHER))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("resume")
    rows = ['{}\tA "cat sat" on\tthe mats .\tthe mats\tthe cat', '{}\t"The" dogs\tA dog\tthe dog .\tsome dogs']
    for number in range(4):
        lines = [row.format(f"{number}{k}") for k, row in enumerate(rows)]
        (made / f"t{number}.tsv").write_text("\n".join(["id\thyp\thyp2\tref\tref2", *lines, ""]))
    (made / "table.txt").write_text("1.0\nthe cat\na cat\n")
    (made / "x.seg.score").write_text("hyp\t1\n")
    return made


def score(words: str, state: Path) -> Result:
    table = "--table t0.tsv --table t1.tsv"
    return bolide("score", *words.split(), *table.split(), "--resume", str(state))


def begin(words: str, folder: Path) -> Path:
    """The state of a run that was stopped after the first file; one for all cases that begin alike."""
    state = folder / "states" / "".join(filter(str.isalnum, words))
    if not state.exists():
        real = Checkpoint.save

        def save_and_stop(checkpoint: Checkpoint, running: Running) -> None:
            real(checkpoint, running)
            raise InputError("stopped")

        with patch.object(Checkpoint, "save", save_and_stop):
            stopped = score(words, state)
        assert stopped.err.endswith("bolide: stopped\n"), stopped
        assert (state / "state.json").exists()
    return state


@pytest.mark.parametrize(("name", "begun", "changed", "message"), cases(), ids=[case[0] for case in cases()])
def test_another_value_is_refused(
    name: str, begun: str, changed: str, message: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    state = begin(begun, folder)
    before = (state / "state.json").read_bytes()
    found = score(changed, state)
    assert (found.code, found.out, message in found.err) == (2, "", True), found
    assert (state / "state.json").read_bytes() == before


@pytest.mark.parametrize("more", HARMLESS.values(), ids=list(HARMLESS))
def test_what_is_about_the_output_may_be_changed(more: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    state = folder / "again"
    shutil.copytree(begin(BEGUN, folder), state)
    shown = Path("shown.txt")
    resumed = score(f"{BEGUN} {more}", state), shown.read_text() if shown.exists() else ""
    assert not state.exists()
    shown.unlink(missing_ok=True)
    assert resumed == (score(f"{BEGUN} {more}", folder / "new"), shown.read_text() if shown.exists() else "")
    assert resumed[0].code == 0
    shown.unlink(missing_ok=True)
