"""Whatever is given on a command line has an effect or is refused: every option of every command, in many situations.

Each option is added to each of its command's situations below. The command must then refuse it (one line, exit code 2),
or answer otherwise than without it. An option that is new and has no value here fails the first test. The options of
metrics are read in one place for all commands: they are tried where signatures are shown, and where nothing is scored.
"""

import json
import os
import shlex
import shutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bolide import demo
from bolide.cli.main import COMMANDS, module_of
from bolide.metrics import METRICS
from bolide.metrics.options import options_of
from bolide.reporting.testset import Dossier
from bolide.reporting.testset.page_html import unpacked
from bolide.web.serve import server
from tests.cli.run import Result, quickly
from tests.docs.example_files import write_examples

pytestmark = pytest.mark.one_core

PYARROW = find_spec("pyarrow") is not None  # Parquet needs it
SITUATIONS = {
    "score": [
        "ref.txt -i a.txt -w 6",
        "ref.txt -i a.txt -m chrf",
        "ref.txt -i a.txt -m chrf++",
        "ref.txt -i a.txt -m meteor",
        "ref.txt -i a.txt -m meteor --meteor.variant nltk",
        "ref.txt -i a.txt -m meteor --no-meteor.normalize",
        "ref.txt -i a.txt -m rgbf",
        "ref.txt -i a.txt -m rgbf --units wc",
        "ref.txt -i a.txt -m rgbf --rgbf.units word,char --rgbf.analysers words,chars",
        "ref.txt -i a.txt -m ter",
        "ref.txt -i a.txt -m ter --ter.normalized",
        "ref.txt -i a.txt -m wer cer per cder",
        "ref.txt -i a.txt --bleu.smooth floor",
        "ref.txt -i a.txt -m 'BLEU|tok:13a'",
        "ref.txt -i a.txt -f json",
        "ref.txt -i a.txt -f latex",
        "ref.txt -i a.txt -b",
        "ref.txt -i a.txt --confidence 20",
        "ref.txt -i a.txt -sl",
        "reference -i system_a",
        "--ref ref.txt --hyp a.txt",
        "reference -i system_a --table texts.tsv",
        "reference -i system_a --table texts.tsv --confidence 20",
        "ref.txt -i a.txt b.txt c.txt --scores comet.seg.score",
        *(["reference -i system_a --table texts.tsv -o segments.parquet"] if PYARROW else []),
    ],
    "combine": ["rows.parquet"] if PYARROW else [],
    "explain": [
        "'The cat sat' 'the cat sat down'",
        "'The cat sat' 'the cat sat down' -m chrf",
        "'The cats sat' 'the cat sat down' -m meteor",
        "'The cats sat' 'the cat sat down' -m meteor --meteor.variant nltk",
        "'The cats sat' 'the cat sat down' -m meteor --no-meteor.normalize",
        "'The cat sat' 'the cat sat down' -m rgbf",
        "'The cat sat' 'the cat sat down' -m rgbf --rgbf.units word,char --rgbf.analysers words,chars",
        "'The cat sat' 'the cat sat down' -m rgbf --units wc",
        "'The cat sat' 'sat the cat down' -m ter",
        "'The cat sat,' 'the cat sat down' -m ter --ter.normalized",
        "'The cat sat' 'sat the cat down' -m wer cer per cder",
        "'The cat sat' 'the cat sat down' --bleu.smooth floor",
        "'The cats sat' 'the cat sat down' -m meteor --variants",
        "'The cat sat' 'the cat sat down' -f json",
        f"'{'one two three four ' * 40}' 'one two three four'",
        "system_a reference --line 1",
        "a.txt ref.txt --line 1 -m rgbf",
        "--hyp 'The cat sat' --ref 'the cat sat down'",
        "'The cat sat down' 'a cat'",
        "system_a reference --corpus",
    ],
    "compare": [
        "ref.txt -i a.txt b.txt -n 40",
        "ref.txt -i a.txt b.txt -m chrf -n 40",
        "ref.txt -i a.txt b.txt -m meteor --meteor.variant nltk -n 40",
        "ref.txt -i a.txt b.txt -m rgbf -n 40",
        "ref.txt -i a.txt b.txt --segments 2 -n 40",
        "ref.txt -i a.txt b.txt -f json -n 40",
        "ref.txt -i a.txt b.txt -f latex -n 40",
        "ref.txt -i a.txt b.txt c.txt -m rgbf --scores comet.seg.score -n 40",
        "--scores comet.seg.score",
        "--scores comet.seg.score --labels domains.txt -n 40",
        "reference -i system_a system_b -n 40",
        "reference -i system_a system_b -m chrf -n 40",
        *(["--rows rows.parquet -n 40"] if PYARROW else []),
    ],
    "report": [
        "ref.txt -i a.txt b.txt -n 20",
        "ref.txt -i a.txt b.txt -f json",
        "ref.txt -i a.txt",
        "ref.txt -i a.txt b.txt c.txt -m rgbf --scores comet.seg.score -n 20",
        "reference -i system_a system_b -n 20",
        "--from report.html",
        "--from report.html --no-text",
    ],
    "correlate": [
        "--human mqm.seg.score --scores comet.seg.score",
        "--human mqm.seg.score --scores comet.seg.score -q sys/pearson",
        "--human mqm.seg.score --scores comet.seg.score -q sys/pearson --rank sys/pearson",
        "--human mqm.seg.score --scores comet.seg.score ter.csv --rank seg/acc-eq/item -n 20 -q sys/pearson",
        "--human mqm.seg.score --scores comet.seg.score -q sys/pearson --intervals 20",
        "--human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt -q seg/pearson",
        "--human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt -q seg/pearson -m chrf",
        "--human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt -q seg/pearson -m rgbf",
        "--human system.seg.score -r reference -i system_a system_b -q sys/pearson",
        "--folder wmt23/en-de --exclude refA -q sys/pearson",
        "--folder wmt23/en-de wmt23/zh-en --exclude refA -q sys/accuracy",
        "--rankings rankings.csv --pair fr-en --scores comet.seg.score",
        "--mqm errors.tsv --scores comet.seg.score -q sys/pearson -f json",
        "--human esa.csv --scores comet.seg.score ter.csv --preset wmt24 -n 20",
        "--human esa.csv -r ref.txt -i a.txt b.txt c.txt -q sys/pearson --domains documents.tsv -w 6",
        "--human mqm.seg.score -r ref.txt -i a.txt b.txt c.txt -q seg/pearson --chance",
    ],
    "people": ["esa.csv", "esa.csv --domains documents.tsv", "errors.tsv -f json", "esa.csv -f json"],
    "spans": ["esa.csv predicted.jsonl", "gold.seg.rating one.seg.rating two.seg.rating"],
    "tune": [
        "-m rgbf --units wc --human da.csv -r ref.txt -i a.txt b.txt c.txt -n 20 --folds 2",
        "-m rgbf --human da.csv -r ref.txt -i a.txt b.txt -n 20 --folds 2 -q seg/pearson",
        "-m rgbf --human da.csv -r ref.txt -i a.txt b.txt c.txt --folds 2 -f json",
        "-m rgbf --human mqm.seg.score --lower mqm -r ref.txt -i a.txt b.txt c.txt -n 20 --folds 2",
        "-m rgbf --human system.seg.score -r reference -i system_a system_b -n 20 --folds 2",
    ],
    "units": [
        "a.txt --units wc",
        "a.txt --units ws -l en",
        "system.units --take 2",
        "system_a --units w",
    ],
    "align-segments": [
        "ref.txt -i stream.txt",
        "ref.txt -i stream.txt -f table",
        "ref.txt -i stream.txt --unit char",
    ],
    "mbr": [
        "nbest.txt",
        "nbest.txt -m chrf",
        "nbest.txt -m meteor --meteor.variant nltk",
        "nbest.txt -m rgbf",
        "nbest.txt -m ter",
        "nbest.txt -f text",
        "candidates.txt -n 2",
        "nbest.jsonl --field candidates",
    ],
    "completion": ["bash", "zsh", "fish"],
    "doctor": [""],
    "web": ["", "--export page"],
    "list": [""],
    "demo": [""],
}  # fmt: skip

