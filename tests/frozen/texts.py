"""The texts that are scored: sentences of our own in many scripts, and what code makes of them.

They are read only when a file is written, and are then part of that file: a later change here moves nothing that is
frozen already.
"""

from __future__ import annotations

import unicodedata
from random import Random

Segment = tuple[str, list[str]]

# A candidate and its references.
SENTENCES: list[Segment] = [
    ("the cat is on mat", ["the cat is on the mat"]),
    ("The cat sat on the mat.", ["The cat sat on the mat."]),
    ("the cats were sitting on a mat", ["the cat sat on the mat", "there was a cat on the mat", "a cat is on a mat"]),
    ("on the mat the cat sat", ["the cat sat on the mat"]),
    ("the the the the the the the", ["the cat is on the mat", "there is a cat on the mat"]),
    ("It is a guide to action which ensures that the military always obeys the commands of the party .",
     ["It is a guide to action that ensures that the military will forever heed Party commands .",
      "It is the guiding principle which guarantees the military forces always"
       " being under the command of the Party ."]),
    ("Rain falls gently from the sky", ["Gentle rain drops from the sky"]),
    ("The quick brown fox jumps over the lazy dog", ["A fast brown fox leaps over the lazy hound"]),
    ("He bought a car, a house and 3.5 acres of land.", ["He purchased an automobile, a home, and 3.5 acres of land."]),
    ("The minister's office didn't reply on Monday.", ["The minister’s office did not answer on Monday.",
                                                     "On Monday the office of the minister did not respond."]),
    ("Prices rose by 1,234.56 dollars (12 %) in 2019-2020.", ["Prices rose 1,234.56 dollars (12%) in 2019–2020."]),
    ("\"Quoted\" text -- with dashes... and ellipses!", ["“Quoted” text — with dashes… and ellipses!"]),
    ("Visit https://example.org/a?b=c&d=e or mail me@example.org",
     ["visit https://example.org/a?b=c&d=e, or mail me@example.org."]),
    ("AT&amp;T said &quot;no&quot; &lt;loudly&gt; &apos;twice&apos;", ["AT&T said \"no\" <loudly> 'twice'"]),
    ("a &amp;amp; b &#39; c &#x27; d", ["a & b ' c ' d", "a &amp; b"]),
    ("Dr. Smith vs. Mr. Jones, No. 5, e.g. in the U.S.A. at 5 p.m.",
     ["Dr Smith vs Mr Jones, no. 5, e.g., in the USA at 5 pm."]),
    ("running runner runs ran easily fairly generously", ["run running runners easy fair generous"]),
    ("organisation organized organizing the organizations", ["organization organised organising an organization"]),
    ("skies dying news innings proceed lying ties", ["sky die new inning proceeds lie tie"]),
    ("She is a big woman with a small dog", ["She's a large lady with a little hound"]),
    ("children's teeth and women's feet", ["the teeth of a child and the foot of a woman"]),
    ("happy glad joyful content", ["content glad happy joyful", "sad"]),
    ("state-of-the-art well-known co-operation", ["state of the art, well known cooperation"]),
    ("one two three four five six seven eight nine ten", ["ten nine eight seven six five four three two one"]),
    ("a b c d e f g h i j k l m n o p", ["i j k l m n o p a b c d e f g h", "a b c d"]),
    ("x y z x y z x y z", ["x x x y y y z z z"]),
    ("we will , we will rock you", ["we will we will rock you", "we shall rock you ."]),
    ("a", ["a"]),
    ("a", ["b"]),
    ("", [""]),
    ("", ["something is missing here"]),
    ("something is too much here", [""]),
    ("   ", [" \t "]),
    (".", ["."]),
    ("...", [". . ."]),
    ("?!", ["!?", "? !"]),
    ("42", ["42", "forty-two"]),
    ("hello world", ["hello world"]),
    ("HELLO WORLD", ["hello world"]),
    ("Hello , World !", ["hello world", "Hello, World!"]),
    # German
    ("Die Katze saß auf der Matte.", ["Eine Katze sitzt auf der Matte.", "Auf der Matte saß die Katze."]),
    ("Das Haus am Fluss gehört den Großeltern meiner Nachbarin.",
     ["Das Haus am Fluß gehörte den Großeltern der Nachbarin."]),
    ("Die Häuser wurden schönerweise größtenteils erneuert", ["Das Haus wird schöner und größer erneuert werden"]),
    ("Arbeiterinnen arbeiteten an den Arbeiten der Arbeitenden", ["Die Arbeiter arbeiten an der Arbeit"]),
    ("STRASSE und Straße, MASSE und Maße", ["Strasse und STRASSE, Masse und Maße"]),
    # French, Spanish, Italian, Portuguese, Romanian
    ("L'homme n'a pas mangé aujourd'hui : qu'est-ce qu'il y a ?",
     ["L’homme n’a rien mangé aujourd’hui ; qu’y a-t-il ?"]),
    ("Les chevaux étaient fatigués après la longue journée", ["Le cheval était fatigué après une longue journée"]),
    ("¿Dónde está la biblioteca? ¡Qué bien!", ["¿Dónde se encuentra la biblioteca? ¡Muy bien!"]),
    ("Las niñas cantaban canciones cantadas por cantantes", ["Los niños cantan una canción del cantante"]),
    ("La gente dell'isola parlava dell'acqua", ["Le genti delle isole parlano di acqua"]),
    ("Não há razões para as preocupações dos cidadãos", ["Não existe razão para a preocupação do cidadão"]),
    ("Copiii se jucau în grădinile frumoase", ["Copilul se joacă în grădina frumoasă"]),
    # Czech, Polish, Hungarian, Finnish, Turkish, Danish, Norwegian, Swedish, Dutch
    ("Kočka seděla na rohožce v domě.", ["Kočky seděly na rohožkách v domech."]),
    ("Zażółć gęślą jaźń", ["zażółć gęślą jaźń!"]),
    ("A gyerekek a házakban játszottak", ["A gyerek a házban játszik"]),
    ("Talossamme asuivat iloiset kissat", ["Talossa asuu iloinen kissa"]),
    ("İstanbul'da ışıklı sokaklarda yürüyorduk IĞDIR", ["istanbul'da ışıklı bir sokakta yürüdük ığdır"]),
    ("Børnene legede i de smukke haver", ["Barnet leger i en smuk have"]),
    ("Barna lekte i de vakre hagene", ["Barnet leker i en vakker hage"]),
    ("Barnen lekte i de vackra trädgårdarna", ["Barnet leker i en vacker trädgård"]),
    ("De kinderen speelden in de mooie tuinen", ["Het kind speelt in een mooie tuin"]),
    # Cyrillic, Greek, Georgian, Armenian
    ("Кошка сидела на коврике, и шёл дождь.", ["Кошки сидели на ковриках; шел дождь.", "На коврике сидела кошка."]),
    ("Українська мова — її слова", ["українська мова, її слово"]),
    ("Η γάτα κάθισε στο χαλί ΟΔΟΣ ΣΟΦΟΣ", ["η γάτα καθόταν στο χαλί οδος σοφος", "η γάτα· οδός"]),
    ("კატა ხალიჩაზე იჯდა", ["კატა იჯდა ხალიჩაზე"]),
    ("Կատուն նստած էր գորգի վրա։", ["Կատուն գորգի վրա էր։"]),
    # Arabic, Hebrew, Persian, Urdu
    ("القطة جلست على السجادة، أليس كذلك؟", ["جلست القطة على السجادة.", "القِطَّةُ جَلَسَتْ عَلَى السَّجَّادَةِ"]),
    ("החתול ישב על השטיח.", ["החתול יושב על שטיח"]),
    ("گربه روی فرش نشسته‌است ۱۲۳", ["گربه روی فرش نشسته است ۱۲۳"]),
    ("بلی قالین پر بیٹھی تھی۔", ["بلی قالین پر بیٹھی ہے۔"]),
    # Devanagari, Bengali, Tamil, Thai, Khmer, Burmese, Tibetan
    ("बिल्ली चटाई पर बैठी थी।", ["बिल्ली चटाई पर बैठी है।", "चटाई पर एक बिल्ली थी ॥"]),
    ("বিড়ালটি মাদুরে বসেছিল।", ["বিড়াল মাদুরে বসে আছে।"]),
    ("பூனை பாயில் அமர்ந்தது", ["பூனை பாயில் அமர்ந்திருந்தது"]),
    ("แมวนั่งอยู่บนเสื่อ", ["แมวนั่งบนเสื่อ", "แมว นั่ง บน เสื่อ"]),
    ("ឆ្មាអង្គុយលើកន្ទេល", ["ឆ្មា​អង្គុយ​លើ​កន្ទេល"]),
    ("ကြောင်သည် ဖျာပေါ်တွင် ထိုင်သည်။", ["ကြောင်က ဖျာပေါ်မှာ ထိုင်တယ်။"]),
    ("བྱི་ལ་གདན་སྟེང་དུ་བསྡད།", ["བྱི་ལ་གདན་ལ་བསྡད།"]),
    # Chinese, Japanese, Korean, mixed widths
    ("猫坐在垫子上。", ["猫在垫子上坐着。", "一只猫坐在垫子上"]),
    ("我们在2019年买了iPhone手机，价格是￥5,000元！", ["2019年我们买了iPhone，价格5000元。"]),
    ("貓坐在墊子上", ["猫坐在垫子上"]),
    ("𠀀𠮷野家で食べた", ["吉野家で食べました", "𠮷野家で食べた"]),
    ("猫はマットの上に座っていた。", ["猫がマットに座りました。"]),
    ("東京タワーは高さ３３３メートルです", ["東京タワーの高さは333メートルだ"]),
    ("ｶﾀｶﾅ と カタカナ、「引用」", ["カタカナとカタカナ「引用」"]),
    ("고양이가 매트 위에 앉아 있었다.", ["고양이는 매트 위에 앉았다."]),
    ("한국어와 English 섞인 문장 100%", ["한국어와 영어가 섞인 문장 100퍼센트"]),
    ("Ｆｕｌｌｗｉｄｔｈ ａｎｄ ｈａｌｆ", ["Fullwidth and half"]),
    # Combining marks, joiners, emoji, and what cannot be seen
    ("café résumé naïve", ["café résumé naïve"]),
    ("cafe\u0301 re\u0301sume\u0301", ["café résumé"]),
    ("Z\u0335\u0321a\u0336\u0322l\u0337\u0328g\u0338o\u0334 text", ["Zalgo text"]),
    ("zero\u200bwidth\u200cspaces\u200dhere\ufeff", ["zero width spaces here", "zerowidthspaceshere"]),
    ("soft\u00adhyphen and\u2060word\u2060joiner", ["softhyphen and wordjoiner"]),
    ("👍🏽 great 👨‍👩‍👧‍👦 family 🇩🇪🇫🇷", ["👍 great family 👨‍👩‍👧‍👦", "🇩🇪 🇫🇷"]),
    ("😀😀😀 😁", ["😀 😀 😁", "😁😀"]),
    ("right\u200e to\u200f left\u202e marks\u202c", ["right to left marks"]),
    ("𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝐛𝐨𝐥𝐝", ["Unicode bold"]),
    ("ﬁne ﬂow oﬃce", ["fine flow office"]),
    ("ÅNGSTRÖM Å Å", ["ångström å å"]),
    ("ẞ ß SS ss İ i̇ ı I", ["ss ß ẞ SS i İ I ı"]),
    ("ΑΣ Σ ας σ", ["ας σ ΑΣ Σ"]),
    # White space of many kinds
    ("tabs\tand\tmore\ttabs", ["tabs and more tabs"]),
    ("no\u00a0break\u202fspaces\u2007here", ["no break spaces here"]),
    ("ideographic\u3000space\u2003em\u2009thin", ["ideographic space em thin"]),
    ("line\u2028separator\u2029paragraph\u0085next", ["line separator paragraph next"]),
    ("form\x0cfeed\x0bvertical\x1cfile\x1funit", ["form feed vertical file unit"]),
    ("  leading and trailing  ", ["leading and trailing"]),
    ("many     spaces     between", ["many spaces between"]),
    # Control characters, punctuation, symbols, numbers
    ("nul\x00bell\x07escape\x1b[0m", ["nul bell escape [0m"]),
    ("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", ["! \" # $ % & ' ( ) * + , - . / : ; < = > ? @ [ \\ ] ^ _ ` { | } ~"]),
    ("«guillemets» „low“ ‚single‘ ‹angle›", ["\"guillemets\" \"low\" 'single' <angle>"]),
    ("1.000.000,00 1,000,000.00 1 000 000", ["1000000.00 1,000,000.00"]),
    ("-5 +5 ±5 5° 5′ 5″ ½ ² ③ Ⅳ", ["-5 5 ±5 5 ° 5' 5\" 1/2 2 3 IV"]),
    ("€100 £50 ¥20 $10 ₹5 ₿1", ["100€ 50£ 20¥ 10$ 5₹ 1₿"]),
    ("a.b,c;d:e!f?g", ["a . b , c ; d : e ! f ? g"]),
    ("3-4 a-b -- --- ‐ ‑ ‒ – — ―", ["3 - 4 a - b - - -"]),
    ("<skipped> text <b>bold</b> <br/>", ["text bold", "<skipped>text <b> bold </b>"]),
    ("x=y*(z+1)^2/3 ≠ ∞ → ∑", ["x = y * (z + 1)^2 / 3 ≠ ∞ → ∑"]),
    ("+++ a++ b+ +", ["+ c++", "+++ a"]),
    ("unit one + unit two", ["unit one + unit 2", "unit one"]),
    ("the/DT cat/NN + DT NN", ["the/DT dog/NN + DT NN"]),
    ("|||", ["||| a ||| b"]),
    ("a|b:c,d", ["a | b : c , d"]),
]  # fmt: skip

