"""ja-mecab, ko-mecab and spm: equal to sacreBLEU's, and clear where their packages or models are absent."""

from pathlib import Path

import pytest

from bolide import BLEU, parse
from bolide.text.tokenize import mecab, tokenizer
from bolide.text.tokenize.sentencepiece import MODELS, Model

LINES = {
    "ja-mecab": ["私は明日、東京へ行きます。", "彼女は3冊の本を買った！", "", "  空白 です ", "BLEUは0.5でした"],
    "ko-mecab": ["나는 내일 서울에 갑니다.", "그녀는 책 세 권을 샀다!", "", "  공백 입니다 "],
}


def skip_without(name: str) -> None:
    """Skip a test if the packages of a tokenizer are not installed."""
    for package in mecab.MARKS[name][1][:2]:
        pytest.importorskip(package)


@pytest.mark.parametrize("name", LINES)
def test_mecab_is_sacrebleus(name: str) -> None:
    skip_without(name)
    import sacrebleu
    from sacrebleu.metrics.bleu import _get_tokenizer

    theirs = _get_tokenizer(name)()
    lines = LINES[name]
    assert type(theirs).__name__ == f"Tokenizer{name[:2].title()}Mecab"
    assert [tokenizer(name)(line.rstrip()) for line in lines] == [theirs(line.rstrip()).split() for line in lines]
    refs = [line.replace("明日", "今日").replace("내일", "오늘") for line in lines]
    score = sacrebleu.corpus_bleu(lines, [refs], tokenize=name).score
    assert BLEU(tokenize=name).corpus(lines, refs).points == pytest.approx(score)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    sentencepiece = pytest.importorskip("sentencepiece")
    folder = tmp_path_factory.mktemp("spm")
    words = ["the cat sat on the mat", "a dog ran to the house", "cats and dogs sit and run"] * 20
    (folder / "text").write_text("\n".join(words))
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "text"), model_prefix=str(folder / "m"), vocab_size=28, hard_vocab_limit=False, minloglevel=2
    )
    return str(folder / "m.model")


@pytest.fixture
def folder(model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """sacreBLEU's folder with our small model under every published name, its hash taken for the published one."""
    from hashlib import sha256

    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    (tmp_path / "models").mkdir()
    for name, published in MODELS.items():
        (tmp_path / "models" / published.file).write_bytes(Path(model).read_bytes())
        digest = sha256(Path(model).read_bytes()).hexdigest()
        monkeypatch.setitem(MODELS, name, Model(published.file, published.url, published.sha256 and digest))
    return tmp_path


@pytest.mark.parametrize("name", MODELS)
def test_published_models_have_sacrebleus_place_and_signature(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sacrebleu
    from sacrebleu.tokenizers import tokenizer_spm

    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(folder))
    assert Path(tokenizer_spm.SPM_MODELS[name]["url"]).name == MODELS[name].file
    assert tokenizer_spm.SPM_MODELS[name]["url"] == MODELS[name].url
    hyps, refs = ["the cats sat on a mat", "dogs run"], ["the cat sat on the mat", "a dog ran"]
    theirs = sacrebleu.BLEU(tokenize=name)
    ours = BLEU(tokenize=name)
    assert ours.corpus(hyps, refs).points == pytest.approx(theirs.corpus_score(hyps, [refs]).score)
    assert f"|tok:{name}|" in str(ours.signature())
    assert f"|tok:{name}|" in str(theirs.get_signature())
    assert parse(str(ours.signature())) == ours
