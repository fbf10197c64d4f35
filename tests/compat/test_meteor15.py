"""The METEOR 1.5 tool's command line, formats and protocol: what its jar prints, and clear errors where it hangs."""

import gzip
import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from bolide.compat.coco import Meteor
from bolide.compat.meteor15.arguments import read_arguments, setting
from bolide.compat.meteor15.output import number
from bolide.compat.meteor15.plain import answer
from bolide.compat.meteor15.sgml import in_table_order
from bolide.metrics.meteor.meteor15.presets import LANGUAGES, TASKS
from bolide.system.errors import InputError, OptionError
from bolide.text.words.paraphrase import installed_table
from tests.cli.run import bolide
from tests.oracles.paraphrases import paraphrase_table
from tests.oracles.test_meteor15_golden import golden

pytestmark = pytest.mark.one_core

WORDS = ("-l", "en", "-m", "exact stem synonym")
HYPS = "the cat sat on the mat .\nThe cars, he said\nx y z\n"
REFS = "the cat sat on the mat .\nthe car he had said\na b c\n"

# java -jar meteor-1.5.jar hyp ref -l en -m 'exact stem synonym' -norm -vOut (OpenJDK 17)
VERBOSE = """Meteor version: 1.5

Eval ID:        meteor-1.5-wo-en-norm-0.85_0.2_0.6_0.75-ex_st_sy-1.0_0.6_0.8

Language:       English
Format:         plaintext
Task:           Custom
Modules:        exact stem synonym
Weights:        1.0 0.6 0.8
Parameters:     0.85 0.2 0.6 0.75

Segment 1 score:\t1.0\t1.0\t0.0\t1.0
Segment 2 score:\t0.6857142857142857\t0.6857142857142857\t0.5664525067769411\t0.2972897096386689
Segment 3 score:\t0.0\t0.0\tNaN\t0.0

System level statistics:


           Test Matches                  Reference Matches
Stage      Content  Function    Total    Content  Function    Total
1                3         7       10          3         7       10
2                1         0        1          1         0        1
3                0         0        0          0         0        0
Total            4         7       11          4         7       11

Test words:             15
Reference words:        15
Chunks:                 3
Precision:              0.6137931034482759
Recall:                 0.6592592592592593
f1:                     0.6357142857142858
fMean:                  0.652014652014652
Fragmentation penalty:  0.4626972989860564

Final score:            0.35032923362813906
"""
ALIGNED = """Alignment\t2\t0.6857142857142857\t0.6857142857142857\t0.5664525067769411\t0.2972897096386689
the cars , he said
the car he had said
Line2Start:Length\tLine1Start:Length\tModule\t\tScore
0:1\t\t\t0:1\t\t\t0\t\t1.0
1:1\t\t\t1:1\t\t\t1\t\t1.0
2:1\t\t\t3:1\t\t\t0\t\t1.0
4:1\t\t\t4:1\t\t\t0\t\t1.0
"""
TEST_SGML = """<tstset setid="s1" srclang="fr" trglang="en" sysid="sysA">
<doc docid="d2" genre="news">
<hl>
<seg id="1"> the cat sat </seg>
</hl>
<seg id="10">the dog &amp; the &quot;cat&quot;</seg>
<seg id=2>the cars
sat</seg>
</doc>
<doc docid="d1">
<seg id="1">hello world</seg>
</doc>
</tstset>
"""
REF_SGML = """<refset setid="s1" srclang="fr" trglang="en" refid="refA">
<doc docid="d2">
<seg id="1">the cat sits</seg>
<seg id="10">the dog &amp; a "cat"</seg>
<seg id=2>the carssat</seg>
<seg id=3>missing from the test</seg>
</doc>
<doc docid="d1">
<seg id="1">hello</seg>
</doc>
<doc docid="d3">
<seg id="1">hello</seg>
</doc>
</refset>
<refset setid="s1" refid="refB">
<doc docid="d2">
<seg id="1">a cat sat</seg>
</doc>
<doc docid="d1">
<seg id="1">hello world</seg>
</doc>
</refset>
"""
# java -jar meteor-1.5.jar test.sgm ref.sgm -l en -norm -sgml -m 'exact stem synonym'
SEGMENTS = """s1\tsysA\td1\t1\t1.0
s1\tsysA\td2\t1\t0.9142857142857143
s1\tsysA\td2\t2\t1.0
s1\tsysA\td2\t3\t0.0
s1\tsysA\td2\t10\t0.47848159656356454
"""
DOCUMENTS = "s1\tsysA\td1\t1.0\ns1\tsysA\td2\t0.41697684362453147\n"
SYSTEM = "s1\tsysA\t0.4532907089841038\n"


