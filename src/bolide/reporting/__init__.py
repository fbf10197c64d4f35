"""Results shown: blocks and their renderers, figures, one view per result, and the report on a whole test set."""
