"""Score files: each form is one file here, with a way to recognise it. The first of FORMS that does reads the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bolide.agreement.score_files import comet, headerless, tables
from bolide.agreement.score_files.content import Content, Read
from bolide.system.errors import InputError


class ScoreForm(NamedTuple):
    """How a form is recognised, and read by language pair."""

    recognised: Callable[[Content], bool]
    read: Callable[[Content], dict[str, Read]]


FORMS: dict[str, ScoreForm] = {
    "comet-score's JSON": ScoreForm(comet.recognised_json, comet.read_json),
    "comet-score's lines": ScoreForm(comet.recognised, comet.read),
    "long table": ScoreForm(tables.recognised_long, tables.read_long),
    "mt-metrics-eval": ScoreForm(headerless.recognised_mtme, headerless.read_mtme),
    "numbers": ScoreForm(headerless.recognised_numbers, headerless.read_numbers),
    "submission": ScoreForm(headerless.recognised_submission, headerless.read_submission),
    "wide table": ScoreForm(tables.recognised_wide, tables.read_wide),
}


def read_scores(content: Content) -> tuple[str, dict[str, Read]]:
    """The form of a file and what it says of each language pair; a pair that it does not name is ""."""
    if content.path.name.removesuffix(".gz").endswith(".domain.score"):
        raise InputError(
            f"{content.path} has scores of domains, which are means over segments: give the .seg.score; "
            "`bolide correlate --domains` reads the domains of its lines."
        )
    if not content.text.strip():
        raise InputError(f"{content.path} is empty; it must hold scores.")
    for name, form in FORMS.items():
        if form.recognised(content):
            pairs = form.read(content)
            if not any(scores for read in pairs.values() for scores in read.scores.values()):
                raise InputError(f"{content.path} has a header and no scores under it.")
            return name, pairs
    raise InputError(
        f"{content.path}: a score file has lines of `system<TAB>score`, a header with `system`, `segment` and `score`, "
        "or a header of system names over one column each; one number per line; or is what comet-score wrote."
    )
