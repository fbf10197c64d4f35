"""Several definitions behind one name: METEOR(variant=…) has its variant's options, and building it reads nothing."""

import inspect

from bolide import METEOR
from bolide.forms import form_of
from bolide.metrics.meteor import VARIANTS
from bolide.metrics.options import options_of

COMMON = {"nfc", "variant", "alpha", "beta", "gamma", "lowercase", "average", "tokenize"}


def test_each_variant_has_its_options() -> None:
    by_variant = {variant: set(form_of(METEOR(variant)).settable) for variant in VARIANTS}
    assert by_variant["nltk"] == by_variant["2005"] == COMMON | {"stages"}
    assert by_variant["runs"] == COMMON
    assert by_variant["1.5"] & by_variant["nltk"] == COMMON
    names = {item.name for item, _ in options_of(METEOR)}
    assert names == by_variant["1.5"] | by_variant["nltk"]
    assert set(inspect.signature(METEOR).parameters) == names
