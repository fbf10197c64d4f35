"""Cards, the laboratory and slides: numbers by other tools, and pages without a script."""

import json
import re

import pytest
import sacrebleu

from bolide.classroom.cards import CARDS
from bolide.classroom.laboratory import Laboratory
from bolide.cli.main import main
from bolide.demo import lines


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.title)
def test_numbers_are_those_of_other_tools(card) -> None:  # type: ignore[no-untyped-def]
    """sacreBLEU 2.6: BLEU of a corpus and of sentences, chrF, TER with their defaults."""
    for row in card.rows:
        hyps, refs = card.texts(row)
        streams = list(zip(*refs, strict=True))
        if row.metric == "bleu" and not row.part:
            bleu = sacrebleu.BLEU(effective_order=row.mean or len(hyps) == 1)
            values = [bleu.sentence_score(hyp, ref).score for hyp, ref in zip(hyps, refs, strict=True)]
            value = sum(values) / len(values) if row.mean else bleu.corpus_score(hyps, streams).score
            assert card.shown(row) == f"{value:.1f}"
        elif row.metric in ("chrf", "ter"):
            metric = {"chrf": sacrebleu.CHRF, "ter": sacrebleu.TER}[row.metric]()
            assert card.shown(row) == f"{metric.corpus_score(hyps, streams).score:.1f}"


def test_the_laboratory_asks_and_answers() -> None:
    lab = Laboratory(key=True)
    [larger] = [row for row in lab.table if (row["domain"], row["system"]) == ("all", "larger")]
    refs, hyps = lines("town/ref.txt"), lines("town/larger.txt")
    assert larger["bleu"] == pytest.approx(sacrebleu.corpus_bleu(hyps, [refs]).score)
    assert larger["chrf"] == pytest.approx(sacrebleu.corpus_chrf(hyps, [refs]).score)
    found = lab.answers()
    assert found["bleu_all"] == "larger > tuned > baseline"
    assert found["people_all"] == "larger > baseline > tuned"
    assert found["people_news"] == "larger = tuned > baseline"
    assert 0 < found["pairs_chrf"] <= found["pairs"] <= 72
    asked, answered = Laboratory(key=False).to_dict(), lab.to_dict()
    assert [one["question"] for one in asked["questions"]] == [one["question"] for one in answered["questions"]]
    assert not any("answer" in one for one in asked["questions"])


@pytest.mark.parametrize("what", ["cards", "laboratory", "mistakes chrf", "slides ter", "slides meteor"])
def test_handouts_are_single_files(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exercise", *what.split(), "-f", "html"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("<!doctype html>")
    assert "script-src 'none'" in page
    assert not re.search(r"""(?:src|href)=["']?(?!["']?data:)[^"'#]""", page)
    if "slides" in what:
        assert page.count("<section>") > 40


def test_the_key_is_left_out_unless_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exercise", "cards", "-f", "json"]) == 0
    assert not any({"holds", "why"} & set(card) for card in json.loads(capsys.readouterr().out)["cards"])
    assert main(["exercise", "homework"]) == 2
    assert "laboratory" in capsys.readouterr().err
