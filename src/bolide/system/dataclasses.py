"""The standard library's `dataclass` for Bolide's own classes, ready in a fifth of the time.

The standard one imports `inspect` and compiles six methods for each class, which was half of what a first BLEU in a
process waited for. Here a class has one method of its own, `__init__`, and shares the others. To type checkers these
are the standard library's dataclasses, and to the standard library as well: its `fields`, `replace` and `asdict` take
them, and a class that it makes may have one of them as its base. Left out is what nothing here uses: slots, an order,
and fields that are no parameter.
"""

from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:  # isort: off
    from dataclasses import MISSING as MISSING, Field as Field
    from dataclasses import dataclass as dataclass, field as field, fields as fields, replace as replace
else:

    class _Sentinel:
        """A value that nothing else is; signatures show it by name."""

        def __init__(self, name):
            self.name = name

        def __repr__(self):
            return self.name

    MISSING, _FACTORY = _Sentinel("MISSING"), _Sentinel("<factory>")

    class Field:
        """A field of a class; `name` and `type` are known when the class is."""

        name = type = None
        init = True

        def __init__(self, default, default_factory, repr, compare, kw_only, metadata):
            self.default, self.default_factory = default, default_factory
            self.repr, self.compare, self.kw_only, self.metadata = repr, compare, kw_only, metadata or {}

        def as_standard(self):
            """The same field for the standard library's `dataclass`."""
            from dataclasses import field

            settings = {key: value for key, value in vars(self).items() if key not in ("name", "type")}
            return field(**{key: value for key, value in settings.items() if value is not MISSING})

    def field(*, default=MISSING, default_factory=MISSING, repr=True, compare=True, kw_only=False, metadata=None):
        """A field of which more is to be said than its name, type and default."""
        return Field(default, default_factory, repr, compare, kw_only, metadata)

    class _Shape:
        """The fields of a class by name, and which of them its methods show and compare."""

        def __init__(self, cls):
            self.twin = None  # a dataclass of the standard library with the same fields, once it is asked for
            self.fields = {}
            for base in reversed(cls.__mro__[1:]):
                if "__shape__" in vars(base):
                    self.fields |= base.__shape__.fields
            for name, kind in cls.__annotations__.items():
                if not (kind.startswith("ClassVar") if isinstance(kind, str) else _origin(kind) is ClassVar):
                    self.fields[name] = _field_of(cls, name, kind)
            self.repr = [name for name, each in self.fields.items() if each.repr]
            compared = [name for name, each in self.fields.items() if each.compare]
            # Always a tuple, in which an object equals itself, as NaN does not.
            self.compared = attrgetter(*compared) if len(compared) > 1 else _tuple_of(compared)

    def _tuple_of(names):
        return lambda each: tuple([getattr(each, name) for name in names])

    def _origin(kind):
        return getattr(kind, "__origin__", kind)

    def _field_of(cls, name, kind):
        """The field of a name; of its definition the class keeps the default, as an attribute."""
        definition = vars(cls).get(name, MISSING)
        item = definition if isinstance(definition, Field) else field(default=definition)
        if item.default is not MISSING:
            if item.default.__class__.__hash__ is None:
                raise ValueError(f"the default of {name} is shared by all and can be changed: use default_factory.")
            setattr(cls, name, item.default)
        elif definition is item:
            delattr(cls, name)
        item.name, item.type = name, kind
        return item

    def dataclass(cls=None, /, *, init=True, repr=True, eq=True, frozen=False):
        """Give a class the methods that follow from its fields, except those that it defines itself."""

        def complete(cls):
            defined = {*vars(cls)}
            cls.__shape__ = _Shape(cls)
            methods = {"__replace__": replace}
            if init:
                methods["__init__"] = _Init(cls, frozen)
            if repr:
                methods["__repr__"] = _repr
            if eq:
                methods["__eq__"] = _eq
                if cls.__dict__.get("__hash__") is None:
                    cls.__hash__ = _hash if frozen else None
            if frozen:
                methods |= {"__setattr__": _set, "__delattr__": _delete}
            for name, method in methods.items():
                if name not in defined:
                    setattr(cls, name, method)
            cls.__match_args__ = tuple(name for name, each in cls.__shape__.fields.items() if not each.kw_only)
            cls.__dataclass_fields__ = _Standard("__dataclass_fields__", frozen)
            cls.__dataclass_params__ = _Standard("__dataclass_params__", frozen)
            return cls

        return complete if cls is None else complete(cls)

    class _Init:
        """The `__init__` of a class, compiled when it is first looked up: half the classes never are."""

        def __init__(self, cls, frozen):
            self.cls, self.frozen = cls, frozen

        def __get__(self, instance, owner):
            self.cls.__init__ = _init(self.cls, self.frozen)
            return self.cls.__init__.__get__(instance, owner)

    def _init(cls, frozen):
        """An `__init__` with a parameter for each field."""
        names = {"_set": object.__setattr__, "_FACTORY": _FACTORY}
        positional, keywords, lines = ["self"], [], []
        for number, (name, each) in enumerate(cls.__shape__.fields.items()):
            parameter = value = name
            if each.default is not MISSING:
                names[f"_default{number}"] = each.default
                parameter += f"=_default{number}"
            elif each.default_factory is not MISSING:
                names[f"_factory{number}"] = each.default_factory
                parameter += "=_FACTORY"
                value = f"_factory{number}() if {name} is _FACTORY else {name}"
            (keywords if each.kw_only else positional).append(parameter)
            lines.append(f" _set(self, {name!r}, {value})" if frozen else f" self.{name} = {value}")
        if hasattr(cls, "__post_init__"):
            lines.append(" self.__post_init__()")
        parameters = ", ".join([*positional, *(["*", *keywords] if keywords else [])])
        exec(f"def __init__({parameters}):\n" + ("\n".join(lines) or " pass"), names)
        method = names["__init__"]
        method.__qualname__ = f"{cls.__qualname__}.__init__"
        method.__module__ = cls.__module__
        method.__annotations__ = {name: each.type for name, each in cls.__shape__.fields.items()} | {"return": None}
        return method

    def _repr(self):
        values = [f"{name}={getattr(self, name)!r}" for name in self.__shape__.repr]
        return f"{type(self).__qualname__}({', '.join(values)})"

    def _eq(self, other):
        if type(other) is not type(self):
            return NotImplemented
        compared = self.__shape__.compared
        return compared(self) == compared(other)

    def _hash(self):
        return hash(self.__shape__.compared(self))

    def _refuse(self, name, action):
        """Refuse to change a field, and to add an attribute unless it belongs to a class that is no dataclass."""
        if "__shape__" in vars(type(self)) or name in self.__shape__.fields:
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot {action} field {name!r}")

    def _set(self, name, value):
        _refuse(self, name, "assign to")
        object.__setattr__(self, name, value)

    def _delete(self, name):
        _refuse(self, name, "delete")
        object.__delattr__(self, name)

    def fields(of):
        """The fields of a dataclass of either kind, or of an instance."""
        for base in (of if isinstance(of, type) else type(of)).__mro__:
            if "__shape__" in vars(base):
                return tuple(base.__shape__.fields.values())
            if "__dataclass_fields__" in vars(base):
                break
        import dataclasses

        return tuple(_from_standard(each, dataclasses.MISSING) for each in dataclasses.fields(of))

    def _from_standard(standard, missing):
        defaults = (MISSING if each is missing else each for each in (standard.default, standard.default_factory))
        item = Field(*defaults, standard.repr, standard.compare, standard.kw_only, standard.metadata)
        item.name, item.type, item.init = standard.name, standard.type, standard.init
        return item

    def replace(self, /, **changes):
        """A copy with other values in some fields."""
        rest = {each.name: getattr(self, each.name) for each in fields(self) if each.init and each.name not in changes}
        return type(self)(**rest, **changes)

    class _Standard:
        """What the standard library looks for in a dataclass, computed when it does."""

        def __init__(self, attribute, frozen):
            self.attribute, self.frozen = attribute, frozen

        def __get__(self, instance, owner):
            shape = owner.__shape__
            if shape.twin is None:
                from dataclasses import dataclass

                items = {name: each.as_standard() for name, each in shape.fields.items()}
                items["__annotations__"] = {name: each.type for name, each in shape.fields.items()}
                complete = dataclass(init=False, repr=False, eq=False, frozen=self.frozen)
                shape.twin = complete(type(owner.__name__, (), items))
            return getattr(shape.twin, self.attribute)
