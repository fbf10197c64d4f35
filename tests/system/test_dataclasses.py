"""Bolide's `dataclass` beside the standard library's: each class below is made by both, and both do the same."""

import copy
import dataclasses
import inspect
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bolide import BLEU, Metric
from bolide.metrics.options import option
from bolide.system import dataclasses as ours
from tests.python import python

pytestmark = pytest.mark.one_core

SOURCE = '''
from typing import ClassVar

@dataclass(frozen=True)
class Empty:
    """Nothing."""

@dataclass(frozen=True)
class One:
    """One field, and things that are none."""
    x: int
    limit: ClassVar[int] = 3
    other: "ClassVar[int]" = 4
    plain = 5

@dataclass(frozen=True)
class Point(One):
    """Fields of every kind, one of them the base's."""
    y: float = 0.5
    names: list = field(default_factory=list)
    note: str = field(default="-", compare=False, repr=False)
    unit: str = field(default="px", kw_only=True)
    x: int = 1

    def __post_init__(self):
        object.__setattr__(self, "seen", True)

@dataclass
class Mutable:
    """A class whose objects change."""
    x: int
    y: int = 0

@dataclass(frozen=True, eq=False, repr=False)
class Bare:
    """No comparison."""
    x: int = 0

@dataclass(frozen=True)
class Own:
    """Methods of its own; a comparison, and so no hash in Python."""
    x: int = 0

    def __repr__(self):
        return "own"

    def __eq__(self, other):
        return True

class Loose(Point):
    """No dataclass itself."""

@dataclass(frozen=True, init=False)
class Made:
    """An __init__ of its own."""
    x: int

    def __init__(self, text):
        object.__setattr__(self, "x", len(text))
'''


def classes(module: Any) -> ModuleType:
    """The classes of SOURCE, made by one of both, in a module that pickle finds."""
    name = f"made_by_{module.__name__.replace('.', '_')}"
    made = sys.modules[name] = ModuleType(name)
    vars(made).update(dataclass=module.dataclass, field=module.field)
    exec(SOURCE, vars(made))
    return made


PAIR = classes(ours), classes(dataclasses)
NAMES = [name for name, each in vars(PAIR[0]).items() if isinstance(each, type) and each.__module__ == PAIR[0].__name__]
CALLS: list[Callable[[Any], Any]] = [
    lambda cls: cls(), lambda cls: cls(3), lambda cls: cls("four"), lambda cls: cls(3, 4), lambda cls: cls(3, y=4),
    lambda cls: cls(1, 2.0, ["a"], "note", unit="em"), lambda cls: cls(1, 2.0, ["a"], "note", "em"),
    lambda cls: cls(z=1), lambda cls: cls(x=9), lambda cls: cls(2, note="other"),
]  # fmt: skip
DONE: dict[str, Callable[[Any], Any]] = {
    "repr": lambda each: repr(each) if type(each).__repr__ is not object.__repr__ else "no repr",
    "hash": lambda each: (hash(each), "a hash")[1] if type(each).__hash__ is not object.__hash__ else "the object's",
    "assign": lambda each: setattr(each, "x", 5),
    "assign another": lambda each: setattr(each, "w", 5),
    "delete": lambda each: delattr(each, "x"),
    "values": lambda each: vars(each),
    "replace": lambda each: vars(dataclasses.replace(each, x=8)),
    "asdict": dataclasses.asdict,
    "astuple": dataclasses.astuple,
    "copy": lambda each: (copy.deepcopy(each) == each, vars(copy.copy(each))),
    "pickle": lambda each: (pickle.loads(pickle.dumps(each)) == each, vars(pickle.loads(pickle.dumps(each)))),
    "equal": lambda each: [each == other for other in (copy.copy(each), 1, vars(each))],
    "equal but for": lambda each: [each == dataclasses.replace(each, **{name: "?"}) for name in vars(each)],
    "match": lambda each: [getattr(each, name) for name in type(each).__match_args__],
}


def outcome(call: Callable[..., Any], *arguments: Any) -> Any:
    """What a call returns or raises, without the name of the module."""
    try:
        result = call(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)
    return result if isinstance(result, str | int | float | list | tuple | dict | None) else vars(result)


