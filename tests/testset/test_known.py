"""Test sets that the installed sacreBLEU knows, read from a folder of downloads as it lays one out."""

import json
import sys
from itertools import groupby
from pathlib import Path

import pytest

from tests.cli.run import bolide, refused
from tests.python import environment, python

pytest.importorskip("sacrebleu")
SEGMENTS = [  # document, domain, source, references
    ("d1", "news", "The cat sits.", "Die Katze sitzt auf der Matte.", "Die Katze sitzt."),
    ("d1", "news", "It sleeps there.", "Sie schläft dort.", "Dort schläft sie."),
    ("d2", "social", "Yes!", "Ja, das ist es!", "Ja!"),
]
A = ["Die Katze sitzt auf der Matte.", "Sie schläft da.", "Ja, das ist so!"]
B = ["Die Katze saß auf der Matte.", "Sie schläft dort.", "Ja, das ist es!"]


def _xml() -> str:
    """The segments as WMT24 publishes them."""
    parts = ['<?xml version="1.0" encoding="utf-8"?>\n<dataset id="wmttest2024">']
    for document, rows in groupby(SEGMENTS, key=lambda row: row[:2]):
        texts = list(zip(*rows, strict=True))[2:]
        tags = 'src lang="en"', 'ref lang="de" translator="refA"', 'ref lang="de" translator="refB"'
        parts.append('<doc id="{}" domain="{}" origlang="en">'.format(*document))
        for tag, lines in zip(tags, texts, strict=True):
            segments = "".join(f'<seg id="{k}">{line}</seg>' for k, line in enumerate(lines, 1))
            parts.append(f"<{tag}>{segments}</{tag[:3]}>")
        parts.append("</doc>")
    return "".join([*parts, "</dataset>"])


@pytest.fixture
def env(here: Path) -> dict[str, str]:
    """The environment of a process beside a.txt and b.txt; sacreBLEU has downloaded WMT24, and finds no network."""
    raw = here / "downloads" / "wmt24" / "raw"
    (raw / "xml").mkdir(parents=True)
    (raw / "wmt24.data_onlyxml.tar.gz").write_text("unpacked below")
    (raw / "xml" / "wmttest2024.en-de.all.xml").write_text(_xml(), "utf-8")
    (here / "a.txt").write_text("\n".join(A) + "\n", "utf-8")
    (here / "b.txt").write_text("\n".join(B) + "\n", "utf-8")
    (here / "m.seg.score").write_text("a\t1\na\t3\na\t5\nb\t2\nb\t4\nb\t6\n")
    return environment(SACREBLEU=str(here / "downloads"), https_proxy="http://127.0.0.1:9")


def test_sacrebleu_reads_them_for_a_call(env: dict[str, str]):
    code = f"""
import bolide, json
data = bolide.TestSet.from_sacrebleu("wmt24", "en-de", {{"a": {A}, "b": {B}}})
print(json.dumps([data.corpora[1].refs, data.source, data.documents, data.domains]))
"""
    documents, domains, source, refs, _ = map(list, zip(*SEGMENTS, strict=True))
    result = python("-c", code, env=env)
    assert json.loads(result.stdout) == [refs, source, documents, domains], result.stderr


# BLEU as sacrebleu 2.6.0 has it: sacrebleu -t wmt24 -l en-de -i a.txt -w 6, with this folder
COMMANDS = {
    "score -t wmt24 -l en-de -i a.txt b.txt -w 6": ["70.757897", "77.817164"],
    "compare -t wmt24 -l en-de -i a.txt b.txt -n 20 --segments 1": ["70.8", "77.8", "2 documents"],
    "compare --scores m.seg.score -t wmt24 -l en-de -n 20": ["2 documents"],
    "gate -t wmt24 -l en-de -i a.txt b.txt -n 20": ["The cat sits.", "2 documents"],
    "report -t wmt24 -l en-de -i a.txt b.txt -n 20 -f json": ["It sleeps there.", "wmt24/en-de ref-refA"],
    "score -t wmt24 -l en-de --ref a.txt -i b.txt": ["bolide: Got 'a.txt' as well as -t"],
    "score a.txt -t wmt24 -l en-de -i b.txt": ["bolide: Got 'a.txt' as well as -t"],
    "score -t wmt24 -l en-de -i a --table b.tsv": ["bolide: Got --table as well as -t"],
    "score -t wmt24 -i a.txt": ["bolide: -t wmt24 is of many languages; name a pair with -l SRC-TGT."],
    "score -t wmt24 -l de-en -i a.txt": ["bolide: There is no language pair of wmt24 called 'de-en'. Known: cs-uk, "],
    "score -t wmt-24 -l en-de -i a.txt": ["bolide: There is no test set called 'wmt-24'. Did you mean 'wmt24'?"],
    "score -t wmt23 -l en-de -i a.txt": ["bolide: sacreBLEU cannot read or fetch wmt23 for en-de: <urlopen error"],
}


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_score_against_them(line: str, here: Path, env: dict[str, str]):
    result = python("-m", "bolide", *line.split(), env=env)
    refusal = COMMANDS[line][0].startswith("bolide: ")
    shown = result.stderr if refusal else result.stdout
    assert (result.returncode, result.stderr.count("\n")) == ((2, 1) if refusal else (0, 0)), result
    assert all(text in shown for text in COMMANDS[line]), shown


def test_without_sacrebleu_it_says_what_to_install(here: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    (here / "a.txt").write_text("a\n")
    refused(bolide("score", "-t", "wmt24", "-l", "en-de", "-i", "a.txt"), "pip install 'bolide[test-sets]'")