# Characters that newer versions of Unicode have and older ones lack: what they are depends on Python's tables.
NEW_CHARACTERS: list[Segment] = [
    ("\U0001e4d0\U0001e4d1 \U0001e4d2", ["\U0001e4d0\U0001e4d1\U0001e4d2"]),  # Nag Mundari, Unicode 15.0
    ("\u0cf3 kannada \u0cf3x", ["\u0cf3 kannada x"]),  # a mark of Unicode 15.0
    ("\U0002ebf0\U0002ebf1字", ["字\U0002ebf0", "\U0002ebf1"]),  # ideographs of Unicode 15.1
    (
        "\U00010d50\U00010d51 \U00010d70\U00010d71",
        ["\U00010d70\U00010d71 \U00010d50"],
    ),  # Garay, capitals and small, 16.0
    ("\U0001faea ok \U0001fae9", ["\U0001fae9 ok"]),  # emoji of Unicode 16.0 and 17.0
    ("\u1c89\u1c8a \ua7da\ua7db", ["\u1c8a\u1c8a \ua7db\ua7db"]),  # letters with case of Unicode 16.0
    ("price 5\u20c1 6\u20c0", ["price 5 \u20c1 6 \u20c0"]),  # currency of Unicode 17.0 and 14.0
    ("\U00011bf0\U00011bf1\U00011be1", ["\U00011bf1 \U00011be1"]),  # Sunuwar digits and punctuation, 16.0
]

