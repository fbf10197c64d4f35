"""Several language pairs in one file: kept apart in every form."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from bolide import InputError
from bolide.agreement.annotations import read_annotations, read_language_pairs
from bolide.testset.score_tables import read_score_files, sources_in
from tests.agreement.judged import read_table
from tests.errors import raises
from tests.tables import table

PAIRS = ("en-cs", "en-zh")
SYSTEMS = {"en-cs": ("a", "b", "c"), "en-zh": ("b", "c", "d")}
SIZE = 8
RNG = np.random.default_rng(8)
SCORES = {pair: RNG.integers(0, 100, (3, SIZE)) for pair in PAIRS}
FORMS = table(__file__, "pairs.toml")


def line_of(line: str, pair: str, system: str, segment: int, score: int) -> str:
    return line % {
        "pair": pair,
        "target": pair[3:],
        "three": {"cs": "ces", "zh": "zho"}[pair[3:]],
        "system": system,
        "segment": segment,
        "number": segment + 1,
        "odd": segment % 2,
        "score": score,
    }


def lines_of(header: str, line: str, cells: dict[str, np.ndarray] = SCORES) -> list[str]:
    """The header, if there is one, and a line per score, those of the two pairs by turns."""
    scores = product(range(SIZE), range(3), PAIRS)
    lines = [line_of(line, pair, SYSTEMS[pair][row], n, int(cells[pair][row, n])) for n, row, pair in scores]
    return [header, *lines] if header else lines


ANNOTATIONS, TABLES = (
    {name: lines_of(*form) for name, form in FORMS[kind].items()} for kind in ("annotations", "scores")
)
TABLES["wide"] = ["lp,segment,a,b,c,d"] + [
    ",".join(
        [
            pair,
            str(n),
            *(str(SCORES[pair][SYSTEMS[pair].index(s), n]) if s in SYSTEMS[pair] else "None" for s in "abcd"),
        ]
    )
    for n in range(SIZE)
    for pair in PAIRS
]


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ANNOTATIONS)
def test_annotations(form: str, tmp_path: Path) -> None:
    path = write(tmp_path / "mqm_2023.tsv", ANNOTATIONS[form])
    pairs = read_language_pairs(path)
    names = ("en-cs_CZ", "en-zh_CZ") if "MQM errors with ids" in form else PAIRS
    assert tuple(pairs) == names
    for name, known in zip(names, PAIRS, strict=True):
        found = pairs[name]
        systems = sorted(system.removeprefix(f"set.{name}.") for system in found.systems)
        assert (found.pair, systems, len(found.ratings)) == (name, list(SYSTEMS[known]), 3 * SIZE)
        if "ESA" in form:
            np.testing.assert_array_equal(found.table().take(SYSTEMS[known]).cells, SCORES[known])
        one = read_annotations(path, name)
        assert [rating.line for rating in one.ratings] == [rating.line for rating in found.ratings]
        assert one.notes == (f"{path} also has {next(other for other in names if other != name)}.",)
    with pytest.raises(
        InputError, match=f"several language pairs, {names[0]}, {names[1]}; name one, like `pair` {names[0]}"
    ):
        read_annotations(path)
    raises(InputError, f"has no rating for de-en; it has {names[0]}, {names[1]}", read_annotations, path, "de-en")


@pytest.mark.parametrize("form", TABLES)
def test_score_files(form: str, tmp_path: Path) -> None:
    path = write(tmp_path / "human.tsv", TABLES[form])
    (file,) = read_score_files([str(path)])
    assert tuple(file.scores) == PAIRS
    for pair in PAIRS:
        prefix = f"newstest2024.{pair}." if "systems" in form else ""
        table = read_table(path, pair=pair)
        np.testing.assert_array_equal(table.take([prefix + name for name in SYSTEMS[pair]]).cells, SCORES[pair])
        (source,) = sources_in([file], pair=pair)
        np.testing.assert_array_equal(source.at("seg").cells, table.cells)
    for read in (read_table, lambda path: sources_in(read_score_files([str(path)]))):
        raises(InputError, "several language pairs, en-cs, en-zh; name one", read, path)
    raises(InputError, "has no score for de-en; it has en-cs, en-zh", read_table, path, pair="de-en")


def test_documents_are_numbered_anew_in_each_language_pair(tmp_path: Path) -> None:
    """Segment 1 is in another document of each: not one numbering that starts again."""
    rows = [f"{pair}\ta\t{pair}-doc\t{n}\tr\tStyle\tMinor" for n in (1, 2) for pair in PAIRS]
    pairs = read_language_pairs(
        write(tmp_path / "mqm_2023.tsv", ["lp\tsystem\tdoc\tseg_id\trater\tcategory\tseverity", *rows])
    )
    assert [found.table().cells.tolist() for found in pairs.values()] == [[[-1, -1]], [[-1, -1]]]
