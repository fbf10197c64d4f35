"""What texts go through: tokenizers, METEOR's tables, the tools behind rgbF's units; each tried on a few words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module

from bolide.doctor.extras import look_at
from bolide.doctor.findings import ABSENT, Finding, Unexpected, same, tried
from bolide.doctor.packages import Package
from bolide.errors import need
from bolide.wording import counted

# A text for each tokenizer and how sacreBLEU 2.6 cuts it; a test asks sacreBLEU.
SAMPLES = {
    "13a": ("It's $3.50, “ok”?", "It's $ 3.50 , “ok” ?"),
    "char": ("It's ok.", "I t ' s o k ."),
    "intl": ("It's $3.50, “ok”?", "It ' s $ 3.50 , “ ok ” ?"),
    "none": ("It's ok.", "It's ok."),
    "tercom": ("It's $3.50, “ok”?", "It 's $ 3.50 , “ok” ?"),
    "zh": ("今天是5月1日, ok.", "今 天 是 5 月 1 日 , ok ."),
    "ja-mecab": ("明日は東京に行きます。", "明日 は 東京 に 行き ます 。"),
    "ko-mecab": ("내일 서울에 갑니다.", "내일 서울 에 갑니다 ."),
}
EXTRA_OF_TOKENIZER = {"ja-mecab": "ja", "ko-mecab": "ko"}

# Tools that make rgbF's units, tried on "The cats": the unit, the tool, what it makes, the extra it belongs to.
TOOLS = (
    ("base", "simplemma:en", ["the", "cat"], "units"),
    ("morph", "hanta:en", ["The", "cat", "s"], "units"),
    ("pos", "hanta:en", ["AT0", "NN2"], "units"),
    ("stem", "snowball:en", ["the", "cat"], ""),
)


def tokenizers() -> Iterator[Finding]:
    """Each tokenizer cuts its sample; one without a sample cuts that of `none`, into whatever it likes."""
    from bolide.text.tokenize import TOKENIZERS, tokenizer

    def cut(name: str) -> str:
        text, expected = SAMPLES.get(name, (SAMPLES["none"][0], ""))
        found = " ".join(tokenizer(name)(text))
        if expected:
            same(found, expected)
        return found

    for name in dict.fromkeys([*SAMPLES, *(name for name in TOKENIZERS if name != "whitespace")]):  # that is none
        yield tried("tokenizers", name, partial(cut, name), EXTRA_OF_TOKENIZER.get(name, ""))
    yield tried("tokenizers", "spm", _sentencepiece, "spm")


def _sentencepiece() -> str:
    need("spm", "sentencepiece")
    import_module("sentencepiece").SentencePieceProcessor()
    return "ready for a model of yours: spm:PATH"


def tables() -> Iterator[Finding]:
    """The tables that METEOR reads: synonyms, function words, paraphrases."""
    yield tried("tables", "WordNet", _wordnet)
    yield tried("tables", "function words", _function_words)
    yield _paraphrases()


def _wordnet() -> str:
    from bolide.text.words.wordnet import synsets
    from bolide.text.words.wordnet15 import meteor15_synsets

    for synonyms in (synsets, meteor15_synsets):
        if not synonyms("cars") & synonyms("automobile") or synonyms("car") & synonyms("mat"):
            raise Unexpected("does not know that cars and automobile are synonyms and car and mat are not")
    return "cars and automobile share a meaning"


def _function_words() -> str:
    from bolide.text.words.function_words import LANGUAGES, function_words

    empty = [language for language in LANGUAGES if not function_words(language)]
    if empty:
        raise Unexpected(f"no words for {', '.join(empty)}")
    return ", ".join(LANGUAGES)


def _paraphrases() -> Finding:
    from bolide.text.words.paraphrase import TableName, installed_table

    try:
        path = installed_table("en")
    except FileNotFoundError:
        mend = "pip install --no-deps pycocoevalcap, or name a table of your own with --meteor.paraphrase"
        return Finding(
            "tables", "paraphrases", ABSENT, "pycocoevalcap, which has the English table, is not installed", mend
        )

    def look() -> str:
        name = TableName(str(path))
        if not name.converted():
            return f"{path}; converted at first use, which takes a while"
        return f"{path}; converted, {counted(len(name.table().ids), 'word')}"

    return tried("tables", "paraphrases", look, mend="pip install --force-reinstall --no-deps pycocoevalcap")


def units() -> Iterator[Finding]:
    """The tools that make rgbF's units from plain text."""
    from bolide.text.analysis import load

    def make(kind: str, tool: str, expected: list[str]) -> str:
        same(load(kind, tool)("The cats", ["The", "cats"]), expected)
        return f"“The cats” becomes “{' '.join(expected)}”"

    for kind, tool, expected, extra in TOOLS:
        yield tried("units", f"{kind} by {tool}", partial(make, kind, tool, expected), extra)
    for name in ("spacy", "stanza"):
        package = Package(name, name, (0,))
        yield look_at("units", package, f"pip install {name}, where its tags or base forms are wanted")
