# %% [markdown]
# # Bolide in a notebook
#
# Results are displayed as tables and pictures if they are the last line of a cell.

# %%
import bolide
from bolide import BLEU, METEOR, TER, demo

refs = demo.HUMAN_A
hyps = demo.SYSTEMS["hasty"]

# %% [markdown]
# ## A score
#
# A score is a number with its settings. It can be rounded, formatted and compared.

# %%
score = BLEU().corpus(hyps, refs)
score

# %%
print(f"{score:.2f} {score:.1%} {score.points:.2f}", round(score, 2), score > 0.1)

# %% [markdown]
# ## A report
#
# Several metrics at once, with the scores of every segment.

# %%
report = bolide.score(bolide.TestSet(refs, {"system": hyps}), ["bleu", "ter"]).with_segments()
report

# %% [markdown]
# `report.to_pandas()`, `.to_polars()` and `.to_arrow()` return this as a data frame. Without these packages:

# %%
report.columns()["value"]

# %% [markdown]
# ## An explanation
#
# An explanation shows every count behind a score, and a picture.

# %%
METEOR(variant="nltk").explain(hyps[0], refs[0])

# %%
TER().explain("on the mat the cat sat", "the cat sat on the mat")

# %% [markdown]
# The same as text: `print(explanation)`, `explanation.to_markdown()`, `.to_svg()`, `.to_html()`.

# %%
print(TER().explain("a b", "a c").to_markdown()[:200])

# %% [markdown]
# ## Rows
#
# Every score is computed from rows of integers, which can be added.

# %%
BLEU(max_ngram_order=2).measure(hyps, refs)

# %% [markdown]
# ## Two systems
#
# Confidence intervals, a test and a picture.

# %%
from bolide.significance import Plan, Sample, compare

samples = [Sample.of(name, BLEU(), BLEU().measure(lines, refs)) for name, lines in demo.SYSTEMS.items()]
compare(samples, Plan(trials=1000))

# %% [markdown]
# ## The whole test set
#
# One HTML file with everything; see [reports](report.md).

# %%
page = bolide.report(bolide.TestSet(refs, demo.SYSTEMS), ["bleu", "ter"]).to_html()
page.startswith("<!doctype html>")