_WORDS_TEXT = """
the a of and to in is was that it for on with as his they be at one have this from or had by hot but some what there
we can out other were all your when up use word how said an each she which do their time if will way about many then
them would write like so these her long make thing see him two has look more day could go come did my sound no most
number who over know water than call first people may down side been now find any new work part government minister
policies decided decisions nationally running quickly happiness relational conditional
"""
_WORDS = _WORDS_TEXT.split()


def perturbed(rng: Random, words: list[str]) -> list[str]:
    """The words after a few edits: some dropped, doubled, replaced, raised, or a block of them moved."""
    edited = list(words)
    for _ in range(rng.randrange(0, 6)):
        index = rng.randrange(len(edited)) if edited else 0
        kind = rng.choice(("drop", "double", "replace", "capital", "move", "comma", "swap"))
        if not edited or kind == "replace":
            edited[index : index + 1] = [rng.choice(_WORDS)]
        elif kind == "drop":
            del edited[index]
        elif kind == "double":
            edited.insert(index, edited[index])
        elif kind == "capital":
            edited[index] = edited[index].upper() if rng.random() < 0.3 else edited[index].capitalize()
        elif kind == "comma":
            edited[index] += rng.choice(",.!?")
        elif kind == "swap" and index:
            edited[index - 1], edited[index] = edited[index], edited[index - 1]
        else:
            block = edited[index : index + rng.randrange(1, 6)]
            del edited[index : index + len(block)]
            target = rng.randrange(len(edited) + 1)
            edited[target:target] = block
    return edited


