"""Language codes, and checks whether texts clearly are not in a language or not suited to a tokenizer.

Languages are recognised by script and by frequent words, for warnings only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import islice

from bolide.system.errors import OptionError

_ISO_639_1 = """
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka
    kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng
    nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su
    sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
CODES = frozenset(_ISO_639_1.split())
ALIASES = {"cz": "cs"}  # METEOR's code for Czech
# Common mistakes, by code: codes of ISO 639-2 and 639-3, and of countries.
_ALSO = """
    af:afr am:amh ar:ara az:aze be:bel bg:bul bn:ben bs:bos ca:cat cs:ces,cze cy:cym,wel da:dan,dk de:deu,ger,at
    el:ell,gre,gr en:eng,us,gb eo:epo es:spa,mx et:est eu:eus,baq fa:fas,per,ir fi:fin fr:fra,fre ga:gle gl:glg
    gu:guj ha:hau he:heb,iw,il hi:hin hr:hrv hu:hun hy:hye,arm id:ind ig:ibo is:isl,ice it:ita ja:jpn,jp
    ka:kat,geo kk:kaz km:khm kn:kan ko:kor,kr la:lat lo:lao lt:lit lv:lav mk:mkd,mac ml:mal mn:mon mr:mar
    ms:msa,may mt:mlt my:mya,bur ne:nep nl:nld,dut no:nor pa:pan pl:pol ps:pus pt:por ro:ron,rum ru:rus si:sin
    sk:slk,slo sl:slv so:som sq:sqi,alb sr:srp sv:swe sw:swa ta:tam te:tel th:tha tl:tgl,fil tr:tur uk:ukr,ua
    ur:urd uz:uzb vi:vie,vn xh:xho yo:yor zh:zho,chi,cn,tw zu:zul
"""
NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English",
    "es": "Spanish", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian", "it": "Italian",
    "ja": "Japanese", "ko": "Korean", "nl": "Dutch", "no": "Norwegian", "pl": "Polish", "pt": "Portuguese",
    "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian",
    "zh": "Chinese",
}  # fmt: skip

# Frequent words that few other languages share: articles, pronouns, conjunctions, prepositions, auxiliaries.
_FREQUENT = {
    "cs": "a na že se je to si jsem jako ale pro jsou byl aby od také když až nebo už při jeho ve která který bylo",
    "da": "og at det er en af på til med for ikke har de som jeg der var men et kan vi sig fra også hun efter blev",
    "de": "der die und das ist nicht ein eine zu den mit von sich auf für im dem des auch es wird als an werden wie",
    "en": "the of and to in is that it was for with on as are be this by at from have not they which but you were his",
    "es": "de la que el en y los se del las un por con no una su para es al lo como más pero sus le ha fue está este",
    "fi": "ja on ei se että oli hän mutta kun niin joka ovat sen myös kuin hänen mukaan jos ole tai jo vain nyt voi",
    "fr": "de la le et les des en un du une que est pour qui dans par plus pas au sur il ne ce avec se sont cette mais",
    "hu": "a az és hogy nem is egy ez meg de csak volt már mint ki ha vagy még azt kell lesz van el lehet amely minden",
    "it": "di e il la che in un è per una sono con non del della si le da dei nel alla più anche come gli ma questo",
    "nl": "de van het een en in is dat op te zijn voor met niet die aan er om ook als bij maar naar werd wordt hij",
    "pl": "w i na się z do nie to jest że o jak po ale co od przez dla tym tego było są oraz który która jego być już",
    "pt": "de a o que e do da em um para com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua",
    "ro": "de și în a la cu pe nu că o un din care este pentru mai sunt fost sau dar ce prin au după ca el lui fi se",
    "ru": "и в не на что я с он как это по но к из у за то от о его для же так вы бы был только она мы было",
    "sv": "och att det i en som är av på för med inte den till har de var om ett men han sig så från vi kan när efter",
    "tr": "ve bir bu da de için ile çok olarak daha olan gibi kadar sonra en ama ne olduğu var o ise her ya oldu değil",
    "uk": "і в на не що з у та до це як за він від але про для його які є так було її по ми був бути або через після",
}  # fmt: skip

