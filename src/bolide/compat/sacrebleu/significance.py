"""sacreBLEU's significance tests, computed by `bolide.significance` with sacreBLEU's random draws."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bolide.compat.sacrebleu.metrics.base import Metric, Score, Signature, estimate_ci as estimate_ci, sacrelogger
from bolide.compat.shapes import Streams, WrongOption, WrongShape, texts_of
from bolide.significance.paired import sacrebleu_bootstrap_p, sacrebleu_permutation_p
from bolide.significance.plan import seed_from_environment
from bolide.significance.resampling import bootstrap, permuted_differences
from bolide.significance.sample import Sample, Vector

IS_WINDOWS = os.name == "nt"


@dataclass
class Result:
    """A system's score, its p-value against the baseline, and the mean and half width of its resampled scores."""

    score: float
    p_value: float | None = None
    mean: float | None = None
    ci: float | None = None

    def __repr__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in vars(self).items())


def _compute_p_value(stats: Sequence[float] | Vector, real_difference: float) -> float:
    """The share of trials with a larger difference than the real one, which is counted as a trial itself."""
    differences = np.asarray(stats, dtype=np.float64)
    return float((np.count_nonzero(differences > real_difference) + 1) / (len(differences) + 1))


def _bootstrap_resample(stats: Any, metric: Metric, n_samples: int = 1000) -> tuple[str, list[Any]]:
    """The seed as written in signatures, and the scores of resampled corpora."""
    values = metric._resampled(stats, n_samples)
    return str(seed_from_environment()).lower(), [Score(type(metric).__name__, float(value)) for value in values]


class PairedTest:
    """A paired test of every system against the first: `ar` (approximate randomization) or `bs` (bootstrap).

    Calling it returns the signatures and the results by metric. `n_samples` 0 means 10,000 (`ar`) or 1,000 (`bs`). With
    `ar`, `n_ar_confidence` resamples add intervals (0 means 1,000, a negative number none). `n_jobs` is accepted for
    compatibility: one matrix product serves all systems.
    """

    _DEFAULT_SAMPLES = {"ar": 10000, "bs": 1000}  # noqa: RUF012 (sacreBLEU's own name and kind)

    def __init__(
        self,
        named_systems: Sequence[tuple[str, Sequence[str]]],
        metrics: Mapping[str, Metric],
        references: Streams | None,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        if test_type not in self._DEFAULT_SAMPLES:
            raise WrongOption(f"test_type is {test_type!r}; it must be 'ar' or 'bs'.")
        if not named_systems:
            raise WrongShape("There are no systems; pass a list of (name, lines), the baseline first.")
        self.named_systems = named_systems
        self.references = references
        self.test_type = test_type
        self.n_samples = n_samples if n_samples > 0 else self._DEFAULT_SAMPLES[test_type]
        self.n_ar_confidence = n_ar_confidence or self._DEFAULT_SAMPLES["bs"]
        self.n_jobs = n_jobs
        self.n_systems = len(named_systems) - 1
        self._seed = seed_from_environment()
        self.metrics: dict[str, Metric] = {}
        self._signatures: dict[str, Signature] = {}
        self._samples: dict[str, list[Sample]] = {}
        for metric_name, metric in metrics.items():
            samples, titles = [], []
            for system, lines in named_systems:
                sacrelogger.info("Computing the %s statistics of %r", metric_name, system)
                stats = metric._gathered(texts_of("hypotheses", lines), references)
                titles.append(metric._scored(stats).name)
                samples.append(metric._sample(system, stats))
            self.metrics[titles[0]], self._samples[titles[0]] = metric, samples
            self._signatures[titles[0]] = signature = metric.get_signature()
            signature.update("seed", str(self._seed).lower())
            signature.update(test_type, self.n_samples)
            if self.n_ar_confidence > 0:
                signature.update("bs", self.n_ar_confidence)

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[Any]]]:
        """Run the test, and return the signature of each metric, and the systems' names with results per metric."""
        run = self._paired_bs if self.test_type == "bs" else self._paired_ar
        results = {name: run(samples) for name, samples in self._samples.items()}
        return self._signatures, {"System": [name for name, _ in self.named_systems], **results}

    def _paired_bs(self, samples: list[Sample]) -> list[Result]:
        resampled = bootstrap(samples, self.n_samples, self._seed)
        standings = zip(samples, resampled, strict=True)
        baseline, *others = [Result(sample.value, None, *estimate_ci(line)) for sample, line in standings]
        for result, line in zip(others, resampled[1:], strict=True):
            result.p_value = sacrebleu_bootstrap_p(line - resampled[0], result.score - baseline.score)
        return [baseline, *others]

    def _paired_ar(self, samples: list[Sample]) -> list[Result]:
        baseline, *others = [Result(sample.value) for sample in samples]
        rng = np.random.default_rng(self._seed)
        pairs = [(number, 0) for number in range(1, len(samples))]
        permuted: Any = permuted_differences(samples, pairs, self.n_samples, rng) if others else ()
        for result, line in zip(others, permuted, strict=True):
            result.p_value = sacrebleu_permutation_p(line, result.score - baseline.score)
        if self.n_ar_confidence > 0:
            # The baseline's draws start from the seed; the others' continue after the permutations.
            baseline_values = bootstrap(samples[:1], self.n_ar_confidence, self._seed)
            rest = bootstrap(samples[1:], self.n_ar_confidence, rng) if others else ()
            for result, line in zip([baseline, *others], [*baseline_values, *rest], strict=True):
                result.mean, result.ci = estimate_ci(line)
        return [baseline, *others]
