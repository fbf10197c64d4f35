"""Bolide scores machine translation and shows its work.

>>> import bolide
>>> hyps, refs = ["the cat is on mat", "hello world"], ["the cat is on the mat", "hello there world"]
>>> report = bolide.score(hyps, refs, ["bleu", "chrf", "ter"])  # for each segment one reference, or a list of them
>>> print(f"{report['bleu'].percent:.1f}", report["bleu"].signature)
50.3 BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:bolide-...
>>> report["bleu"].parts["precisions"], round(float(report["ter"]), 3)
([1.0, 0.6, 0.6666666666666666, 0.5], 0.222)
>>> bolide.BLEU(tokenize="intl", effective_order=True).sentence("hello world", "hello world").value
1.0
>>> steps = bolide.explain("the cat is on mat", "the cat is on the mat", "ter")  # print(steps), or steps.to_html()
>>> study = bolide.compare({"a": hyps, "b": ["a cat", "hi"]}, refs, "chrf")  # print(study): intervals and tests
>>> study.comparisons[0].systems[0].system
'a'

`help(bolide.BLEU)` has the options of a metric. Each name is imported when it is first used.
"""

from bolide._version import __version__ as __version__
from bolide.system.lazy import attach

TYPE_CHECKING = False  # as in typing, whose import would cost more than all of this file
if TYPE_CHECKING:  # isort: off
    from bolide.agreement.evaluation import AgreementReport as AgreementReport
    from bolide.agreement.human_ranking import PeopleReport as PeopleReport, PeopleReports as PeopleReports
    from bolide.agreement.spans import SpanReport as SpanReport
    from bolide.calls.compare import compare as compare, report as report
    from bolide.calls.explain import explain as explain, explain_corpus as explain_corpus, resegment as resegment
    from bolide.calls.human import correlate as correlate, people as people, spans as spans, tune as tune
    from bolide.calls.reward import reward as reward
    from bolide.calls.table import evaluate_table as evaluate_table
    from bolide.classroom.check import check as check
    from bolide.classroom.worksheet import exercises as exercises
    from bolide.corpus import Corpus as Corpus, Segment as Segment
    from bolide.data.explanation import Explanation as Explanation, Explanations as Explanations
    from bolide.data.results import Report as Report, SystemReport as SystemReport
    from bolide.data.scores import Score as Score, Signature as Signature
    from bolide.data.stats import Stats as Stats
    from bolide.evaluation.accumulator import Accumulator as Accumulator
    from bolide.evaluation.health import health as health
    from bolide.evaluation.mbr import Choice as Choice, Choices as Choices, mbr as mbr
    from bolide.evaluation.resegment import Resegmented as Resegmented
    from bolide.evaluation.scoring import evaluate as evaluate, score as score
    from bolide.metrics import METRICS as METRICS, parse as parse
    from bolide.metrics.base import Metric as Metric, Scores as Scores
    from bolide.metrics.bleu import BLEU as BLEU
    from bolide.metrics.chrf import CHRF as CHRF
    from bolide.metrics.error_rates import CDER as CDER, CER as CER, PER as PER, WER as WER
    from bolide.metrics.function import metric as metric
    from bolide.metrics.meteor import METEOR as METEOR, meteor_score as meteor_score
    from bolide.metrics.pairwise import PairwiseScores as PairwiseScores
    from bolide.metrics.rgbf import RGBF as RGBF
    from bolide.metrics.ter import TER as TER
    from bolide.peers import accelerate as accelerate
    from bolide.reporting.testset.data import TestSetReport as TestSetReport
    from bolide.significance.study import Study as Study
    from bolide.system.errors import BolideError as BolideError, InputError as InputError, OptionError as OptionError
    from bolide.text.tokenize import TOKENIZERS as TOKENIZERS
    from bolide.tuning.search import Tuning as Tuning
else:
    __getattr__, __dir__, __all__ = attach(
        __name__,
        {
            "_version": ["__version__"],
            "agreement.evaluation": ["AgreementReport"],
            "agreement.human_ranking": ["PeopleReport", "PeopleReports"],
            "agreement.spans": ["SpanReport"],
            "calls.compare": ["compare", "report"],
            "calls.explain": ["explain", "explain_corpus", "resegment"],
            "calls.human": ["correlate", "people", "spans", "tune"],
            "calls.reward": ["reward"],
            "calls.table": ["evaluate_table"],
            "classroom.check": ["check"],
            "classroom.worksheet": ["exercises"],
            "corpus": ["Corpus", "Segment"],
            "data.explanation": ["Explanation", "Explanations"],
            "data.results": ["Report", "SystemReport"],
            "data.scores": ["Score", "Signature"],
            "data.stats": ["Stats"],
            "evaluation.accumulator": ["Accumulator"],
            "evaluation.health": ["health"],
            "evaluation.mbr": ["Choice", "Choices", "mbr"],
            "evaluation.resegment": ["Resegmented"],
            "evaluation.scoring": ["evaluate", "score"],
            "metrics": ["METRICS", "parse"],
            "metrics.base": ["Metric", "Scores"],
            "metrics.bleu": ["BLEU"],
            "metrics.chrf": ["CHRF"],
            "metrics.error_rates": ["CDER", "CER", "PER", "WER"],
            "metrics.function": ["metric"],
            "metrics.meteor": ["METEOR", "meteor_score"],
            "metrics.pairwise": ["PairwiseScores"],
            "metrics.rgbf": ["RGBF"],
            "metrics.ter": ["TER"],
            "peers": ["accelerate"],
            "reporting.testset.data": ["TestSetReport"],
            "significance.study": ["Study"],
            "system.errors": ["BolideError", "InputError", "OptionError"],
            "text.tokenize": ["TOKENIZERS"],
            "tuning.search": ["Tuning"],
        },
    )
