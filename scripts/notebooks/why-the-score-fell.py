# %% [markdown]
# # Why the score fell: a notebook
#
# Yesterday's system, `larger`, scored 80.9 BLEU. Today's, `tuned`, which was fine-tuned on new data, scores 72.1. What
# happened? [The tutorial](why-the-score-fell.md) does the same on the command line.

# %%
import bolide
from bolide import demo

refs = demo.lines("town/ref.txt")
systems = {name: demo.lines(f"town/{name}.txt") for name in ("larger", "tuned")}
report = bolide.evaluate(systems, refs, ["bleu", "ter"])
report

# %% [markdown]
# ## Is it real?
#
# The interval of the difference contains 0, so with 24 sentences we cannot rule out chance. But a difference of nine
# points is worth a look.

# %%
bolide.compare(systems, refs, "bleu", trials=1000)

# %% [markdown]
# ## Which part of the score fell?
#
# BLEU is precision times brevity penalty. The precisions are about the same, but the brevity penalty is not: today's
# output is too short.

# %%
for system in report.systems:
    parts = system["bleu"].parts
    print(f"{system.name:7}", [f"{p:.2f}" for p in parts["precisions"]], f"BP {parts['bp']:.3f}")

# %% [markdown]
# ## Where?
#
# Every line has a label, and each group is scored separately. The recipes got worse.

# %%
study = bolide.compare(systems, refs, "bleu", labels=demo.lines("town/domains.txt"), trials=1000)
for bucket in study.details[0].labels:
    print(f"{bucket.label:8}", *(f"{result.system} {100 * result.value:5.1f}  " for result in bucket.systems))

# %% [markdown]
# ## Which sentences?
#
# The influence of a segment is the corpus score with it minus the score without it. These hurt the score most.

# %%
bolide.explain_corpus(systems["tuned"], refs, "bleu", most=5)

# %% [markdown]
# ## One of them
#
# Nothing is mistranslated, but words are missing.

# %%
bolide.explain(systems["tuned"][12], refs[12], "ter")

# %% [markdown]
# **The answer.** The fine-tuned system drops quantities, times and modifiers in recipes; elsewhere it is as good as
# before, or better. Look for shortened recipes in the new training data.
