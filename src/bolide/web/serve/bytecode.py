"""A zip of Python sources becomes a zip of bytecode, by the interpreter that will run it."""

import zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from marshal import dumps
from struct import pack

_UNCHECKED = 1  # a pyc that is taken by its hash and never compared with its source (PEP 552)


def compile_zip(source: str, out: str, optimize: int = 2) -> None:
    """Write `out` with every module of `source` compiled; what is not a module is copied."""
    with zipfile.ZipFile(source) as sources, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as compiled:
        for name in sources.namelist():
            data = sources.read(name)
            if name.endswith(".py"):
                data = _bytecode(data, name, optimize)
                name += "c"
            compiled.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 6)


def _bytecode(source: bytes, name: str, optimize: int) -> bytes:
    # From the standard library docstrings go (2): nobody reads them in the page, and they are a fifth of the bytes.
    # Bolide's own stay (0): the page shows them.
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return MAGIC_NUMBER + pack("<I", _UNCHECKED) + source_hash(source) + dumps(code)