# The letters of scripts, as ranges of characters.
LETTERS = {
    "Arabic": "\u0600-\u06ff",
    "Chinese": "\u4e00-\u9fff",
    "Cyrillic": "\u0400-\u04ff",
    "Devanagari": "\u0900-\u097f",
    "Greek": "\u0370-\u03ff",
    "Hangul": "\uac00-\ud7af",
    "Hebrew": "\u0590-\u05ff",
    "Japanese": "\u3040-\u30ff",
    "Latin": "A-Za-z\u00c0-\u024f",
    "Thai": "\u0e00-\u0e7f",
}
# The languages written in a script, of those with a code above. If most letters are of one of these scripts, the text
# is in none of the other languages; Latin is the script of too many, and those never written in it are listed below.
_WRITTEN = {
    "Arabic": "ar fa ku ks ps sd ug ur",
    "Chinese": "ja ko za zh",
    "Cyrillic": "ab av az ba be bg bs ce cu cv kk kv ky mk mn mo os ro ru sh sr tg tk tt ug uk uz",
    "Devanagari": "hi ks mr ne pi sa sd",
    "Greek": "el",
    "Hangul": "ko",
    "Hebrew": "he yi",
    "Japanese": "ja",
    "Thai": "pi th",
}
_NEVER_LATIN = frozenset(
    ["ar", "be", "bg", "el", "fa", "he", "hi", "ja", "ko", "mk", "mr", "ne", "ru", "th", "uk", "ur", "zh"]
)
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 40_000  # characters examined
_LEAST_LETTERS = 40  # needed to recognise Latin script,
_LEAST_STRANGE = 8  # the same, in a text that is not ASCII,
_LEAST_OTHER = 2  # and any other script
# Needed to recognise a language: words, and how many different ones of them are frequent. With these, no line of WMT's
# references in English, German and Czech (10,092) is taken for another language; in every second line that is declared
# to be in another, the language is recognised.
_LEAST_WORDS, _LEAST_FREQUENT = 10, 4
_SHARE = 0.12  # of the words that must be frequent ones of the other language,
_TIMES = 3.0  # and this many times as many as of the named language


def check_code(language: str) -> str:
    """Return the language if it is a code of ISO 639-1 (or `cz`); otherwise raise OptionError, with a suggestion."""
    if language in CODES or language in ALIASES:
        return language
    name = language.lower()
    meant = name if name in CODES else _meant().get(name)
    hint = f" Did you mean {meant}?" if meant else " Use one like en, de or zh, or leave the language out."
    raise OptionError(f"{language!r:.40} is not a language code of two letters (ISO 639-1).{hint}")


def target_language(pair: str) -> str:
    """The target language: the second of a pair, or the only one named."""
    codes = pair.split("-")
    if len(codes) > 2 or not all(code.isalpha() for code in codes):
        raise OptionError(f"`language_pair` {pair} is not a language pair; write it like en-de, or just de.")
    if len(codes) == 2 and codes[1].isupper() and not codes[0].isupper():
        raise OptionError(
            f"`language_pair` {pair} names a country; write only the language, `language_pair` {codes[0]}."
        )
    try:
        return [check_code(code) for code in codes][-1]
    except OptionError as error:
        raise OptionError(f"`language_pair` {pair}: {error}") from None


@cache
def _meant() -> dict[str, str]:
    """Codes by what is often written instead of them, in lowercase."""
    codes = {name.lower(): code for code, name in NAMES.items()}
    for pair in _ALSO.split():
        code, _, others = pair.partition(":")
        codes |= dict.fromkeys(others.split(","), code)
    return codes


def two_letters(language: str) -> str | None:
    """The code of ISO 639-1 for a code of two or three letters or an English name; None if there is none here."""
    name = language.lower()
    if len(name) == 2:
        return ALIASES.get(name, name if name in CODES else None)
    return _meant().get(name)


