# %% [markdown]
# # Why the score fell: a notebook
#
# Yesterday's system, `larger`, scored 80.9 BLEU. Today's, `tuned`, which was fine-tuned on new data, scores 72.1. What
# happened? [The tutorial](why-the-score-fell.md) does the same on the command line.

# %%
import bolide
from bolide import BLEU, TER, Corpus, demo

refs = demo.lines("town/ref.txt")
systems = [Corpus.of(demo.lines(f"town/{name}.txt"), refs, name) for name in ("larger", "tuned")]
report = bolide.evaluate(systems, metrics=[BLEU(), TER()])
report

# %% [markdown]
# ## Is it real?
#
# The interval of the difference contains 0, so with 24 sentences we cannot rule out chance. But a difference of nine
# points is worth a look.

# %%
from bolide.metrics.measuring import measure_corpus
from bolide.significance import Plan, Sample, bucketed, compare

samples = [Sample.of(system.name, BLEU(), measure_corpus(BLEU(), system)) for system in systems]
compare(samples, Plan(trials=1000))

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
for part in bucketed(samples, demo.lines("town/domains.txt")):
    print(f"{part.label:8}", *(f"{found.system} {100 * found.value:5.1f}  " for found in part.systems))

# %% [markdown]
# ## Which sentences?
#
# The influence of a segment is the corpus score with it minus the score without it. These lower the score most.

# %%
from bolide.evaluation.influence import explain_corpus

found = explain_corpus("bleu", systems[1], 5)
for segment in found.segments:
    print(f"{segment.line:3} {100 * segment.influence:6.2f}  {systems[1].hyps[segment.line - 1]}")

# %% [markdown]
# ## One of them
#
# Nothing is mistranslated, but words are missing.

# %%
TER().explain(systems[1].hyps[12], refs[12])

# %% [markdown]
# **The answer.** The fine-tuned system drops quantities, times and modifiers in recipes; elsewhere it is as good as
# before, or better. Look for shortened recipes in the new training data.
