"""Writes docs/guide/rgbf-study.md: which units and weights agree best with people, asked of three data sets.

    python scripts/make_rgbf_study.py DATA UNITS

DATA holds the WMT test sets (wmt12/fr-en, wmt12/en-de, wmt12/rankings.csv.gz, wmt23/en-de), UNITS the files that
`bolide units FILE --units wbmpsc -l LANGUAGE` wrote, under the same names in fr-en, en-de and en-de-23.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bolide import BLEU, CHRF, METEOR, RGBF, Corpus, Metric
from bolide.agreement.error_overlay import names_like
from bolide.agreement.participants import computed_sources
from bolide.agreement.questions import Question
from bolide.agreement.ranking_data import RankingData, read_rankings, win_shares
from bolide.agreement.reading import read_folder
from bolide.agreement.statistics.ranks import Kendall, Spearman
from bolide.agreement.table import Source, levelled
from bolide.corpus.lines import read_systems, stems
from bolide.metrics.measuring import measure_corpus
from bolide.system.files import write_text
from bolide.tuning.search import Objective, Tuning, TuningPlan, tune
from bolide.tuning.spaces import space_of

TARGET = Path(__file__).parent.parent / "docs" / "guide" / "rgbf-study.md"
UNITS = ("word", "base", "morph", "pos", "stem", "char")
MIXES = ("w", "b", "m", "p", "s", "c", "wb", "wm", "wp", "wmp", "wbmp", "wc", "wmpc", "wbmpsc")
DRAWS = 2000
BORROWED = ", weights of WMT12"
PLAN = TuningPlan(settings=10_000, folds=10)


@dataclass
class Data:
    """A data set: plain texts, texts in units, people's judgement by segment and by system."""

    title: str
    statistic: str
    systems: list[Corpus]
    in_units: list[Corpus]
    human: RankingData | Source
    people: np.ndarray  # one number a system
    others: tuple[Metric, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(system.name for system in self.systems)

    def objective(self) -> Objective:
        if isinstance(self.human, RankingData):
            return Objective.on_rankings(self.human, self.names)
        return Objective(Question("kendall-b", "seg", "item"), self.human.at("seg").take(self.names).upward)


def corpora(folder: Path, reference: str, outputs: Sequence[str], known: Sequence[str]) -> list[Corpus]:
    files = [str(folder / name) for name in outputs]
    systems = read_systems(files, [str(folder / reference)])
    names = names_like(stems([system.name for system in systems]), known)
    return [replace(system, name=name) for system, name in zip(systems, names, strict=True)]


def wmt12(data: Path, units: Path, pair: str, others: tuple[Metric, ...]) -> Data:
    judged = read_rankings(data / "wmt12" / "rankings.csv.gz", pair)
    outputs = sorted(path.name for path in (data / "wmt12" / pair).glob("newstest*"))
    plain = corpora(data / "wmt12" / pair, f"reference.{pair[3:]}.gz", outputs, judged.systems)
    made = corpora(
        units / pair, f"reference.{pair[3:]}", [name.removesuffix(".gz") for name in outputs], judged.systems
    )
    shares = win_shares(judged)
    people = np.array([shares[system.name] for system in plain], dtype=float)
    return Data(f"WMT12 {pair}", "ranking τ (2012)", plain, made, judged, people, others)


def wmt23(data: Path, units: Path, others: tuple[Metric, ...]) -> Data:
    human, _ = read_folder(data / "wmt23" / "en-de", "mqm")
    names = [name for name in human.at("seg").systems if name not in ("refA", "synthetic_ref")]
    plain = [
        replace(system, name=name)
        for name in names
        for system in read_systems(
            [str(data / f"wmt23/en-de/system-outputs/{name}.txt.gz")], [str(data / "wmt23/en-de/refA.txt.gz")]
        )
    ]
    made = corpora(units / "en-de-23", "refA", names, names)
    people = human.at("sys").take(names).upward[:, 0]
    return Data("WMT23 en-de", "Kendall τ-b by segment", plain, made, human, people, others)


def rows_of(metric: Metric, systems: Sequence[Corpus]) -> np.ndarray:
    return np.stack([np.asarray(measure_corpus(metric, system)).copy() for system in systems])


def by_segment(data: Data, cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Above and below the line of the agreement for each segment, whose sums make its value on any segments."""
    whole = levelled(cells)
    if not isinstance(data.human, RankingData):
        people = data.human.at("seg").take(data.names).upward
        values = Kendall("b").of_segments(people)(whole[None])[0]
        return np.nan_to_num(values), np.isfinite(values).astype(float)
    judged = data.human
    places = np.array([data.names.index(name) for name in judged.systems])
    right = whole[places[judged.better], judged.segment] > whole[places[judged.worse], judged.segment]
    size = cells.shape[1]
    pairs = np.bincount(judged.segment, minlength=size).astype(float)
    return 2 * np.bincount(judged.segment, right, size) - pairs, pairs


def scores(data: Data, tuned: dict[str, RGBF]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """For every metric its scores of segments, systems × segments, and of systems."""
    start = RGBF(units=UNITS)
    space, rows = space_of(start), rows_of(start, data.in_units)
    totals = rows.sum(1)
    found = {}
    for mix in MIXES:
        used = [float(unit[0] in mix) for unit in UNITS]
        setting = np.array([[*used, *[0.25] * 4]])
        found[f"rgbF {mix}"] = (space.values(rows, setting)[0], space.values(totals, setting)[0])
    for name, metric in tuned.items():
        setting = np.array([[*metric.formula.unit_shares, *metric.formula.order_shares]])
        found[name] = (space.values(rows, setting)[0], space.values(totals, setting)[0])
    for metric in data.others:
        (source,) = computed_sources(data.systems, [metric])
        found[metric.form.title] = (source.at("seg").cells, source.at("sys").cells[:, 0])
    return found


def compared(data: Data, found: dict[str, tuple[np.ndarray, np.ndarray]]) -> list[tuple[str, ...]]:
    """A row a metric: agreement by segment, its lead over words alone, and agreement by system, all with intervals."""
    rng = np.random.default_rng(12345)
    systems, segments = found["rgbF w"][0].shape
    counts = rng.multinomial(segments, np.full(segments, 1 / segments), DRAWS).astype(float)
    places = rng.integers(systems, size=(systems, DRAWS))
    drawn: dict[str, np.ndarray] = {}
    rows = []
    for name, (cells, whole) in found.items():
        above, below = by_segment(data, cells)
        drawn[name] = (counts @ above) / (counts @ below)
        value = above.sum() / below.sum()
        lead = drawn[name] - drawn["rgbF w"]
        middle = value - float(rows[0][1].split()[0]) if rows else 0.0
        shown = "" if not rows else f"{middle:+.4f} {ends(lead, '+')}"
        rho = Spearman().value(data.people, whole)
        again = Spearman().of_segments(data.people[places])(whole[places][None])[0]
        rows.append((name, f"{value:.4f} {ends(drawn[name])}", shown, f"{rho:.3f} {ends(again[np.isfinite(again)])}"))
    for name in found:
        uniform = name.removesuffix(BORROWED)
        if name != uniform:
            lead = drawn[name] - drawn[uniform]
            rows.append((f"{name}: lead over uniform", f"{lead.mean():+.4f} {ends(lead, '+')}", "", ""))
    return rows


def ends(values: np.ndarray, sign: str = "") -> str:
    low, high = np.quantile(values, (0.025, 0.975))
    return f"[{low:{sign}.3f}, {high:{sign}.3f}]"


def tuned_on(data: Data, letters: str) -> tuple[Tuning, float]:
    """The best weights of some of the units, searched from all alike."""
    places = [k for k, unit in enumerate(UNITS) if unit[0] in letters]
    metric = RGBF(units=tuple(UNITS[k] for k in places))
    rows = rows_of(RGBF(units=UNITS), data.in_units)
    chosen = rows.reshape(*rows.shape[:2], 4, len(UNITS), 4)[:, :, :, places].reshape(*rows.shape[:2], -1)
    began = time.perf_counter()
    return tune(space_of(metric), chosen, data.objective(), PLAN, jobs=0), time.perf_counter() - began


def widened(metric: RGBF) -> RGBF:
    """The same weights over all six units, the others 0."""
    weights = dict(zip(metric.units, metric.formula.unit_shares, strict=True))
    return RGBF(
        units=UNITS,
        unit_weights=tuple(weights.get(unit, 0.0) for unit in UNITS),
        order_weights=metric.formula.order_shares,
    )


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def main(data: Path, units: Path) -> None:
    others = (BLEU(effective_order=True), CHRF(), CHRF(word_order=2))
    sets = [
        wmt12(data, units, "fr-en", (*others, METEOR())),
        wmt12(data, units, "en-de", (*others, METEOR(language="de"))),
        wmt23(data, units, (*others, METEOR(language="de"))),
    ]
    tuned: dict[str, dict[str, RGBF]] = {"fr": {}, "de": {}}
    parts, lines = [], []
    for number, one in enumerate(sets):
        for letters in ("wbmp", "wbmpsc"):
            found, seconds = tuned_on(one, letters)
            held = [np.mean([getattr(fold, what) for fold in found.folds]) for what in ("start", "tuned")]
            low, high = found.interval
            weights = " ".join(f"{w:.2f}" for w in found.best.formula.unit_shares)
            orders = " ".join(f"{w:.2f}" for w in found.best.formula.order_shares)
            lines.append(
                (
                    one.title,
                    letters,
                    f"{found.start_value:.4f} → {found.best_value:.4f}",
                    f"{held[0]:.4f}",
                    f"{held[1]:.4f}",
                    f"{found.gain:+.4f} [{low:+.4f}, {high:+.4f}]",
                    weights,
                    orders,
                )
            )
            print(one.title, letters, f"{seconds:.0f} s", lines[-1], flush=True)
            if number == 1:
                tuned["de"][f"rgbF {letters}{BORROWED}"] = widened(found.best)
        rows = compared(one, scores(one, tuned["de"] if number == 2 else {}))
        header = ("metric", one.statistic, "lead over words alone", "systems: Spearman ρ")
        sizes = f"{len(one.systems)} systems, {len(one.systems[0])} segments"
        parts.append(f"### {one.title}\n\n{sizes}.\n\n{table(header, rows)}")
        print(parts[-1], flush=True)
    header = ("data", "units", "on all the data", "held out: uniform", "tuned", "gain", "unit weights", "order weights")
    parts.append(f"### Tuned weights\n\n{table(header, lines)}")
    text = TARGET.read_text(encoding="utf-8")
    head, _, rest = text.partition("<!-- tables -->\n")
    write_text(
        TARGET,
        f"{head}<!-- tables -->\n\n" + "\n".join(parts) + "\n<!-- end -->" + rest.partition("<!-- end -->")[2],
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
