"""`bolide correlate` by documents and domains: values against numpy's.

What it prints otherwise is in printed.toml.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.agreement.test_annotations import esa
from tests.cli.run import bolide, data_of, refused
from tests.cli.situations import scores

# --- values against numpy's -------------------------------------------------------------------------------------------

SYSTEMS, LINES = ("a", "b", "c", "d"), 12


def numbers(seed: int) -> np.ndarray:  # type: ignore[type-arg]
    return np.random.default_rng(seed).integers(0, 100, (len(SYSTEMS), LINES)).astype(float)


PEOPLE, METRIC = numbers(1), numbers(2)
DOMAINS = ["canary", *["news"] * 5, *["social"] * 6]
DOCUMENTS = ["canary", *["d1"] * 3, *["d2"] * 2, *["d3"] * 6]
ASKED = ("--human", "people.seg.score", "--scores", "m.seg.score")


def seg(cells: np.ndarray, systems: tuple[str, ...] = SYSTEMS) -> str:  # type: ignore[type-arg]
    return scores(**dict(zip(systems, cells.tolist(), strict=True)))


@pytest.fixture
def random(here: Path) -> None:
    (here / "people.seg.score").write_text(seg(PEOPLE))
    (here / "m.seg.score").write_text(seg(METRIC))
    (here / "docs.tsv").write_text("".join(f"{x}\t{y}\n" for x, y in zip(DOMAINS, DOCUMENTS, strict=True)))
    rated = [
        esa(system=name, segment=str(n), score=str(PEOPLE[k, n]), document=DOCUMENTS[n])
        for k, name in enumerate(SYSTEMS)
        for n in range(1, LINES)
    ]
    (here / "esa.csv").write_text("\n".join(rated) + "\n")


def values(*words: object) -> dict[tuple[str, str], float]:
    data = data_of("correlate", *map(str, words))["agreements"]
    return {(a["pair"], a["question"]): a["value"] for a in data}


def r(x: np.ndarray, y: np.ndarray) -> Any:  # type: ignore[type-arg]
    return pytest.approx(float(np.corrcoef(x.ravel(), y.ravel())[0, 1]))


@pytest.mark.usefixtures("random")
def test_documents_domains_and_macro_scores() -> None:
    esa_scores = values("--human", "esa.csv", *ASKED[2:], "-q", "seg/pearson", "sys/pearson")
    assert esa_scores["", "seg/pearson"] == r(PEOPLE[:, 1:], METRIC[:, 1:])
    assert esa_scores["", "sys/pearson"] == r(PEOPLE[:, 1:].mean(1), METRIC.mean(1))
    cuts = [slice(1, 4), slice(4, 6), slice(6, 12)]
    x, y = (np.stack([cells[:, cut].mean(1) for cut in cuts], axis=1) for cells in (PEOPLE, METRIC))
    found = values(*ASKED, "--documents", "docs.tsv", "-q", "doc/pearson", "doc/pearson/item")
    assert found["", "doc/pearson"] == r(x, y)
    mean = np.mean([np.corrcoef(x[:, k], y[:, k])[0, 1] for k in range(3)])
    assert found["", "doc/pearson/item"] == pytest.approx(mean)
    assert ("", "doc/acc-eq/item") in values(*ASKED, "--documents", "docs.tsv")
    unknown = "has no scores of documents, which a folder, ids or `documents` name"
    refused(bolide("correlate", *ASKED, "-q", "doc/pearson"), unknown)
    asked = (*ASKED, "-q", "sys/pearson", "seg/pearson", "--domains")
    news, social = slice(1, 6), slice(6, 12)
    found = values(*asked, "docs.tsv")
    assert found["all", "seg/pearson"] == r(PEOPLE, METRIC)
    assert found["news", "seg/pearson"] == r(PEOPLE[:, news], METRIC[:, news])
    assert found["social", "sys/pearson"] == r(PEOPLE[:, social].mean(1), METRIC[:, social].mean(1))
    macro = (PEOPLE[:, news].mean(1) + PEOPLE[:, social].mean(1)) / 2
    assert values(*asked, "docs.tsv", "--macro")["all", "sys/pearson"] == r(macro, METRIC.mean(1))
    assert bolide("correlate", *asked, "docs.tsv").out.splitlines()[2].startswith("domain  question")
    Path("short.tsv").write_text("news\nnews\n")
    refused(bolide("correlate", *asked, "short.tsv"), "short.tsv has 2 labels and people 12 segments")
