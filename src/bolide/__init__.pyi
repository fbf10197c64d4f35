"""What type checkers see of the names that __init__.py imports when they are first used."""

from bolide._version import __version__ as __version__
from bolide.agreement.evaluation import (
    AgreementReport as AgreementReport,
    correlate as correlate,
    wmt_table as wmt_table,
)
from bolide.agreement.human_ranking import PeopleReport as PeopleReport, PeopleReports as PeopleReports
from bolide.agreement.judgments import People as People, read_judgments as read_judgments
from bolide.agreement.ranking import MetricsTable as MetricsTable
from bolide.agreement.span_scores import SpanScoring as SpanScoring
from bolide.agreement.spans import SpanReport as SpanReport, spans as spans
from bolide.classroom.check import check as check
from bolide.classroom.worksheet import exercises as exercises
from bolide.corpus import Corpus as Corpus, Segment as Segment
from bolide.data.explanation import Explanation as Explanation, Explanations as Explanations
from bolide.data.results import Report as Report, SystemReport as SystemReport
from bolide.data.scores import Score as Score, Signature as Signature
from bolide.data.stats import Stats as Stats
from bolide.engines.scan import scan as scan
from bolide.evaluation.accumulator import Accumulator as Accumulator
from bolide.evaluation.explaining import explain as explain
from bolide.evaluation.gate import Gate as Gate, Power as Power, gate as gate, power as power
from bolide.evaluation.health import health as health
from bolide.evaluation.mbr import Choice as Choice, Choices as Choices, mbr as mbr, mbr_file as mbr_file
from bolide.evaluation.resegmentation import Resegmented as Resegmented, resegment as resegment
from bolide.evaluation.rewards import reward as reward
from bolide.evaluation.scoring import Scores as Scores, score as score
from bolide.evaluation.study import Study as Study, compare as compare
from bolide.metrics import METRICS as METRICS, parse as parse
from bolide.metrics.base import Metric as Metric, SegmentScores as SegmentScores
from bolide.metrics.bleu import BLEU as BLEU
from bolide.metrics.chrf import CHRF as CHRF
from bolide.metrics.error_rates import CDER as CDER, CER as CER, PER as PER, WER as WER
from bolide.metrics.function import metric as metric
from bolide.metrics.meteor import METEOR as METEOR, meteor_score as meteor_score
from bolide.metrics.rgbf import RGBF as RGBF
from bolide.metrics.ter import TER as TER
from bolide.peers import accelerate as accelerate
from bolide.reporting.testset.build import report as report
from bolide.reporting.testset.data import TestSetReport as TestSetReport
from bolide.significance.plan import Plan as Plan
from bolide.system.errors import BolideError as BolideError, InputError as InputError, OptionError as OptionError
from bolide.testset import Runs as Runs, TestSet as TestSet
from bolide.testset.score_commands import (
    CommandMetric as CommandMetric,
    command_metric as command_metric,
    read_commands as read_commands,
)
from bolide.testset.scores import (
    read_all_scores as read_all_scores,
    read_rows as read_rows,
    read_scores as read_scores,
)
from bolide.text.tokenize import TOKENIZERS as TOKENIZERS
from bolide.text.units.parallel import Units as Units
from bolide.tuning.search import Tuning as Tuning, tune as tune

__all__: list[str]
