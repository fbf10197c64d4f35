"""Metrics as the page and the command line offer them: `form_of` knows their definitions, settings and advice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bolide.forms.form import BLEUForm, CHRFForm, Form, TERForm
from bolide.metrics.base import Metric


def form_of(metric: Metric) -> Form:
    """What the page and the command line know of a metric; of one from outside the package what follows from its
    options."""
    for kind in type(metric).__mro__:
        if kind.__module__.startswith("bolide.metrics.") and kind.__name__ in FORMS:
            return FORMS[kind.__name__](metric)
    return Form(metric)


def _meteor(metric: Metric) -> Form:
    from bolide.forms.meteor import METEORForm  # with its languages, which others need not wait for

    return METEORForm(metric)


def _rgbf(metric: Metric) -> Form:
    from bolide.forms.rgbf import RGBFForm

    return RGBFForm(metric)


# By the name of the metric's class; PER takes time that is linear in the number of tokens.
FORMS: dict[str, Callable[[Metric], Form]] = {
    "BLEU": BLEUForm,
    "CDER": partial(Form, slow_from=2000),
    "CER": partial(Form, slow_from=20_000),
    "CHRF": CHRFForm,
    "METEOR": _meteor,
    "RGBF": _rgbf,
    "TER": TERForm,
    "WER": partial(Form, slow_from=5000),
}