VALUES = {
    "-i": "c.txt", "-r": "ref2.txt", "--table": "texts.tsv", "-f": "tsv markdown json", "-o": "out.file", "-w": "5",
    "--confidence": "10", "--mode": "sacrebleu poisson wmt24", "--seed": "7", "-m": "chrf bleu", "-tok": "char",
    "-l": "en-zh de",
    "--units": "wc", "--rgbf.unit": "pos=a.pos,ref.pos", "--line": "2", "--most": "2", "--svg": "out.svg",
    "--scores": "ter.csv", "--lower": "comet ter mqm", "--baseline": "a", "--test": "bootstrap", "-n": "30",
    "--correction": "none", "--alpha": "0.5", "--between": "b,a", "--segments": "1", "--labels": "domains.txt",
    "--ngrams": "2", "--plot": "out.svg", "--folder": "wmt23/zh-en", "--human": "da.csv esa.csv", "--mqm": "errors.tsv",
    "--rankings": "rankings.csv", "--gold": "mqm", "--pair": "fr-en", "--exclude": "c", "-q": "sys/spearman",
    "--intervals": "30", "--rank": "sys/spearman ranking/2013", "--folds": "3", "--by": "systems system_b",
    "--take": "1", "--join": "reference", "--resume": "state", "--rows": "rows.parquet",
    "--unit": "char", "--only": "scores", "--caption": "Scores",
    "--hyp": "cats", "--ref": "ref2.txt cats", "--field": "candidates", "--matrix": "out.npy out.json",
    "--documents": "documents.tsv", "--domains": "documents.tsv", "--source": "source.txt", "--names": "x",
    "--preset": "wmt25 wmt23", "--free": "99",
    "--write": "written.seg.score",
    "--port": "8000", "--export": "page", "--kernels": "bolide.whl",
    "-j": "2", "--table-quotes": "csv", "--mqm-weights": "2024",
    "--title": "news", "--from": "report.html",
    "--bleu.preset": "paper", "--bleu.tokenize": "char", "--bleu.smooth": "floor", "--bleu.smooth-value": "0.3",
    "--bleu.max-order": "2", "--bleu.weights": "0.1,0.2,0.3,0.4",
    "--chrf.preset": "paper", "--chrf.char-order": "3", "--chrf.word-order": "1", "--chrf.beta": "3",
    "--chrf.average": "mean",
    "--meteor.variant": "nltk", "--meteor.language": "other", "--meteor.task": "adq", "--meteor.modules": "exact",
    "--meteor.stages": "exact", "--meteor.weights": "1,0.5,0.5", "--meteor.alpha": "0.5", "--meteor.beta": "1",
    "--meteor.gamma": "0.1", "--meteor.delta": "0.3", "--meteor.beam": "2", "--meteor.paraphrase": "absent.gz",
    "--meteor.function-words": "language", "--meteor.synsets": "pos", "--meteor.average": "mean",
    "--rgbf.units": "token", "--rgbf.max-order": "2", "--rgbf.unit-weights": "1,3", "--rgbf.order-weights": "1,2,3,4",
    "--rgbf.analysers": "words", "--rgbf.tokenize": "zh",
    "--wer.tokenize": "char", "--per.tokenize": "char", "--cder.tokenize": "char",
}  # fmt: skip
# Options that answer nothing by themselves, with the reason.
SAME = {
    "-j": "speed alone", "--resume": "the same scores, whether it goes on or not",
    "--join": "always there where it is needed",
    **({} if PYARROW else dict.fromkeys(("--counts", "--rows"), "there is no Parquet here")),
    "--drop-bom": "no file here begins with a mark", "--table-quotes": "no cell of the table here is quoted",
    "--text": "says that the arguments are texts, which these plainly are",
    "--mqm-weights": "the errors here cost the same under every year's table",
    "--gold": "names the only human scores of the folder",
    "--pair": "always there where it is needed",
    "--folds": "always there: six segments cannot be split into five folds",
    "--meteor.paraphrase": "there is no table here",
    "--all": "nothing is left out of a short list",
    "--line": "there is no explanation of files without it", "--corpus": "likewise",
    "report --from": "a report is made or read back",
    "correlate -i": "all systems that were judged are there",
    "tune -m": "one metric is tuned", "units --rgbf.unit": "files are for the other commands",
    "align-segments -i": "always there: nothing is on standard input",
    "mbr -n": "always there where it is needed", "--field": "likewise: names the only list",
    "units -l": "always there where it is needed", "units --take": "likewise",
    "correlate --human": "there are people already", "tune --lower": "refused, or there already",
    "tune --by": "three systems cannot be split into folds",
    "--names": "refused: one name for several outputs", "correlate --strict": "refuses where something is left out",
    "people --pair": "is about the dump, of which none is here", "spans --pair": "likewise",
    "tune --human": "there are people already", "tune --mqm": "likewise", "tune --rankings": "likewise",
    "tune --folder": "likewise", "correlate --mqm": "likewise", "correlate --rankings": "likewise",
}  # fmt: skip


