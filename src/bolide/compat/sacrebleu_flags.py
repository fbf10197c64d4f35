"""The flags of sacreBLEU's command line, and what to write instead of those that `bolide score` does not take."""

import tomllib
from pathlib import Path
from typing import Any

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
FLAGS: dict[str, dict[str, Any]] = _TABLE["flags"]
ANSWERS: dict[str, str] = {}
for _flags, _details in FLAGS.items():
    _instead = _details.pop("instead", {})
    _by_flag = _instead if isinstance(_instead, dict) else dict.fromkeys(_flags.split(), _instead)
    ANSWERS |= {_flag: _TABLE["answers"].get(_text, _text) for _flag, _text in _by_flag.items()}