@pytest.mark.parametrize("name", NAMES)
def test_calls_and_what_comes_of_them(name: str) -> None:
    succeeded = 0
    for call in CALLS:
        results = [outcome(call, getattr(module, name)) for module in PAIR]
        assert results[0] == results[1]
        if isinstance(results[1], dict):
            succeeded += 1
            for what, do in DONE.items():
                one, other = (outcome(do, call(getattr(module, name))) for module in PAIR)
                assert one == other, what
    assert succeeded


@pytest.mark.parametrize("name", NAMES)
def test_what_the_class_says_of_itself(name: str) -> None:
    one, other = (getattr(module, name) for module in PAIR)
    assert str(inspect.signature(one)) == str(inspect.signature(other))
    assert one.__match_args__ == other.__match_args__
    assert dataclasses.is_dataclass(one)
    assert one.__dataclass_params__.frozen == other.__dataclass_params__.frozen
    details = ("name", "type", "default", "default_factory", "repr", "compare", "kw_only", "init")
    table = [[getattr(each, name) for name in details] for cls in (one, other) for each in dataclasses.fields(cls)]
    assert table[: len(table) // 2] == table[len(table) // 2 :]
    assert [each.name for each in ours.fields(one)] == [each.name for each in ours.fields(other)]
    for attribute in ("limit", "other", "plain", "x", "names"):
        assert hasattr(one, attribute) == hasattr(other, attribute)


def test_objects_of_equal_values_have_one_hash() -> None:
    point = PAIR[0].Point
    assert {PAIR[0].One(1), PAIR[0].One(1), PAIR[0].One(2)} == {PAIR[0].One(1), PAIR[0].One(2)}
    assert point(1).names is not point(1).names
    assert ours.replace(point(1, 2.0), y=3.0) == point(1, 3.0)
    assert ours.replace(PAIR[1].Point(1, 2.0), y=3.0) == PAIR[1].Point(1, 3.0)


def test_one_field_is_compared_as_several_are() -> None:
    """As tuples are: an object equals itself there, which NaN and arrays do not say of themselves."""
    nan = float("nan")
    assert PAIR[0].One(nan) == PAIR[0].One(nan)
    assert PAIR[0].Mutable(nan, 1) == PAIR[0].Mutable(nan, 1)
    assert PAIR[0].One(nan) != PAIR[0].One(float("nan"))


def test_defaults_that_can_be_changed() -> None:
    for module in (ours, dataclasses):
        with pytest.raises(ValueError, match="default_factory"):
            exec("@dataclass\nclass Wrong:\n  x: list = []", {"dataclass": module.dataclass})


def test_subclasses_of_the_standard_library() -> None:
    @dataclasses.dataclass(frozen=True)
    class Mine(BLEU):
        more: int = 1

    assert Mine(lowercase=True).corpus(["a b c d"], ["a b c d"]).value == 1
    assert (Mine(more=2).more, Mine(more=2) == Mine(more=2), Mine() == BLEU()) == (2, True, False)
    assert [each.name for each in ours.fields(Mine)] == [*(each.name for each in ours.fields(BLEU)), "more"]
    with pytest.raises(TypeError, match="cannot inherit non-frozen"):
        dataclasses.dataclass(type("Loose", (BLEU,), {}))


def test_options_of_a_metric_of_the_user_s() -> None:
    class Length(Metric):
        limit: int = option(5, "The longest.", key="limit")

    length: Any = dataclasses.dataclass(frozen=True)(Length)
    assert [each.name for each in dataclasses.fields(length)] == ["limit"]
    assert (length().limit, length(7).limit, ours.replace(length(7), limit=8).limit) == (5, 7, 8)
    assert ours.fields(length)[0].metadata["option"].key == "limit"


@pytest.mark.parametrize("code", [
    "import bolide; bolide.BLEU(lowercase=True).corpus(['a b c d'], ['a b c d'])",
    "from bolide.cli.main import main; main(['score', 'ref', '-i', 'hyp', '-b'])",
    "from bolide.cli.main import main; main(['explain', 'a cat', 'the cat'])",
])  # fmt: skip
def test_a_first_score_waits_for_none_of_it(code: str, here: Path) -> None:
    for name in ("ref", "hyp"):
        (here / name).write_text(f"the cat sat on the mat\nit rains, says {name}\n")
    done = python("-S", "-c", f"import sys; {code}; print({{'dataclasses', 'inspect'}} & {{*sys.modules}})")
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["set()"]), done.stderr