# Options that change numbers which so few texts may leave as they were; in some situation they do change.
SOMETIMES = {
    "correlate -r", "correlate --seed", "tune -r", "tune --seed", "correlate --documents", "correlate --strict",
    "people --documents", "spans -n", "spans --seed",
}  # fmt: skip


def actions(command: str) -> list[Any]:
    parser = import_module(module_of(command)).parser().complete()
    return [action for action in parser._actions if action.option_strings and action.dest != "help"]


def situations(command: str, action: Any) -> list[str]:
    """Those in which an option is tried."""
    if action.dest not in ("lowercase", "tokenize", "language_pair", "units") and "." not in action.dest:
        return SITUATIONS[command]
    if command == "mbr":
        return []
    if command == "score":
        return [line for line in SITUATIONS[command] if not line.endswith("-b")]
    without_texts = [line for line in SITUATIONS[command] if " -i " not in line]
    named = ("compare", "report", "correlate", "tune")
    return without_texts if command in named else SITUATIONS[command]


def spelled(action: Any) -> list[list[str]]:
    """The words that give an option, with each of its values here."""
    flag = action.option_strings[0]
    if action.nargs == 0:
        return [[flag]] if len(action.option_strings) < 2 else [[name] for name in switches(action)]
    return [[flag, *value.split(",")] if action.nargs == 2 else [flag, value] for value in VALUES[flag].split()]