def generated() -> list[Segment]:
    """Segments made by code: perturbed sentences of all lengths, repeated words, long words, long texts."""
    rng = Random(20)
    segments: list[Segment] = []
    for size in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 25, 28, 31, 35, 40, 45, 50):
        for nrefs in (1, 1 + size % 4):
            base = [rng.choice(_WORDS) for _ in range(size)]
            refs = [" ".join(perturbed(rng, base)) for _ in range(nrefs)]
            segments.append((" ".join(perturbed(rng, base)), refs))
    for letters, size in (("ab", 12), ("ab", 24), ("abc", 18), ("abc", 30), ("abcd", 25)):
        sides = [" ".join(rng.choice(letters) for _ in range(size)) for _ in range(3)]
        segments.append((sides[0], sides[1:]))
    segments.append(("a " * 40, ["a " * 60, "a " * 30]))
    segments.append(("supercalifragilistic" * 15, ["supercalifragilistic" * 16]))
    segments.append(("x" * 500, ["x" * 490 + "y" * 10]))
    segments.append(("word" + "-and" * 80, ["word" + " and" * 80]))
    long = [rng.choice(_WORDS) for _ in range(160)]
    segments.append((" ".join(perturbed(rng, long)), [" ".join(long), " ".join(perturbed(rng, long))]))
    segments.append((" ".join(long[:80]), [" ".join(long)]))
    segments.append(("长文本" * 60, ["长文字" * 60]))
    return segments


