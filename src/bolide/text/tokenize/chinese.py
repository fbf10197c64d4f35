"""`zh`: every Chinese character a token, the rest cut as 13a cuts it."""

import re
from functools import cache

from bolide.text.tokenize.mteval import cut
from bolide.text.tokenize.spacing import Spacing

# The published table means to list CJK extension B and the compatibility supplement as well, but writes them with
# four-digit escapes, so what it really compares with are U+2001..U+2A6D and U+2F81..U+2FA1 (see docs/differences.md).
RANGES = (
    "3400-4db5 4e00-9fbb f900-fa2d fa30-fa6a fa70-fad9 2001-2a6d 2f81-2fa1 ff00-ffef 2e80-2eff 3000-303f "
    "31c0-31ef 2f00-2fdf 2ff0-2fff 3100-312f 31a0-31bf fe10-fe1f fe30-fe4f 3200-33ff"
)


@cache
def _chinese() -> Spacing:
    ends = (word.partition("-") for word in RANGES.split())
    members = "".join(rf"\u{first}-\u{last}" for first, _, last in ends)
    return Spacing(re.compile(f"([{members}])"))


def tokenize_zh(text: str) -> list[str]:
    """Chinese: each ideograph and full-width sign alone, other text as in 13a."""
    return cut(_chinese()(text.strip()))
