"""Where the installed kernels are uncompiled, the tests that load them uncompiled would be the same tests again."""

import pytest

from bolide.kernels import COMPILED


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if COMPILED:
        return
    names = {item.nodeid for item in items}
    again = [item for item in items if _is_second(item, names)]
    if again:
        config.hook.pytest_deselected(items=again)
        items[:] = [item for item in items if item not in set(again)]


def _is_second(item: pytest.Item, names: set[str]) -> bool:
    parts = item.callspec.id.split("-") if hasattr(item, "callspec") else []
    return "interpreted" in parts and item.nodeid.replace("interpreted", "installed") in names