def alike(ours: str, theirs: str) -> bool:
    """Equal but for the last digits of numbers."""
    decimals = r"\d+\.\d+(?:E-?\d+)?"
    assert re.sub(decimals, "#", ours) == re.sub(decimals, "#", theirs)
    mine, yours = ([float(text) for text in re.findall(decimals, side)] for side in (ours, theirs))
    return mine == pytest.approx(yours, rel=0, abs=1e-12)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    texts = {"hyp": HYPS, "ref": REFS, "test.sgm": TEST_SGML, "ref.sgm": REF_SGML}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("flags", "out"), [((), "stdio.stock.out"), (("-coco",), "stdio.patched-jar.out")])
def test_the_line_protocol(flags: tuple[str, ...], out: str) -> None:
    command = read_arguments(["-", "-", "-stdio", *WORDS, "-norm", *flags], print)
    lines = [told for line in golden("stdio.in") for told in answer(command, line)]
    assert lines == golden(out)


def test_the_line_protocol_on_standard_input() -> None:
    asked = "SCORE ||| the cat ||| the cats\nEVAL ||| 1 2\nSCORE ||| a ||| b ||| a\n"
    result = bolide("meteor", "-", "-", "-stdio", *WORDS, stdin=asked.encode())
    assert result.out.count("\n") == 3
    assert "Error: Meteor stats are 23 numbers" in result.out


@pytest.mark.usefixtures("files")
def test_plain_text_as_the_jar_prints_it() -> None:
    result = bolide("meteor", "hyp", "ref", *WORDS, "-norm", "-vOut", "-writeAlignments", "-f", "out")
    assert alike(result.out, VERBOSE)
    assert not result.err
    assert alike(Path("out-align.out").read_text().split("\n\n")[1] + "\n", ALIGNED)
    quiet = bolide("meteor", "hyp", "ref", *WORDS, "-norm", "-q")
    assert alike(quiet.out, "0.35032923362813906\n")
    assert alike(quiet.err, "1.0\n0.2972897096386689\n0.0\n")
    bare = bolide("meteor", "hyp", "ref", *WORDS, "-ssOut")
    assert bare.out.splitlines()[1] == (
        "4.0 5.0 3.0 4.0 0.0 0.0 2.0 2.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 2.0 2.0 2.0"
    )
    assert bare.out.startswith("7.0 7.0 4.0 4.0 3.0 3.0 4.0 4.0")
    assert bare.out.splitlines()[0].endswith("1.0 7.0 7.0")  # the one chunk of a perfect segment is shown


@pytest.mark.usefixtures("files")
def test_several_reference_lines() -> None:
    Path("two").write_text("the cat sat on the mat .\nfoo\nthe car he had said\nThe cars\na b c\nx y\n")
    result = bolide("meteor", "hyp", "two", *WORDS, "-norm", "-r", "2", "-q")
    assert alike(result.out, "0.5517528317835066\n")