def language_name(code: str) -> str:
    """The English name of a language, or its code if it has none here."""
    return NAMES.get(code_of(code), code)


def code_named(phrase: str) -> str | None:
    """The code of a language named by `contradiction`; None if it is a script."""
    return next((code for code, name in NAMES.items() if name == phrase), None)


def code_of(language: str) -> str:
    """The code without region and script, METEOR's `cz` as cs: `pt-BR` is pt."""
    code = re.split(r"[-_]", language.lower(), maxsplit=1)[0]
    return ALIASES.get(code, code)


def contradiction(texts: Iterable[str], language: str) -> str | None:
    """The language or script of the texts ("German", "Cyrillic script") if it clearly is not `language`; else None."""
    text = "\n".join(islice(texts, 1000))[:_SAMPLE].lower()
    code = code_of(language)
    script = _script(text)
    if script and script != "Latin" and code in CODES and code not in _WRITTEN[script].split():
        return f"{script} script" if script not in NAMES.values() else script
    if script == "Latin" and code in _NEVER_LATIN:
        return "Latin script"
    if code not in _FREQUENT:
        return None
    words = _WORD.findall(text)
    if len(words) < _LEAST_WORDS:
        return None
    shares = _shares(words)
    other = max(shares, key=lambda name: (shares[name], name))
    enough = shares[other] >= _SHARE and len(_frequent()[other].intersection(words)) >= _LEAST_FREQUENT
    return NAMES[other] if other != code and enough and shares[other] >= _TIMES * shares[code] else None


def _script(text: str) -> str | None:
    """The script of more than two thirds of the letters, if there are enough of them.

    Japanese is distinguished from Chinese by kana: more than a tenth of the letters.
    """
    letters = sum(map(str.isalpha, text))
    if letters < _LEAST_OTHER:
        return None
    if len(re.findall(f"[{LETTERS['Japanese']}]", text)) > letters / 10:
        return "Japanese"
    for name, ranges in LETTERS.items():
        if len(re.findall(f"[{ranges}]", text)) > 2 * letters / 3:
            enough = name != "Latin" or letters >= (_LEAST_LETTERS if text.isascii() else _LEAST_STRANGE)
            return name if enough else None
    return None


def _shares(words: list[str]) -> dict[str, float]:
    """For each language, the share of the words that are among its frequent ones."""
    counts = Counter(words)
    return {name: sum(counts[word] for word in frequent) / len(words) for name, frequent in _frequent().items()}


@cache
def _frequent() -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in _FREQUENT.items()}


# Language, its letters, their least share of all letters, the mean word length with spaces, the tokenizer to suggest.
_UNSPACED = (
    ("Japanese", "[\u3040-\u30ff]", 0.1, 3.5, "ja-mecab"),
    ("Chinese", "[\u3400-\u9fff]", 0.3, 3.5, "zh"),
    ("Thai", "[\u0e00-\u0e7f]", 0.3, 8.0, "char"),
)
_LEAST_SHARE = min(share for _, _, share, _, _ in _UNSPACED)
_SPACED_TOKENIZERS = ("13a", "intl", "none", "tercom", "whitespace")


def better_tokenizer(texts: Iterable[str], tokenize: str, sample: int = 200) -> tuple[str, str] | None:
    """The apparent language of the texts and a better tokenizer for it, or None if `tokenize` suits them."""
    if tokenize not in _SPACED_TOKENIZERS:
        return None
    text = "".join(islice((t for t in texts if t), sample))[:20_000]
    length = len(text) / max(1, len(text.split()))
    letters = sum(map(str.isalpha, text)) or 1
    # Each of these letters takes three bytes of UTF-8; if there are too few, no pattern need be compiled.
    if len(text.encode("utf-8", "surrogatepass")) - len(text) <= 2 * _LEAST_SHARE * letters:
        return None
    for language, script, share, spaced, better in _UNSPACED:
        if len(re.findall(script, text)) / letters > share:
            unspaced = len(text.split()) == 1 < len(text)
            return (language, better) if unspaced or length > spaced else None  # words may be separated already
    return None
