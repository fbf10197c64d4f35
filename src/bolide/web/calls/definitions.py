"""The definitions that share a metric's name, as the page offers them: each with the settings that it opens with."""

from __future__ import annotations

from bolide.metrics.base import Metric


def definitions(kind: type[Metric]) -> dict[str, Metric]:
    """Every definition by its name, the one that the page opens with first; none where the name has only one."""
    first = kind().form.page_default
    variants = {metric.form.variant_name: metric for metric in first.form.variants}
    return variants if len(variants) > 1 else {}


def side_by_side(metric: Metric, kind: type[Metric]) -> list[tuple[str, Metric]]:
    """A metric as it is set, and what it could have been: the other definitions of its name, else its presets."""
    others = definitions(kind)
    if others:
        return [(name, metric if name == metric.form.variant_name else other) for name, other in others.items()]
    presets = [(name, kind.preset(name)) for name in kind().form.presets]
    return [("as set", metric), *presets] if presets else []