def segments() -> list[Segment]:
    """Every segment but those of new characters."""
    return [*SENTENCES, *generated()]


# Words with much the same meaning, as WordNet has them, in several forms: what METEOR's synonym modules look up.
_SYNONYMS = [
    ("car", "auto", "automobile", "machine", "motorcar", "cars"), ("big", "large", "great", "bigger", "largest"),
    ("buy", "purchase", "bought", "purchased", "buying"), ("house", "home", "houses", "dwelling", "household"),
    ("dog", "hound", "dogs", "domestic_dog", "cad"), ("woman", "lady", "women", "adult_female", "ladies"),
    ("run", "ran", "running", "operate", "campaign"), ("die", "died", "dying", "perish", "dice"),
    ("happy", "glad", "felicitous", "happier", "gladly"), ("child", "kid", "children", "kids", "youngster"),
    ("begin", "start", "began", "commence", "starting"), ("say", "state", "said", "tell", "stated"),
    ("study", "survey", "work", "studied", "report"), ("bank", "banks", "depository", "rely", "deposit"),
    ("good", "well", "better", "best", "goodness"), ("bad", "badly", "worse", "evil", "tough"),
    ("think", "believe", "thought", "consider", "conceive"), ("man", "men", "adult_male", "humanity", "homo"),
    ("wolf", "wolves", "hunter", "skirt_chaser"), ("box", "boxes", "boxing", "loge"), ("axis", "axes", "axe", "ax"),
    ("leaf", "leaves", "leave", "foliage"), ("quick", "fast", "speedy", "quickly", "flying"),
    ("help", "aid", "assist", "helped", "assistance"), ("paris", "Paris", "French_capital", "capital_of_France"),
    ("freedom", "liberty", "freedoms"), ("law", "jurisprudence", "laws", "police"), ("film", "movie", "picture"),
]  # fmt: skip


def synonyms() -> list[Segment]:
    """Candidates and references of words that mean much the same, and of some that do not."""
    rng = Random(21)
    segments: list[Segment] = []
    for _ in range(60):
        groups = rng.sample(_SYNONYMS, rng.randrange(1, 9))
        hyp = [rng.choice(group) for group in groups]
        refs = []
        for _ in range(rng.randrange(1, 4)):
            words = [rng.choice(group) for group in groups]
            if rng.random() < 0.5:
                rng.shuffle(words)
            refs.append(" ".join([*words, rng.choice(_WORDS)] if rng.random() < 0.5 else words))
        segments.append((" ".join(hyp), refs))
    return segments


