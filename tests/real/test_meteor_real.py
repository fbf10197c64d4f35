"""METEOR on every English line of WMT12 and WMT23: NLTK's numbers, and how often the best alignment is proven; METEOR
1.5 on its own example, and as the jar of an installed pycocoevalcap has it on WMT12 and on other languages. The jar is
asked live about some lines without paraphrases: their table alone takes it ten seconds to read.
"""

import gzip
import os
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import nltk
import pytest

from bolide import METEOR
from bolide.corpus.markup import sgml_segments
from bolide.kernels import COMPILED
from bolide.metrics.meteor.meteor15 import printed_row
from bolide.peers.meteor15 import parser, tool_from
from tests.oracles.paraphrases import paraphrase_table
from tests.oracles.recorded import LIVE, agrees, versioned
from tests.real.data import DATA, System, needs_data, systems
from tests.real.nltk_meteor import nltk_meteor, words

# --- METEOR on every English line of WMT12 and WMT23: NLTK's numbers, and how often the best alignment is proven ---


pytestmark = needs_data
ENGLISH = ("wmt12/fr-en", "wmt23/zh-en", "wmt23-news/de-en")
STAGES = (("exact",), ("exact", "stem"), ("exact", "synonym"), ("exact", "stem", "synonym"))
SYSTEMS = [system for test_set in ENGLISH for system in systems(test_set)]
FIRST = {system.test_set: system for system in reversed(SYSTEMS)}  # those that NLTK is asked for live
PEER = versioned("NLTK", nltk.__version__) + " METEOR"


def with_kernels(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test compiled only: interpreted the search takes long, and the golden files are enough."""
    return pytest.mark.skipif(not COMPILED, reason="the compiled core is enough")(test)


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_every_line_equals_nltk(system: System) -> None:
    hyps, refs = system.texts
    some = SYSTEMS.index(system) % 3  # each of the others with a third of the systems
    for stages in (STAGES[some], STAGES[-1]):
        ours = list(METEOR(variant="nltk", stages=stages).segments(hyps, refs).values)
        agrees(f"{PEER} {'+'.join(stages)}", [hyps, refs], ours, partial(ask, hyps, refs, stages))
        if COMPILED and system in FIRST.values() and stages == STAGES[-1]:
            assert ours[:LIVE] == ask(hyps[:LIVE], refs[:LIVE], stages)


def ask(hyps: list[str], refs: list[str], stages: tuple[str, ...]) -> list[float]:
    """NLTK's scores."""
    single, given = nltk_meteor().single_meteor_score, words(stages)
    return [single(ref.split(), hyp.split(), **given) for hyp, ref in zip(hyps, refs, strict=True)]


def test_several_references_equal_nltk() -> None:
    """Other systems' outputs stand in for more references, two or three a line."""
    (hyps, refs), *others = [system.texts for system in [*systems("wmt23/zh-en"), *systems("wmt12/fr-en")][:3]]
    hyps, refs = hyps[:500], refs[:500]
    groups = [[ref, *(other[i] for other, _ in others[: i % 3])] for i, ref in enumerate(refs)]
    metric = METEOR(variant="nltk", average="mean")
    ours = list(metric.segments(hyps, groups).values)
    agrees(f"{PEER} several references", [hyps, groups], ours, partial(ask_of_several, hyps, groups))
    assert metric.corpus(hyps, groups).value == pytest.approx(sum(ours) / len(ours), abs=1e-12)


def ask_of_several(hyps: list[str], groups: list[list[str]]) -> list[float]:
    best, asked = nltk_meteor().meteor_score, words(STAGES[-1])
    return [best([r.split() for r in group], h.split(), **asked) for h, group in zip(hyps, groups, strict=True)]


@with_kernels
@pytest.mark.parametrize(("test_set", "share"), [("wmt12/fr-en", 0.99), ("wmt23/zh-en", 0.95)])
def test_the_best_alignment_is_proven(test_set: str, share: float) -> None:
    proven = total = 0
    for system in systems(test_set)[:3]:
        score = METEOR(variant="2005").corpus(*system.texts)
        proven += score.parts["proven"]
        total += score.parts["segments"]
    assert proven >= share * total


# --- METEOR 1.5's own example: every segment score and the system score of its .scr files (`-l en -norm -sgml`) ----


EXAMPLE = DATA / "meteor-example"


def read(name: str) -> str:
    return gzip.decompress((EXAMPLE / f"{name}.gz").read_bytes()).decode("utf-8")


@with_kernels
def test_segment_document_and_system_scores() -> None:
    hyps, refs = (
        {(document, segment): text for document, segment, _, text in sgml_segments(name, read(f"{name}.sgm"))}
        for name in ("test", "ref")
    )
    metric = METEOR(paraphrase=paraphrase_table())
    stats = metric.measure(list(hyps.values()), [refs[key] for key in hyps])
    values = dict(zip(hyps, metric.row_values(stats), strict=True))
    expected_lines = read("meteor-seg.scr").splitlines()
    assert len(expected_lines) == len(values) == 2525
    for line in expected_lines:
        _, _, document, segment, expected = line.split("\t")
        assert values[document, segment] == pytest.approx(float(expected), rel=0, abs=1e-12)
    for line in read("meteor-doc.scr").splitlines():
        _, _, document, expected = line.split("\t")
        mine = stats.take([place for place, key in enumerate(hyps) if key[0] == document])
        assert metric.score_rows(mine).value == pytest.approx(float(expected), rel=0, abs=1e-12)
    system = float(read("meteor-sys.scr").split()[-1])
    assert metric.score_rows(stats).value == pytest.approx(system, rel=0, abs=1e-12)


# --- METEOR 1.5: what the jar of an installed pycocoevalcap prints on WMT12 and on other languages -----------------


def jar() -> Path:
    spec = find_spec("pycocoevalcap")
    for folder in spec.submodule_search_locations or () if spec else ():
        path = Path(folder, "meteor", "meteor-1.5.jar")
        if path.is_file() and shutil.which("java"):
            return path
    pytest.skip(
        "pycocoevalcap and Java are not both here: "
        "pip install --no-deps pycocoevalcap; Debian: apt-get install default-jre-headless"
    )


def check(folder: Path, texts: tuple[list[str], list[str]], options: tuple[str, ...], rows: list[list[int]]) -> None:
    """Our statistics are those that the tool prints of the texts under these options."""
    about = " ".join(option if not Path(option).is_absolute() else "PATH" for option in options)
    agrees(f"METEOR 1.5's jar {about}", list(texts), rows, partial(theirs, folder, *texts, *options))


def theirs(folder: Path, hyps: list[str], refs: list[str], *options: str) -> list[list[int]]:
    for name, texts in (("hyp", hyps), ("ref", refs)):
        (folder / name).write_text("\n".join(texts) + "\n", encoding="utf-8")
    command = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar()), "hyp", "ref", "-ssOut", *options]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}  # Java opens no path that the locale cannot write
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True, env=environment)
    return [[int(float(number)) for number in line.split()] for line in done.stdout.decode().splitlines()]


