"""`python -m bolide.compat.sacrebleu` prints what sacreBLEU prints, byte for byte but for the version.

What it printed of texts that do not change is kept (tests/oracles/recorded.py); its JSON is asked for live. Test sets
that sacreBLEU has unpacked in its folder are found there, and nothing is downloaded.
"""

import gzip
import json
import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
import sacrebleu
from sacrebleu.dataset import DATASETS

from bolide import InputError, demo
from bolide.compat.sacrebleu import dataset, utils
from bolide.compat.sacrebleu.sacrebleu import build_parser, read
from bolide.compat.sacrebleu.version import __version__
from tests.errors import raises
from tests.oracles.recorded import agrees, versioned
from tests.python import environment, python
from tests.tables import table

pytestmark = pytest.mark.one_core

if not hasattr(os, "fork"):
    pytest.skip("The commands are run in forked children, which this system lacks.", allow_module_level=True)

Cases = list[tuple[list[str], str]]  # the words of a command, and what it reads
COMMANDS = Path(__file__).with_name("commands.py")
PEER = versioned("sacreBLEU", sacrebleu.__version__) + " command"

LINES = table(__file__, "command_lines.toml")
ONE, SEVERAL, FROM_STDIN, REFUSED = (LINES[name] for name in ("one", "several", "from_stdin", "refused"))


def variants(rng: random.Random) -> tuple[list[str], list[str], list[str], list[str], list[str]]:
    """Sixty lines of references, and three systems that leave, repeat and exchange words."""
    words = " ".join(demo.HUMAN_A).split()
    refs = [" ".join(rng.choices(words, k=rng.randint(3, 14))) for _ in range(60)]
    refs[5], refs[6] = "Half 3.5, “ok”?", 'He said: "1,000 &amp; more" <skipped>'

    def system(noise: float) -> list[str]:
        return [
            " ".join(rng.choice(words) if rng.random() < noise else word for word in ref.split() if rng.random() > 0.1)
            for ref in refs
        ]

    return refs, system(0.05), system(0.3), system(0.31), system(0.6)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("texts")
    refs, second, a, b, c = variants(random.Random(1))
    texts = {
        "ref": refs,
        "ref2": second,
        "a": a,
        "b": b,
        "c": c,
        "short": a[:-1],
        "tabs": [f"{one}\t{two}" for one, two in zip(refs, second, strict=True)],
        "zh_ref": ["我们明天去北京。", "他买了3本书, 很贵。"],
        "zh": ["我们明天要去北京。", "她买了3本书。"],
    }
    named = {name: (f"{name}_x.txt", "".join(f"{line}\n" for line in texts[name]).encode()) for name in texts}
    for name, lines in (("gz", refs), ("gz_a", a)):
        named[name] = f"{name}.gz", gzip.compress("\n".join(lines).encode())
    for name, text in (("latin", "Schöne Grüße aus Köln\n"), ("latin_a", "Schöne Grüsse aus Köln\n")):
        named[name] = name, text.encode("latin-1")
    for file, content in named.values():
        (folder / file).write_bytes(content)
    return {name: str(folder / file) for name, (file, _) in named.items()}


def run(which: str, cases: Cases, folder: Path, cwd: Path | None = None) -> Any:
    """The results of many command lines of sacreBLEU, or of ours, typed in a folder."""
    env = environment(SACREBLEU=str(folder), NO_COLOR="")
    done = python(COMMANDS, which, input=json.dumps(cases), env=env, cwd=cwd)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def the_same(cases: Cases, files: dict[str, str], folder: Path) -> list[Any]:
    """Assert that both exit with the same code and print the same, and return the results of ours.

    Files are named without their folder, so that what is printed does not depend on it.
    """
    texts = Path(files["ref"]).parent
    cases = [([word.replace(f"{texts}{os.sep}", "") for word in words], stdin) for words, stdin in cases]
    ours = run("ours", cases, folder, texts)

    def printed(results: list[Any]) -> list[Any]:
        return [[words, each["code"], plain(each["out"])] for (words, _), each in zip(cases, results, strict=True)]

    content = {path.name: path.read_bytes().hex() for path in sorted(texts.iterdir()) if path.suffix != ".gz"}
    agrees(PEER, [cases, content], printed(ours), lambda: printed(run("peer", cases, folder, texts)))
    return ours


def both(cases: Cases, folder: Path) -> list[tuple[Any, Any, list[str]]]:
    theirs, ours = (run(which, cases, folder) for which in ("peer", "ours"))
    return list(zip(theirs, ours, [words for words, _ in cases], strict=True))


def plain(text: str) -> str:
    """Without what tells the two programs apart, their version."""
    return text.replace(__version__, "VERSION").replace(sacrebleu.__version__, "VERSION")


def filled(flags: list[str], files: dict[str, str], stdin: str = "") -> Cases:
    return [(line.format(**files).split(), stdin) for line in flags]