def limits() -> list[Segment]:
    """Where searches come to an end and choices are close.

    Blocks about as long, and moved about as far, as TER allows; lengths that differ by about the width of its band;
    words repeated so often that searches are given up; references of equal worth, many references, empty references.
    """
    rng = Random(26)
    words = [f"w{number}" for number in range(120)]
    segments: list[Segment] = []
    for length in (8, 9, 10, 11, 13):
        segments.append((" ".join(words[30 : 30 + length] + words[:30]), [" ".join(words[: 30 + length])]))
    for distance in (38, 44, 49, 50, 51, 52, 60):
        moved = words[:5] + words[8 : 8 + distance] + words[5:8] + words[8 + distance : 80]
        segments.append((" ".join(moved), [" ".join(words[:80])]))
    for extra in (15, 19, 22, 24, 26, 30, 60):
        junk = [f"x{number}" for number in range(extra)]
        segments.append((" ".join(junk + words[:40]), [" ".join(words[:40])]))
        segments.append((" ".join(words[:30]), [" ".join(junk + words[:30] + junk)]))
    for letters, size in (("abcd", 40), ("abcdef", 60), ("ab", 30), ("abc", 50)):
        sides = [" ".join(rng.choice(letters) for _ in range(size)) for _ in range(3)]
        segments += [(sides[0], [sides[1]]), (sides[0], sides[1:])]
    segments += [
        ("a b", ["a c", "a b c"]),
        ("a b", ["a b c", "a c"]),
        ("a b c d e", ["a b c d", "a b c d e f", "x"]),
        ("a b c d e", ["a b c d e f", "a b c d"]),
        ("the cat sat", ["the dog sat", "the cat ran", "a cat sat"]),
        ("a", ["", "a b"]),
        ("a b c", ["a b c", "a b c"]),
        ("", ["", "a"]),
    ]
    for count in (3, 5, 7, 11, 13, 16):
        refs = [" ".join(words[start % 7 : start % 7 + 5 + start % 4]) for start in range(count)]
        segments.append((" ".join(words[2:9]), refs))
    return segments


def characters(ranges: list[tuple[int, int]]) -> list[str]:
    """Characters, some to a line, each between letters, between digits, at the beginning of a word and at its end."""
    points = [point for first, last in ranges for point in range(first, last + 1)]
    signs = [chr(point) for point in points if unicodedata.category(chr(point)) not in ("Cn", "Cs", "Co")]
    told = [f"a{sign}b 1{sign}2 a{sign}2 1{sign}b {sign}a b{sign}" for sign in signs]
    return [" ".join(told[start : start + 8]) for start in range(0, len(told), 8)]


def common_characters() -> list[str]:
    """Those that were never other than they are: western, general and Chinese punctuation, full and half width."""
    ranges = [(0x00, 0x17F), (0x2000, 0x206F), (0x20A0, 0x20BF), (0x2100, 0x214F), (0x2190, 0x21FF), (0x2200, 0x222F)]
    return characters([*ranges, (0x3000, 0x30FF), (0x4E00, 0x4E07), (0xFE10, 0xFE4F), (0xFF00, 0xFFEF)])


def other_signs() -> list[str]:
    """Every other punctuation mark, symbol, number and separator that Python knows."""
    points = (point for point in range(0x180, 0x20000) if unicodedata.category(chr(point))[0] in "PSNZ")
    return characters([(point, point) for point in points][::3])


def systems() -> tuple[dict[str, list[str]], list[list[str]]]:
    """Four systems' outputs for the same references, from good to bad."""
    rng = Random(22)
    outputs: dict[str, list[str]] = {name: [] for name in ("good", "fair", "poor", "same as fair")}
    refs: list[list[str]] = []
    for _ in range(40):
        base = [rng.choice(_WORDS) for _ in range(rng.randrange(4, 24))]
        refs.append([" ".join(perturbed(rng, base)) for _ in range(rng.randrange(1, 3))])
        worse = base
        for name in ("good", "fair", "poor"):
            worse = perturbed(rng, worse)
            outputs[name].append(" ".join(worse))
        outputs["same as fair"].append(outputs["fair"][-1])
    return outputs, refs


