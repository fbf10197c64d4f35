"""Hot loops over integers: the same files run compiled by Cython or as plain Python."""

from bolide.kernels.ngrams import COMPILED as COMPILED
