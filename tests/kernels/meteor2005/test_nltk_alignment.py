"""NLTK's alignment and the exercise's: compiled = interpreted = NLTK itself, or the definition written plainly."""

from collections import Counter
from functools import partial
from types import SimpleNamespace

from nltk.translate import meteor_score as nltk_meteor

from bolide.kernels.meteor2005._alignment_block import MatchKeys, SentencePairs
from tests import drawn as st
from tests.drawn import given, many
from tests.kernels.alignments import Text, align, words_of
from tests.kernels.both import Core, cores

core = cores("meteor2005.nltk_alignment")

WORDS = 6
IDENTITY = list(range(WORDS))
text = st.lists(st.integers(0, WORDS - 1), max_size=9)
key = st.lists(st.integers(0, 3), min_size=WORDS, max_size=WORDS)
group = st.lists(st.lists(st.integers(0, WORDS - 1), max_size=3, unique=True), min_size=WORDS, max_size=WORDS)


def wordnet_of(groups: list[list[int]]) -> SimpleNamespace:
    """A WordNet, as far as NLTK asks it, in which a word has one synset."""
    lemmas = [[SimpleNamespace(name=partial(str, word)) for word in words] for words in groups]
    return SimpleNamespace(synsets=lambda word: [SimpleNamespace(lemmas=lambda: lemmas[int(word)])])


@core
@many
@given(texts=st.lists(st.tuples(text, text), max_size=3), stems=key, groups=group)
def test_nltk_is_nltk(core: Core, texts: list[tuple[Text, Text]], stems: Text, groups: list[list[int]]) -> None:
    # NLTK 3.10 hands the stems, not the words, to its last stage, where a word also matches itself.
    synonyms = [sorted({*groups[stem], stem}) for stem in stems]
    words = words_of(WORDS, [IDENTITY, stems], synonyms, [[stem] for stem in stems])
    stemmer, wordnet = SimpleNamespace(stem=lambda token: str(stems[int(token)])), wordnet_of(groups)
    for (hyp, ref), found in zip(texts, align(core.nltk, texts, words, 1), strict=True):
        links, _, _ = nltk_meteor.align_words(list(map(str, hyp)), list(map(str, ref)), stemmer, wordnet)
        assert [(i, j) for i, j in enumerate(found.links) if j >= 0] == links
        assert found.row[-1] == (nltk_meteor._count_chunks(links) if links else 0)
        assert found.row[:-1] == [found.stages.count(stage) for stage in range(3)]
        assert [found.stages[i] == 0 for i, _ in links] == [hyp[i] == ref[j] for i, j in links]
        assert [i for i, stage in enumerate(found.stages) if stage >= 0] == [i for i, _ in links]


@core
@given(texts=st.lists(st.tuples(text, text), max_size=3))
def test_runs_are_clipped_counts(core: Core, texts: list[tuple[Text, Text]]) -> None:
    def runs(pairs: SentencePairs, words: MatchKeys, *tables: memoryview) -> None:
        core.runs(pairs, words.size, *tables)

    for (hyp, ref), found in zip(texts, align(runs, texts, words_of(WORDS, [IDENTITY]), 1), strict=True):
        left = Counter(ref)
        matched = []
        for word in hyp:
            matched.append(left[word] > 0)
            left[word] -= matched[-1]
        begins = sum(now and not before for before, now in zip([False, *matched], matched, strict=False))
        assert found.row == [sum(matched), begins]
        assert [j >= 0 for j in found.links] == [stage == 0 for stage in found.stages] == matched
        assert all(hyp[i] == ref[j] for i, j in enumerate(found.links) if j >= 0)
        assert len({j for j in found.links if j >= 0}) == sum(matched)