@pytest.mark.usefixtures("files")
def test_sgml_as_the_jar_writes_it() -> None:
    result = bolide("meteor", "test.sgm", "ref.sgm", "-sgml", *WORDS, "-norm", "-writeAlignments")
    assert alike(Path("meteor-seg.scr").read_text(), SEGMENTS)
    assert alike(Path("meteor-doc.scr").read_text(), DOCUMENTS)
    assert alike(Path("meteor-sys.scr").read_text(), SYSTEM)
    assert "Format:         SGML\n" in result.out
    assert "[s1][sysA] \n\n           Test Matches" in result.out
    assert "Warning: no data for system [sysA] on document [s1][d3] - skipping this document" in result.err
    assert "Warning: no data for reference [refB] on segment [s1][d2][10]" in result.err
    numbers = re.findall(r"^Alignment\ts1\tsysA\td2\t(\d+)", Path("meteor-align.out").read_text(), re.MULTILINE)
    assert numbers == ["1", "2", "3", "10"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["hyp"], "test and reference are needed"),
        (["hyp", "ref", "-foo"], "no option of METEOR 1.5 called '-foo'"),
        (["hyp", "ref", "-l"], "-l needs a value"),
        (["hyp", "ref", "-l", "klingon"], "no language of METEOR 1.5 called 'klingon'"),
        (["hyp", "ref", "-t", "fun"], "no task of METEOR 1.5 called 'fun'"),
        (["hyp", "ref", "-m", "exact stems"], "no module of METEOR 1.5 called 'stems'"),
        (["hyp", "ref", "-m", "exact", "-w", "1 x"], "must be numbers"),
        (["hyp", "ref", "-l", "fr", "-w", "1 1 1 1 1"], "5 weights for the 3 modules"),
        (["hyp", "ref", "-l", "fr", "-m", "exact synonym"], "synonyms for English only"),
        (["hyp", "ref", "-l", "it", "-norm"], "-norm works for"),
        (["hyp", "ref", "-p", "1 2"], "2 parameters given"),
        (["hyp", "ref", "-x", "0"], "-x '0' must be an integer ≥ 1"),
        (["hyp", "ref", "-a", "nowhere.gz"], "table: nowhere.gz cannot be read"),
        (["hyp", "ref", "-new", "nowhere"], "nowhere"),
        (["hyp", "ref", *WORDS, "-e", "stems.gz"], "stems.gz"),
        (["hyp", "ref", *WORDS, "-e", "ref"], "is not a word, a count and a stem, or several"),
        (["hyp", "ref", *WORDS, "-d", "nowhere"], "english.synsets"),
        (["hyp", "ref", *WORDS, "-d", "odd"], "an odd number"),
        (["hyp", "ref", *WORDS, "-d", "wrong"], "the ids of 'car', 'one', must be integers"),
        (["hyp", "missing", *WORDS], "missing"),
        (["hyp", "ref", *WORDS, "-r", "2"], "not same length"),
        (["empty", "empty", *WORDS], "no segments"),
        (["hyp", "ref", *WORDS, "-sgml"], "holds no segment"),
        (["cut.sgm", "ref.sgm", *WORDS, "-sgml"], "the segment 1 has no </seg>"),
        (["nodoc.sgm", "ref.sgm", *WORDS, "-sgml"], "needs an id, and a setid, a docid"),
        (["noid.sgm", "ref.sgm", *WORDS, "-sgml"], "line 3: a segment needs an id, and a setid, a docid"),
        (["other.sgm", "ref.sgm", *WORDS, "-sgml"], "no document in common"),
        (["hyp", "ref", "-a", "damaged.gz"], "not a paraphrase table"),
        (["hyp", "ref", "-a", "hyp"], "is damaged"),
    ],
)
@pytest.mark.usefixtures("files")
def test_bad_input(arguments: list[str], told: str) -> None:
    Path("empty").write_text("")
    Path("cut.sgm").write_text('<tstset setid="s1" sysid="x">\n<doc docid="d1">\n<seg id="1">never ends\n')
    Path("nodoc.sgm").write_text('<tstset setid="s1" sysid="x">\n<seg id="1">a</seg>\n')
    Path("noid.sgm").write_text('<tstset setid="s1" sysid="x">\n<doc>\n<seg id="1">a</seg>\n')
    Path("other.sgm").write_text(TEST_SGML.replace('"s1"', '"s2"'))
    Path("damaged.gz").write_bytes(gzip.compress(b"0.5\na\n", mtime=0))
    for folder, synsets in (("odd", "car\n1\nboat\n"), ("wrong", "car\none\n")):
        Path(folder).mkdir()
        Path(folder, "english.synsets").write_text(synsets)
        Path(folder, "english.exceptions").write_text("be\nwas were\n")
    result = bolide("meteor", *arguments)
    assert result.code == 2
    assert told in result.err.splitlines()[-1]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.usefixtures("files")
def test_own_stems(packed: bool) -> None:
    Path("h").write_text("dogs ran home\n")
    Path("r").write_text("hounds running home\n")
    table = b"dogs 3 cat\ndogs 1 dog\nhounds 1 dog\nrunning 2 run\n"  # the later line wins; ran stays ran
    Path("stems").write_bytes(gzip.compress(table, mtime=0) if packed else table)
    result = bolide("meteor", "h", "r", "-m", "exact stem", "-ssOut", "-e", "stems")
    assert [int(float(number)) for number in result.out.split()] == [3, 3, 0, 0, 1, 1, 0, 0, 1, 1, *[0] * 10, 2, 2, 2]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.usefixtures("files")