def test_one_system(files: dict[str, str], tmp_path: Path) -> None:
    stdin = Path(files["b"]).read_text(encoding="utf-8")
    formats = [line + form for line in ONE for form in ("", " -f text", " -f latex")]
    for result in the_same(filled(formats, files, stdin), files, tmp_path):
        assert result["code"] == 0, result["err"]


def test_several_systems(files: dict[str, str], tmp_path: Path) -> None:
    rows = [Path(files[name]).read_text(encoding="utf-8").splitlines() for name in "abc"]
    stdin = "".join("\t".join(row) + "\n" for row in zip(*rows, strict=True))
    forms = (" -f text", " -f latex")
    cases = filled([line + form for line in SEVERAL for form in forms], files)
    cases += filled([line + form for line in FROM_STDIN for form in forms], files, stdin)
    cases += filled([line for line in SEVERAL if "-p" not in line], files)  # JSON of plain scores
    for result in the_same(cases, files, tmp_path):
        assert result["code"] == 0, result["err"]


def test_json_of_paired_tests(files: dict[str, str], tmp_path: Path) -> None:
    """Unrounded numbers: ours are computed in another order, and sacreBLEU resamples in single precision."""
    for theirs, ours, words in both(filled([line for line in SEVERAL if "-p" in line], files), tmp_path):
        got = json.loads(ours["out"])
        if "float32 is not JSON serializable" in theirs["err"]:  # sacreBLEU cannot print intervals of chrF, TER
            assert "-pbs" in words
            assert {"chrf", "ter"} & set(words)
            continue
        wanted = json.loads(theirs["out"])
        assert [list(row) for row in got] == [list(row) for row in wanted], words
        for mine, row in zip(got, wanted, strict=True):
            assert mine.pop("system") == row.pop("system")
            for metric, numbers in row.items():
                assert mine[metric]["p_value"] == numbers["p_value"], words
                assert mine[metric]["score"] == pytest.approx(numbers["score"], rel=1e-12)
                for name in ("mean", "ci"):
                    wanted_number = numbers[name]
                    assert mine[metric][name] == (wanted_number and pytest.approx(wanted_number, rel=1e-4)), words


def test_what_sacrebleu_refuses_is_refused(files: dict[str, str], tmp_path: Path) -> None:
    for ours in the_same(filled(REFUSED, files), files, tmp_path):
        assert ours["code"] != 0
        assert ours["out"] == ""
        assert "Traceback" not in ours["err"]
        assert ours["err"].strip()


def test_details_of_several_systems_and_odd_language_pairs(files: dict[str, str], tmp_path: Path) -> None:
    """Details make the format text; a pair names a target, of which the code before another hyphen counts; on standard
    input, white space before a tab is cut off, unless it is in the first line; β has no limit."""
    spaced = "我们 明天 \t我们\n他买了3本书 \t他\n"
    cases = filled(["{zh_ref} -m chrf --chrf-whitespace -w 3 --chrf-beta 200"], files, spaced)
    cases += filled(["{ref} -i {a} {b} -d", "{zh_ref} -i {zh} -l en-zh-TW", "{zh_ref} -i {zh} -l zh"], files)
    *pairs, (_, refused, _) = both(cases, tmp_path)
    for theirs, ours, words in pairs:
        assert (ours["code"], plain(ours["out"])) == (theirs["code"], plain(theirs["out"])), words
    assert refused["code"] == 1
    assert refused["err"] == "sacreBLEU: -l zh is no language pair; name source and target, such as en-zh.\n"


def test_a_missing_file_and_a_wrong_encoding_are_one_line(files: dict[str, str], tmp_path: Path) -> None:
    lines = ["-i absent.txt -q", "-i {latin} -q", "-i {a} -e strange -q", "-i -q", "-i {a} -w -1"]
    *results, width = run("ours", filled([f"{{ref}} {line}" for line in lines], files), tmp_path)
    assert width["err"].endswith("error: argument --width/-w: '-1' must be an integer ≥ 0\n")
    for result in results:
        assert result["code"] == 2
        assert re.fullmatch(r"sacreBLEU: [^\n]+\n", result["err"]), result["err"]
        assert result["out"] == ""