def scores(seed: int, names: int, segments: int, ties: int) -> dict[str, dict[str, list[float | None]]]:
    """Made-up scores of systems on segments: people's, which tie often, and three metrics'; some are missing."""
    rng = Random(seed)
    quality = [rng.random() for _ in range(names)]
    tables: dict[str, dict[str, list[float | None]]] = {"people": {}, "close": {}, "far": {}, "coarse": {}}
    for number, level in enumerate(quality):
        truth = [level + rng.gauss(0, 0.4) for _ in range(segments)]
        lines: dict[str, list[float | None]] = {
            "people": [round(ties * value) / ties for value in truth],
            "close": [value + rng.gauss(0, 0.2) for value in truth],
            "far": [value + rng.gauss(0, 1.0) for value in truth],
            "coarse": [round(3 * (value + rng.gauss(0, 0.3))) / 3 for value in truth],
        }
        for name, line in lines.items():
            if name != "close":
                line[rng.randrange(segments)] = None
            tables[name][f"system {number}"] = line
    return tables


def rankings(seed: int, names: int, segments: int) -> list[list[int]]:
    """Made-up judgements of people: the segment, and the better and the worse system."""
    rng = Random(seed)
    drawn = [(rng.randrange(segments), *sorted(rng.sample(range(names), 2))) for _ in range(6 * segments)]
    return [[segment, *((a, b) if rng.random() < 0.7 else (b, a))] for segment, a, b in drawn]


def in_units(segments: list[Segment], count: int) -> list[Segment]:
    """The segments with further units of every word, as rgbF reads them: its length, and its first letter."""

    def units(text: str) -> str:
        words = text.split()
        views = [words, [f"L{len(word)}" for word in words], [word[0].lower() for word in words]]
        return " ++ ".join(" ".join(view) for view in views[:count])

    return [(units(hyp), [units(ref) for ref in refs]) for hyp, refs in segments]


# Words for the stemmers, beside those of the texts: stems with every ending that the rules know.
_STEMS_EN_TEXT = """
relat condition valenc hesit digit conform radic differ vil analog operat feudal decis hope callous formal sensit
triplic form electr good reviv allow infer adjust depend adopt homolog irrit replac activ angular effect bowdler
probat rat ceas control roll hop tann fall hiss fizz fail fil happ sk cri d t ag ski gener commun arsen over
"""
_STEMS_EN = _STEMS_EN_TEXT.split()
_ENDINGS_EN_TEXT = """
s es ies ied ed eed eedly edly ing ingly y ly ational tional enci anci izer bli alli entli eli ousli ization ation
ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic
able ible ant ement ment ent ion ou ism ate iti ous ive ize 's 's' ' sses ss us e ll li tion sion
"""
_ENDINGS_EN = ["", *_ENDINGS_EN_TEXT.split()]
_STEMS_DE_TEXT = """
arbeit haus häus schön groß kategor freund mäd läuf studi auf hoffn ähn gesell mann bau freu quell
"""
_STEMS_DE = _STEMS_DE_TEXT.split()
_ENDINGS_DE_TEXT = """
e er ern em en es s est st ung ungen isch ig ik lich heit keit lichkeit igkeit erinnen nisse end endes igung eren
erlich ß uen aus yer ien
"""
_ENDINGS_DE = ["", *_ENDINGS_DE_TEXT.split()]


def words_en() -> list[str]:
    return [stem + ending for stem in _STEMS_EN for ending in _ENDINGS_EN]


def words_de() -> list[str]:
    return [stem + ending for stem in _STEMS_DE for ending in _ENDINGS_DE]


# Candidates for one sentence, as a decoder lists them.
CANDIDATES = [
    "the cat sat on the mat",
    "a cat sat on the mat",
    "the cat is sitting on a mat .",
    "The cats sat on mats",
    "on the mat sat the cat",
    "there is a cat",
    "the cat sat on the mat",
    "",
    "the dog stood under a carpet",
    "mat cat the the on sat",
    "eine Katze",
    "the cat, it sat; on the mat!",
]