def switches(action: Any) -> list[str]:
    return action.option_strings if action.option_strings[-1].startswith("--no-") else action.option_strings[:1]


CASES = [(command, action) for command in SITUATIONS for action in actions(command)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("texts")
    write_texts(made)
    return made


def write_texts(made: Path) -> None:
    """The files of the situations."""
    write_examples(made)
    careful, hasty = demo.SYSTEMS["careful"], demo.SYSTEMS["hasty"]
    files = {
        "ref.txt": demo.HUMAN_A, "ref2.txt": demo.HUMAN_B, "a.txt": careful, "b.txt": hasty,
        "a.pos": ["X Y"] * 6, "ref.pos": ["X Z"] * 6,
        # Files that are called like the columns of the table, and hold something else.
        "reference": demo.HUMAN_B, "system_a": hasty, "system_b": careful,
        "system.seg.score": [f"{name}\t{k + n}" for n, name in enumerate(("system_a", "system_b")) for k in range(6)],
    }  # fmt: skip
    for name, lines in files.items():
        (made / name).write_text("\n".join(lines) + "\n")


split = cache(shlex.split)


@cache
def answer(folder: Path, words: tuple[str, ...]) -> tuple[Result, str]:
    """What a command prints, and what it writes into files."""
    before = set(os.listdir(folder))
    served: list[Any] = []
    with patch.object(server, "run", lambda *given: served.append(given[:-1])):
        result = quickly(*words)
    written = [folder / name for name in sorted(set(os.listdir(folder)) - before)]
    files = [path for top in written for path in (top, *sorted(top.rglob("*"))) if path.is_file()]
    texts = "".join(f"{path.name}: {_unsaid(path.read_bytes().decode('latin-1'), words)}" for path in files)
    for path in written:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return result._replace(out=_unsaid(result.out, words)), f"{texts}{served}"


def _unsaid(text: str, words: tuple[str, ...]) -> str:
    """A report without the command that made it, in which every option stands, whether it has an effect or not."""
    if words[0] != "report" or not text:
        return text
    found = Dossier.from_json(text) if text.startswith("{") else unpacked(text)
    data = found.to_dict()
    data["summary"]["colophon"].pop("command", None)
    return f"{text[:9]} {json.dumps(data)}"


def test_every_command_and_every_option_is_here() -> None:
    assert {*SITUATIONS, "meteor"} == set(COMMANDS)
    missing = [f"{c} {a.option_strings[0]}" for c, a in CASES if a.nargs != 0 and a.option_strings[0] not in VALUES]
    assert missing == []
    for key, cls in METRICS.items():
        flags = {f"--{key}.{item.name.replace('_', '-')}" for item, _ in options_of(cls)}
        assert flags <= {flag for _, action in CASES for flag in action.option_strings}


@pytest.mark.parametrize(
    ("command", "line"), [(command, line) for command in SITUATIONS for line in SITUATIONS[command]]
)
def test_the_situations_themselves_work(command: str, line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    result, _ = answer(folder, (command, *split(line)))
    assert result.code == 0, result.err


@pytest.mark.parametrize(
    ("command", "action"),
    [pytest.param(c, a, id=f"{c}{a.option_strings[0]}") for c, a in CASES if SITUATIONS[c]],
)
def test_an_option_has_an_effect_or_is_refused(
    command: str, action: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    flag = action.option_strings[0]
    effects = False
    for line in situations(command, action):
        base = (command, *split(line))
        for words in spelled(action):
            result, written = answer(folder, (*base, *words))
            if result.code == 2:
                assert result.err.count("\n") == 1 or result.err.splitlines()[-1].startswith("bolide: ")
                assert result.out == ""
                continue
            changed = (result, written) != answer(folder, base)
            known = flag in SAME or f"{command} {flag}" in SOMETIMES or _is_the_default(words, action, base)
            assert changed or known, f"{' '.join(base)} ignores {words}"
            effects |= changed
    shared = situations(command, action) != SITUATIONS[command] and command != "score"
    assert effects != shared or flag in SAME or f"{command} {flag}" in SAME


def _is_the_default(words: list[str], action: Any, base: tuple[str, ...]) -> bool:
    """Whether an option only says what holds anyway: a switch as it stands, or case ignored by a metric that does."""
    if words == ["-m", "bleu"]:
        return "-m" not in base
    if action.dest == "lowercase":
        return "meteor" in base or "ter" in base
    if action.dest == "language_pair":  # the language's tokenizer is the usual one, or the language is its own
        return "bleu" in base or "wer" in base or "-m" not in base or "BLEU" in " ".join(base)
    if "." not in action.dest or action.nargs != 0:
        return False
    key, _, name = action.dest.partition(".")
    default = next(item.default for item, _ in options_of(METRICS[key]) if item.name == name)
    means = not words[0].startswith("--no-")
    usual = {"normalize": True, "punctuation": True, "char_based": False}.get(name) if default is None else default
    return means == usual or words[0] in base or (name == "effective_order" and base[0] == "explain")