def test_own_synonyms(language: str) -> None:
    name = {"en": "english", "fr": "french"}[language]
    Path("own").mkdir()
    Path("own", f"{name}.synsets").write_text("cat\n1 07\nfeline\n7\nsit\n3\nrest\n3\n")
    Path("own", f"{name}.exceptions").write_text("sit\nsat sitting\n")
    Path("h").write_text("cats sat here\n")  # cats by its ending, sat by the exceptions
    Path("r").write_text("feline rest elsewhere\n")
    result = bolide("meteor", "h", "r", "-l", language, "-m", "exact synonym", "-ssOut", "-d", "own")
    matched = [3, 3, 0, 0, *[0] * 4, 2, 2, 0, 0, *[0] * 8, 1, 2, 2]
    assert [int(float(number)) for number in result.out.split()] == matched


# java -Dfile.encoding=UTF-8 -jar meteor-1.5.jar hyp ref -l LANGUAGE … -ssOut (pycocoevalcap 1.2, OpenJDK 17)
FRENCH = [
    (
        "Il n'y a pas le temps de le faire.", "Il n'a pas eu le temps de faire le travail.",
        "11 12 2 2 8 8 2 2 0 0 0 0 0 0 0 0 0 0 0 0 6 10 10",
    ),
    (
        "Le chat n'aime pas l'eau.", "Le chat aime le lait, n'importe quand.",
        "8 10 1 2 4 4 1 1 0 0 0 0 0 0 0 0 0 0 0 0 4 5 5",
    ),
    (
        "C'est une maladie aiguë et un cas naïf.", "Ce sont des maladies aiguës et des cas naïfs.",
        "10 10 1 1 2 2 1 1 3 3 0 0 0 0 0 0 0 0 0 0 2 6 6",
    ),
    (
        "Les Haïtiens votent; HISTOIRE ambiguë.", "L'Haïtien a voté; une histoire ambigu.",
        "7 9 1 2 2 2 1 1 2 2 0 0 0 0 0 0 0 0 0 0 3 5 5",
    ),
]  # fmt: skip
RUSSIAN = [
    ("Он всё ещё идёт домой.", "Он все еще идет домой.", "6 6 1 1 2 2 1 1 0 0 0 0 0 0 0 0 0 0 0 0 2 3 3"),
    ("Её ребёнок пьёт чай с мёдом.", "Ребенок ее пьет мед с чаем.", "7 7 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0 0 0 0 3 3 3"),
    ("Мы пришли с сёстрами.", "Сёстры пришли с ней, а мёд остался.", "5 9 1 2 2 2 1 1 0 0 0 0 0 0 0 0 0 0 0 0 2 3 3"),
]
ARABIC = [
    ("$Ard $AsE 04,00 $AHn", "$ArdA $AhdA 04,00 $AHnA", "4 4 0 0 1 1 0 0 1 1 0 0 0 0 0 0 0 0 0 0 1 2 2"),
    ("Alntyjtyn 74,6 $Ahd", "ntyjp 74,6 $Ahd", "3 3 0 0 2 2 0 0 1 1 0 0 0 0 0 0 0 0 0 0 1 3 3"),
]


@pytest.mark.parametrize(
    ("language", "options", "lines", "package"),
    [
        ("fr", ("-norm", "-m", "exact stem"), FRENCH, "snowballstemmer"),
        ("ru", ("-norm", "-m", "exact stem"), RUSSIAN, "snowballstemmer"),
        ("ar-bw-red", (), ARABIC, "pycocoevalcap"),
    ],
    ids=["fr", "ru", "ar-bw-red"],
)
@pytest.mark.usefixtures("files")
def test_every_statistic_of_other_languages(
    language: str, options: tuple[str, ...], lines: list[tuple[str, str, str]], package: str
) -> None:
    """`le` is `n'` to the jar, which compares hashes; its stems know no ё, ë and ï; Arabic words have a table."""
    pytest.importorskip(package)
    for name, column in (("h", 0), ("r", 1)):
        Path(name).write_text("".join(f"{line[column]}\n" for line in lines), encoding="utf-8")
    result = bolide("meteor", "h", "r", "-l", language, *options, "-ssOut")
    assert result.err == ""
    rows = [line.replace(".0", "") for line in result.out.splitlines()]
    assert rows == [expected for *_, expected in lines]


