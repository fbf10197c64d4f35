"""Annotations as released: what counts, what is left out and counted, and what is refused with its line."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bolide.agreement.annotations import read_language_pairs
from bolide.agreement.annotations.ratings import Annotations, ErrorSpan, Rating
from bolide.agreement.human_ranking import krippendorff
from bolide.agreement.language_pairs import choose_pair

MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"

SPAN = '[{"start_i": 3, "end_i": 5, "severity": "minor", "error_type": null}]'


def esa(
    annotator: str = "ann1",
    system: str = "sysA",
    segment: str = "1",
    kind: str = "TGT",
    score: str = "80",
    document: str = "doc1",
    flag: str = "False",
    spans: str = "[]",
    end: str = "20.5",
) -> str:
    quoted = '"' + spans.replace('"', '""') + '"' if '"' in spans else spans
    return ",".join([annotator, system, segment, kind, "eng", "ces", score, document, flag, quoted, "10.0", end])


def read(path: Path, *lines: str, **asked: Any) -> Annotations:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    pairs = read_language_pairs(path, **asked) or {}
    return pairs[choose_pair(pairs, None, path)]


def test_errors_that_cost_nothing_do_not_count(tmp_path: Path) -> None:
    kinds = ("Accuracy", "Minor"), ("Style", "Neutral"), ("No-error", "no-error"), ("Fluency", "no-error")
    rows = (
        f"A\td\td\t{k}\tr\tx\ta <v>b</v> c\t{category}\t{severity}" for k, (category, severity) in enumerate(kinds, 1)
    )
    found = read(tmp_path / "mqm_2023.tsv", MQM, *rows)
    assert [len(rating.counted_errors) for rating in found.ratings] == [1, 0, 0, 0]
    assert [(rating.errors[0].start, rating.errors[0].end) for rating in found.ratings] == [(2, 3)] * 4
    assert found.ratings[0].output == "a b c"


def test_esa_as_wmt24_counts_it(tmp_path: Path) -> None:
    found = read(
        tmp_path / "esa.csv",
        esa(),
        esa(kind="BAD", document="doc1#bad", score="10"),
        esa(system="ende-tutorial1", segment="1000001"),
        esa(document="doc1#incomplete"),
        esa(document="doc1#dup"),
        esa(document="doc1#dup#dup"),
        esa(score="60", end="30"),  # given again later: this one counts
        esa(score="0", end="5"),  # and this one was given before
        esa(annotator="ann2", score="70"),
        esa(system="sysB", segment="2", score="90", spans=SPAN),
        esa(flag="True", score="1"),
        *(esa(kind=kind, score="2") for kind in ("REF", "CHK", "SRC")),
    )
    assert found.dropped == {
        "of control items (BAD)": 1,
        "of kind REF": 1,
        "of kind CHK": 1,
        "of kind SRC": 1,
        "of tutorials": 1,
        "of incomplete documents (#incomplete)": 1,
        "of duplicated documents (#dup)": 2,
        "that the annotator later replaced": 2,
        "of whole documents": 1,
    }
    table = found.table()
    assert (table.name, table.systems) == ("esa", ("sysA", "sysB"))
    np.testing.assert_array_equal(table.cells, [[np.nan, (60 + 70) / 2, np.nan], [np.nan, np.nan, 90]])
    assert [rating.errors for rating in found.ratings] == [(), (), (ErrorSpan(3, 6, "minor"),)]
    assert found.notes[0].endswith("; this leaves 3 ratings.")


def ratings(scores: dict[tuple[str, str, int], float]) -> Annotations:
    return Annotations("esa", "x", [Rating(who, system, n, score, 1) for (who, system, n), score in scores.items()])


def test_krippendorffs_alpha_by_definition() -> None:
    rng = np.random.default_rng(5)
    cells = {(who, "s", n): float(rng.integers(0, 100)) for who in "abc" for n in range(12) if rng.random() < 0.7}
    units = [[v for (_, _, n), v in cells.items() if n == unit] for unit in range(12)]
    units = [unit for unit in units if len(unit) > 1]
    values = [value for unit in units for value in unit]
    observed = sum(sum((x - y) ** 2 for x in unit for y in unit) / (len(unit) - 1) for unit in units) / len(values)
    expected = sum((x - y) ** 2 for x in values for y in values) / (len(values) * (len(values) - 1))
    assert krippendorff(ratings(cells)) == pytest.approx(1 - observed / expected, abs=1e-12)
    assert krippendorff(ratings({("a", "s", 1): 3.0})) is None
    first, *others = ratings(cells).ratings  # of several ratings by one person, the mean counts, as in scores
    several = [first._replace(score=first.score + away) for away in (8.0, -8.0)]
    assert krippendorff(Annotations("esa", "x", [*several, *others])) == krippendorff(ratings(cells))


WMT25 = "doc_id\tsegment_id\tsource_lang\ttarget_lang\tset_id\tsystem_id\thypothesis_segment"
SPANS25 = f"{WMT25}\tstart_indices\tend_indices\terror_types\n"


def wmt25(segment: str, *errors: str, system: str = "A", of_set: str = "official") -> str:
    return "\t".join([f"en-cs_#_{segment[0]}", segment[1:], "en", "cs", of_set, system, "to je text", *errors]) + "\n"


def test_spans_of_wmt25(tmp_path: Path) -> None:
    """Its columns and words are those that readers of the released files expect: −1 and no-error, missing, blanks."""
    lines = [
        wmt25("d1", "0 3", "2 5", "major minor"),
        wmt25("d2", "-1 -1", "-1 -1", "no-error minor"),
        wmt25("e1", "0 2 4", "1 3 5", "No-Error no_error NONE"),
        wmt25("d2", "missing 1", "missing 2", "minor critical", system="B"),
    ]
    for ending in ("", "_gold"):
        header = SPANS25.replace("indices", f"indices{ending}").replace("error_types", f"error_types{ending}")
        found = read(tmp_path / "spans.tsv", header + "".join(lines))
        assert [(r.system, r.segment, r.errors) for r in found.ratings] == [
            ("A", 0, (ErrorSpan(0, 2, "major"), ErrorSpan(3, 5, "minor"))),
            ("A", 1, ()),
            ("A", 2, ()),
            ("B", 1, (ErrorSpan(None, None, "minor"), ErrorSpan(1, 2, "critical"))),
        ]
        assert found.ratings[0].text == "to je text"
