"""What metrics are called in a table, where a signature would be too long."""

from __future__ import annotations

from collections.abc import Sequence

from bolide.data.scores import Signature

_LONGEST = 16


def metric_labels(signatures: Sequence[Signature]) -> list[str]:
    """The metrics' own names; where two are called alike, with the settings in which they differ, or numbered.

    `BLEU tok:13a` and `BLEU tok:intl`; `METEOR 1` and `METEOR 2` where so much differs that it would not be short.
    """
    found = [signature.metric for signature in signatures]
    for name in {name for name in found if found.count(name) > 1}:
        places = [k for k, other in enumerate(found) if other == name]
        for place, short in zip(places, _told_apart(name, [signatures[k] for k in places]), strict=True):
            found[place] = short
    return found


def legend_of(name: str, signature: str) -> str:
    """A signature below a table, behind the short name if that is not how it begins."""
    return signature if signature.partition("|")[0] == name else f"{name}: {signature}"


def _told_apart(name: str, alike: Sequence[Signature]) -> list[str]:
    settings = [dict(signature.items) for signature in alike]
    keys = list(dict.fromkeys(key for items in settings for key in items))
    differing = [key for key in keys if len({items.get(key) for items in settings}) > 1]
    names = [" ".join([name, *(f"{key}:{items[key]}" for key in differing if key in items)]) for items in settings]
    if len(set(names)) < len(names) or max(map(len, names)) > _LONGEST:
        return [f"{name} {number}" for number in range(1, len(names) + 1)]
    return names