def test_usage() -> None:
    assert bolide("meteor").code == 2
    assert "-writeAlignments" in bolide("meteor", "--help").out


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0"), (15.0, "15.0"), (0.1, "0.1"), (0.001, "0.001"), (0.00095, "9.5E-4"), (1e-10, "1.0E-10"),
        (1234567.5, "1234567.5"), (1e7, "1.0E7"), (1.25e-5, "1.25E-5"), (float("nan"), "NaN"),
        (float("inf"), "Infinity"), (-2.5e9, "-2.5E9"),
    ],
)  # fmt: skip
def test_numbers_as_java_prints_them(value: float, text: str) -> None:
    assert number(value) == text


def test_references_in_the_order_of_a_java_hashtable() -> None:
    # new Hashtable of refA, refB, refC lists them by bucket from the last to the first
    assert in_table_order(["refA", "refB", "refC"]) == sorted(["refA", "refB", "refC"], reverse=True)


def test_captions() -> None:
    with nullcontext() if has_table() else pytest.warns(UserWarning, match="without paraphrases"):
        meteor = Meteor()
    gts = {1: ["a cat on a mat", "the cat sits"], 2: ["a dog"]}
    score, scores = meteor.compute_score(gts, {1: ["a cat on a mat"], 2: ["two birds"]})
    assert scores == [1.0, 0.0]
    assert 0 < score < 1
    assert meteor.method() == "METEOR"
    with pytest.raises(InputError, match="same images"):
        meteor.compute_score(gts, {1: ["a"]})
    with pytest.raises(InputError, match="list of one caption"):
        meteor.compute_score({1: ["a"]}, {1: "a"})
    with pytest.raises(OptionError, match="cannot be read"):
        Meteor("nowhere.gz")


def has_table() -> bool:
    try:
        return installed_table().is_file()
    except FileNotFoundError:
        return False


def test_full_metric_with_paraphrases(tmp_path: Path) -> None:
    """Two lines of the golden files, all four modules, through the command line."""
    table = paraphrase_table()
    hyps, refs = golden("align.hyp")[:40], golden("align.ref")[:40]
    for name, lines in (("hyp", hyps), ("ref", refs)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = bolide("meteor", str(tmp_path / "hyp"), str(tmp_path / "ref"), "-ssOut", "-a", table)
    assert result.out.splitlines() == golden("align.full.beam40.ss")[:40]


# --- what the tool makes of -l, -t, -m, -w and -p ---------------------------------------------------------------------


ADEQUACY_WEIGHTS = (1.0, 1.0, 0.6, 0.8)


def test_every_language_has_every_task() -> None:
    for language in LANGUAGES:
        for task in TASKS:
            chosen = setting(language, task)
            assert len(chosen.formula.weights) == len(chosen.counts.stages)


def test_options_as_the_tool_takes_them() -> None:
    assert setting("English").counts.stages == ("exact", "stem", "synonym", "paraphrase")
    assert setting("cs").counts.language == "cz"
    assert setting("de").formula.weights == (1.0, 0.8, 0.2)
    assert setting("en", "universal").counts.stages == ("exact", "paraphrase")
    # -m keeps weights by position: synonym weighs what stem did.
    assert setting("en", modules=["exact", "synonym"]).formula.weights == (1.0, 0.6)
    # -p brings the adequacy weights: zeros outside English.
    assert setting("en", parameters=(0.5, 1, 0.5, 0.5)).formula.weights == ADEQUACY_WEIGHTS
    assert setting("fr", parameters=(0.5, 1, 0.5, 0.5)).formula.weights == (0.0, 0.0, 0.0)
    assert setting("fr", parameters=(0.5, 1, 0.5, 0.5), weights=(1, 1, 0.5)).formula.weights == (1, 1, 0.5)
    assert setting("en", modules=["exact"], weights=(0.5,)).formula.weights == (0.5,)
    assert setting("en", weights=(1, 1, 1, 1)).task == "custom"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"modules": []}, "one or more"),
        ({"modules": ["exact", "exact"]}, "different ones"),
        ({"task": "best", "parameters": [1, 2, 3, 4]}, "no task of METEOR 1.5 called 'best'"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        setting(**options)  # type: ignore[arg-type]
