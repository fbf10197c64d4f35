"""A frozen set of options under a name: checked when it is made, written as a signature and read back from one."""

from __future__ import annotations

from dataclasses import Field, dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, Self

from bolide.errors import OptionError, known_name, unknown
from bolide.metrics.docstrings import Docstring
from bolide.metrics.options import check_options, options_of
from bolide.scores import Signature


@dataclass(frozen=True)
class Configured:
    """What a metric is before it sees a text: its name, its options, its presets and its signature."""

    name: ClassVar[str]
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {}

    def __init_subclass__(cls, **details: Any) -> None:
        super().__init_subclass__(**details)
        own = vars(cls).get("__doc__")
        if isinstance(own, str):
            cls.__doc__ = Docstring(own)  # type: ignore[assignment]

    def __post_init__(self) -> None:
        check_options(self)

    @classmethod
    def option_fields(cls) -> tuple[Field[Any], ...]:
        """The fields of the options; for METEOR, those of all its variants."""
        return fields(cls)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Self:
        """The metric with a named set of options, such as `BLEU.preset("paper")`."""
        known_name(f"preset of {cls.name}", name, cls.PRESETS)
        return cls(**{**cls.PRESETS[name], **changes})

    @property
    def variant_name(self) -> str:
        """The name of this definition among those that share the metric's name."""
        return self.name

    @property
    def difference(self) -> str:
        """How this definition differs from the others of the same name."""
        return ""

    @property
    def settable(self) -> tuple[str, ...]:
        """The options that can be changed in this definition."""
        return tuple(item.name for item, _ in options_of(self))

    @property
    def notice(self) -> str | None:
        """A warning to print once to whoever scores with these settings, or None."""
        return None

    def signature(self, nrefs: str | None = None) -> Signature:
        """The settings in sacreBLEU's grammar, and how many references there were."""
        found = self._signatures.get(nrefs)
        if found is None:
            found = self._signatures[nrefs] = Signature(self.title, self.signature_items(), nrefs)
        return found

    @cached_property
    def _signatures(self) -> dict[str | None, Signature]:
        return {}

    def signature_items(self) -> tuple[tuple[str, str], ...]:
        """The options that change the score: the main ones always, the others if they are not the default."""
        items = []
        for item, record in options_of(self):
            value = getattr(self, item.name)
            if record.key and (record.always or value != item.default):
                items.append((record.key, record.write(value)))
        return tuple(items)

    @property
    def title(self) -> str:
        """The name as scores and signatures show it; some metrics put options into it."""
        return self.name

    @classmethod
    def is_called(cls, name: str) -> bool:
        """Whether a signature that begins with this name belongs to this metric."""
        return name.lower() == cls.name.lower()

    @classmethod
    def from_signature(cls, signature: Signature) -> Self:
        """The metric that a signature describes."""
        return cls.from_items(dict(signature.items))

    @classmethod
    def from_items(cls, items: dict[str, str]) -> Self:
        """The metric that a signature's items describe."""
        values: dict[str, Any] = {}
        known = {record.key: (item, record) for item, record in options_of(cls) if record.key}
        for key, text in items.items():
            if key not in known:
                raise unknown(f"part of a {cls.name} signature", key, [name for name in known if name])
            item, record = known[key]
            try:
                values[item.name] = record.read(text)
            except ValueError as error:
                raise OptionError(f"{key}:{text} in a {cls.name} signature cannot be read: {error}") from None
        return cls(**values)
