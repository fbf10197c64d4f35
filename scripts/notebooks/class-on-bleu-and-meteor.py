# %% [markdown]
# # BLEU and METEOR: a notebook
#
# Short sentences whose scores can be computed on paper. [The tutorial](class-on-bleu-and-meteor.md) explains more.

# %%
from bolide import BLEU, METEOR

bleu = BLEU.preset("paper")
reference = "the cat is on the mat"

# %% [markdown]
# ## BLEU
#
# A first idea: which share of the output's words is in the reference? But then “the the the the the the the” would be
# perfect. So a word is credited only as often as it occurs in the reference, which is called *clipping*. Here, two of
# the seven words are credited.

# %%
parts = bleu.sentence("the the the the the the the", reference).parts
parts["counts"][0], parts["totals"][0]

# %% [markdown]
# To take word order into account, BLEU also counts pairs, triples and quadruples of words. Precision alone is easy to
# cheat by saying only what you are sure of, so an output that is shorter than the reference gets a *brevity penalty*,
# exp(1 − r/c). The explanation shows every step:

# %%
bleu.explain("the cat is on mat", reference)

# %% [markdown]
# **Exercise.** Compute BLEU of “the cat sat on the mat” with two orders only, on paper: √(5/6 · 3/5) = 0.7071.

# %%
round(BLEU.preset("paper", max_ngram_order=2).sentence("the cat sat on the mat", reference).value, 4)

# %% [markdown]
# **Question.** Why is BLEU often 0 for a good short sentence? One precision is 0, and the geometric mean is a product.
# Smoothing helps:

# %%
sentence = "a cat is on a mat"
print("unsmoothed", bleu.sentence(sentence, reference).value)
print("smoothed  ", round(BLEU().sentence(sentence, reference).value, 4))

# %% [markdown]
# ## METEOR
#
# METEOR first links words: equal words, then words with the same stem, then synonyms. Precision and recall of the links
# are combined with recall weighted nine times as heavily, and scattered links reduce the score by up to one half.

# %%
METEOR(variant="nltk", stages=("exact",)).explain("the cat is on the mat", "the cat sat on the mat")

# %% [markdown]
# By hand: P = R = 5/6; two chunks of five links, so the penalty is ½ · (2/5)³ = 0.032.

# %%
p = r = 5 / 6
round(10 * p * r / (r + 9 * p) * (1 - 0.5 * (2 / 5) ** 3), 4)

# %% [markdown]
# With stems, there are more links:

# %%
METEOR(variant="nltk", stages=("exact", "stem")).explain("the cats are running", "the cat is run")

# %% [markdown]
# ## The two side by side

# %%
reference = "yesterday the old cat slept soundly"
meteor = METEOR(variant="nltk", stages=("exact",))
for text in (reference, "the old cat slept soundly yesterday", "soundly slept cat old the yesterday"):
    scores = [metric.sentence(text, reference).value for metric in (BLEU(effective_order=True), meteor)]
    print(f"{text}   BLEU {scores[0]:.2f}   METEOR {scores[1]:.2f}")

# %% [markdown]
# **Exercise.** Write `meteor_score(reference, candidate)` with clipped word matches and chunks counted along the
# candidate, and check it against Bolide's:

# %%
from bolide import meteor_score

meteor_score("Rain falls gently from the sky", "Gentle rain drops from the sky")