def test_the_format_from_the_environment(
    files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SACREBLEU_FORMAT", "Text")
    assert read(["ref", "-f", "json"]).format == "text"
    monkeypatch.setenv("SACREBLEU_FORMAT", "strange")
    assert read(["ref", "-f", "latex"]).format == "latex"


def test_the_flags_are_sacrebleus() -> None:
    from tests.cli.test_score import peer_flags

    assert {flag for action in build_parser()._actions for flag in action.option_strings} == set(peer_flags())


def test_nothing_is_imported_from_the_working_folder(files: dict[str, str], tmp_path: Path) -> None:
    for name in ("numpy", "sacrebleu", "tabulate"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a stranger was here')")
    words = f"-m bolide.compat.sacrebleu {files['ref']} -i {files['a']} -ci -cin 10 -b"
    done = python(*words.split(), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"[0-9.]+ \(μ = [0-9.]+ ± [0-9.]+\)\n", done.stdout)


# --- test sets that sacreBLEU has unpacked in its folder ------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """sacreBLEU's folder as it is after its download: an archive, here an empty one, and the files from it."""
    for name, pair, text in (("wmt17", "de-en", None), ("wmt24", "en-cs", LINES["xml"])):
        test_set = DATASETS[name]
        files = {test_set._get_tarball_filename(url): "was unpacked" for url in test_set.data}
        sides = zip(test_set.langpairs[pair], ("source", "target"), strict=False)
        files |= {file: text or LINES["sgm"].format(side) for file, side in sides}
        for file, content in files.items():
            path = tmp_path / name / "raw" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
    return tmp_path


SYSTEM = "target the first line .\nfour &amp; three\ntarget the line of all\n"
CASES = [(line, stdin.replace("SYSTEM", SYSTEM)) for line, stdin in LINES["test_sets"]]


def test_as_sacrebleu_does(folder: Path) -> None:
    """The peer goes first, and makes the text files; ours finds them."""
    cases = [(line.split(), stdin) for line, stdin in [*CASES, *((line, "") for line in LINES["fields_refused"])]]
    for number, (theirs, ours, words) in enumerate(both(cases, folder)):
        assert theirs["code"] == ours["code"] == (number >= len(CASES)), (words, theirs["err"], ours["err"])
        assert plain(ours["out"]) == plain(theirs["out"]), words
    lines = {"-t wmt17 -l de-en -ol de": SYSTEM + "four\n", "-t wmt24 -l en-cs --subset [": SYSTEM}
    longer, unclosed = run("ours", [(line.split(), stdin) for line, stdin in lines.items()], folder)
    assert (longer["code"], longer["out"]) == (1, "")
    assert "The system has 4 lines, the references 3." in longer["err"]
    assert (unclosed["code"], unclosed["out"]) == (2, "")
    assert unclosed["err"] == "sacreBLEU: unterminated character set at position 0\n"


def test_lists(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both([(["-t", "wmt17", "-l", "de-en", "--echo", "src"], "")], folder)
    lines = ["--list", "--list -t wmt17", "--list -l en-de", "--list -l cs-ru", "--download wmt17 -l de-en"]
    whole, fields, pair, none, files = (
        result["out"] for result in run("ours", [(line.split(), "") for line in lines], folder)
    )
    assert whole == f"The available test sets are:\n{'wmt17':<30}: de-en\n"
    assert fields == "de-en: src, ref, docid, genre, origlang\n"
    assert pair == f"The available test sets for en-de are:\n{'wmt17':<30}: de-en\n"
    assert none == "The available test sets for cs-ru are:\n"
    assert files.splitlines()[0] == str(folder / "wmt17" / "wmt17.de-en.src")
    monkeypatch.setenv("SACREBLEU", str(folder))
    assert utils.get_source_file("wmt17", "de-en") == str(folder / "wmt17" / "wmt17.de-en.src")
    assert utils.get_reference_files("wmt17", "de-en") == [str(folder / "wmt17" / "wmt17.de-en.ref")]


def test_what_is_not_there(tmp_path: Path) -> None:
    results: Any = run("ours", [(line.split(), "x\n") for line, _, _ in LINES["test_sets_refused"]], tmp_path)
    for (line, code, message), result in zip(LINES["test_sets_refused"], results, strict=True):
        assert (result["code"], result["out"]) == (code, ""), line
        assert re.search(message, result["err"]), result["err"]
        assert "Traceback" not in result["err"]


def test_sets_that_sacrebleu_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    assert {name: pairs for name, (pairs, _) in dataset.known().items()} == {
        name: list(found.langpairs) for name, found in DATASETS.items()
    }
    assert set(dataset.DATASETS) == set(DATASETS)
    assert len(dataset.DATASETS) == len(DATASETS)


def test_a_set_of_ones_own_and_names_that_lead_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "cache" / "mine" / "v1"
    own.mkdir(parents=True)
    for field, text in (("src", "one\n"), ("ref-A", "eins\n"), ("ref-B", "ein\n")):
        (own / f"mine_v1.en-de.{field}").write_text(text)
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))
    assert dataset.on_this_machine() == ["mine/v1"]
    assert dataset.dataset("mine/v1").fieldnames("en-de") == ["src", "ref:A", "ref:B"]
    expected = [str(own / f"mine_v1.en-de.ref-{side}") for side in "AB"]
    assert utils.get_reference_files("mine/v1", "en-de") == expected
    assert "../cache/mine/v1" not in dataset.DATASETS
    raises(InputError, "mine/v1 has no de-en; it has en-de", utils.get_source_file, "mine/v1", "de-en")
