"""Hot loops over integers: the same files run compiled by Cython or as plain Python."""

from importlib.machinery import PathFinder

# All kernels are compiled or none; this module exists only if they are, and what is in a zip file cannot be imported.
COMPILED = PathFinder.find_spec("bolide.kernels._shared", __path__) is not None


def use_kernels() -> bool:
    """Whether to use the kernels instead of methods of str and numpy: if they are compiled, they are faster."""
    return COMPILED
