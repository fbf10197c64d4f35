"""Bolide scores machine translation and shows its work.

>>> import bolide
>>> hyps, refs = ["the cat is on mat", "hello world"], ["the cat is on the mat", "hello there world"]
>>> report = bolide.score(hyps, refs, ["bleu", "chrf", "ter"])  # for each segment one reference, or a list of them
>>> print(f"{report['bleu'].points:.1f}", report["bleu"].signature)
50.3 BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:bolide-...
>>> report["bleu"].parts["precisions"], round(float(report["ter"]), 3)
([1.0, 0.6, 0.6666666666666666, 0.5], 0.222)
>>> bolide.BLEU(tokenize="intl", effective_order=True).sentence("hello world", "hello world").value
1.0
>>> steps = bolide.explain("the cat is on mat", "the cat is on the mat", "ter")  # print(steps), or steps.to_html()
>>> data = bolide.TestSet(refs, {"a": hyps, "b": ["a cat", "hi"]})
>>> study = bolide.compare(data, "chrf")  # print(study): intervals and tests
>>> study["chrf"].systems[0].system
'a'

`help(bolide.BLEU)` has the options of a metric. Each name is imported when it is first used.
"""

from importlib import import_module

_MODULES = {
    "_version": ["__version__"],
    "agreement.evaluation": ["AgreementReport", "correlate", "wmt_table"],
    "agreement.human_ranking": ["PeopleReport", "PeopleReports"],
    "agreement.judgments": ["People", "read_judgments"],
    "agreement.ranking": ["MetricsTable"],
    "agreement.span_scores": ["SpanScoring"],
    "agreement.spans": ["SpanReport", "spans"],
    "classroom.check": ["check"],
    "classroom.worksheet": ["exercises"],
    "corpus": ["Corpus", "Segment"],
    "data.explanation": ["Explanation", "Explanations"],
    "data.results": ["Report", "SystemReport"],
    "data.scores": ["Score", "Signature"],
    "data.stats": ["Stats"],
    "engines.scan": ["scan"],
    "evaluation.accumulator": ["Accumulator"],
    "evaluation.explaining": ["explain"],
    "evaluation.gate": ["Gate", "Power", "gate", "power"],
    "evaluation.health": ["health"],
    "evaluation.mbr": ["Choice", "Choices", "mbr", "mbr_file"],
    "evaluation.resegmentation": ["Resegmented", "resegment"],
    "evaluation.scoring": ["Scores", "score"],
    "evaluation.study": ["Study", "compare"],
    "metrics": ["METRICS", "parse"],
    "metrics.base": ["Metric", "SegmentScores"],
    "metrics.bleu": ["BLEU"],
    "metrics.chrf": ["CHRF"],
    "metrics.error_rates": ["CDER", "CER", "PER", "WER"],
    "metrics.function": ["metric"],
    "metrics.meteor": ["METEOR", "meteor_score"],
    "evaluation.rewards": ["reward"],
    "metrics.rgbf": ["RGBF"],
    "metrics.ter": ["TER"],
    "peers": ["accelerate"],
    "reporting.testset.build": ["report"],
    "reporting.testset.data": ["TestSetReport"],
    "significance.plan": ["Plan"],
    "system.errors": ["BolideError", "InputError", "OptionError"],
    "testset": ["Runs", "TestSet"],
    "testset.score_commands": ["CommandMetric", "command_metric", "read_commands"],
    "testset.scores": ["read_all_scores", "read_rows", "read_scores"],
    "text.tokenize": ["TOKENIZERS"],
    "text.units.parallel": ["Units"],
    "tuning.search": ["Tuning", "tune"],
}
_HOMES = {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    """A public name, imported when it is first used (PEP 562): importing the package costs next to nothing."""
    if name not in _HOMES:
        from bolide.system.errors import instead

        hint = "" if name.startswith("_") else instead(__name__, name, __all__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
