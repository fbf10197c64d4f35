"""The English paraphrase table where this machine has one; Bolide ships none, not even in part."""

import os
from functools import cache

import pytest

from bolide.kernels import COMPILED
from bolide.system.files import cache_folder
from bolide.text.words import paraphrase


@cache
def paraphrase_table() -> str:
    """Its path, or a reason to skip."""
    try:
        path = os.environ.get("BOLIDE_PARAPHRASE_EN") or str(paraphrase.installed_table())
    except FileNotFoundError as missing:
        pytest.skip(f"{missing} (or name it in BOLIDE_PARAPHRASE_EN)")
    converted = cache_folder().glob(f"phrases-{paraphrase.TableName(path).digest}*.bin")
    if not COMPILED and not any(converted):
        pytest.skip("uncompiled, converting the English paraphrase table takes minutes")
    return path