def by_command(options: tuple[str, ...], hyps: list[str], refs: list[str]) -> list[list[int]]:
    tool = tool_from(parser().parse_args(["hyp", "ref", *options]), print)
    return [list(printed_row(row)) for row in tool.measure(hyps, [[ref] for ref in refs])]


def ours(metric: METEOR, hyps: list[str], refs: list[str]) -> list[list[int]]:
    return [list(printed_row(row)) for row in metric.measure(hyps, refs)]


@with_kernels
@pytest.mark.parametrize(
    ("test_set", "language", "modules"),
    [
        ("wmt12/fr-en", "en", "exact stem synonym"),
        ("wmt12/fr-en", "en", "exact stem synonym paraphrase"),
        ("wmt12/en-de", "de", "exact stem"),
        ("wmt23/en-de", "de", "exact stem"),
    ],
)
def test_every_line_of_a_system(tmp_path: Path, test_set: str, language: str, modules: str) -> None:
    hyps, refs = systems(test_set)[0].texts
    table = paraphrase_table() if "paraphrase" in modules else None
    options = ("-l", language, "-norm", *(["-m", modules] if table is None else ["-a", table]))
    rows = ours(METEOR(language=language, paraphrase=table), hyps, refs)
    check(tmp_path, (hyps, refs), options, rows)
    if modules == "exact stem synonym":
        assert rows[:LIVE] == theirs(tmp_path, hyps[:LIVE], refs[:LIVE], *options)


@with_kernels
def test_several_references(tmp_path: Path) -> None:
    (hyps, refs), (other, _), *_ = (system.texts for system in systems("wmt12/fr-en"))
    hyps, groups = hyps[:400], list(zip(refs[:400], other[:400], strict=True))
    flat = [ref for group in groups for ref in group]
    rows = [list(printed_row(row)) for row in METEOR().measure(hyps, groups)]
    check(tmp_path, (hyps, flat), ("-l", "en", "-norm", "-m", "exact stem synonym", "-r", "2"), rows)


@with_kernels
@pytest.mark.parametrize(
    ("test_set", "language", "hyp_letters", "ref_letters"),
    [("wmt12/fr-en", "fr", (" the ", " le "), (" the ", " n'")), ("wmt23-news/cs-uk", "ru", ("е", "ё"), ("і", "ё"))],
    ids=["le and n'", "ё"],
)
def test_words_that_the_jar_takes_for_equal(
    tmp_path: Path, test_set: str, language: str, hyp_letters: tuple[str, str], ref_letters: tuple[str, str]
) -> None:
    """What other languages have often, put into lines that are here: words of one hash, and a letter without a rule."""
    pytest.importorskip("snowballstemmer")
    sides = zip(systems(test_set)[0].texts, (hyp_letters, ref_letters), strict=True)
    hyps, refs = ([text.replace(*letters) for text in side[:400]] for side, letters in sides)
    options = ("-l", language, "-norm", "-m", "exact stem")
    rows = by_command(options, hyps, refs)
    check(tmp_path, (hyps, refs), options, rows)
    assert rows != ours(METEOR(language=language), hyps, refs)
