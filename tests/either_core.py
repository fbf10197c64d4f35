"""The files of tests that one core is enough for: what they assert cannot depend on whether kernels are compiled.

They are about words, options, files, streams, processes, pages and servers. Where they score, the score is compared
with another of the same core, or stands for any score; that both cores give the same integers is shown elsewhere, by
the files that run on both. `scripts/test` runs all files on the compiled core, then all but these on the uncompiled
one (`--second-core`). A file that is not here runs on both: so does a new one, until somebody has thought about it.
"""

from pathlib import Path

TESTS = Path(__file__).parent
EITHER_CORE = (
    "browser",  # in the page the core is always uncompiled, whatever runs here
    # The command line: how it is typed, what it says, where it writes. The files of single commands run on both cores.
    "cli/test_bad_scores.py",
    "cli/test_border.py",
    "cli/test_completion.py",
    "cli/test_formats.py",
    "cli/test_interrupts.py",  # a signal must get through to C; Python looks for signals between any two lines
    "cli/test_limits.py",
    "cli/test_nothing_in_vain.py",
    "cli/test_odd_files.py",
    "cli/test_orders.py",
    "cli/test_people.py",
    "cli/test_report.py",
    "cli/test_sacrebleu_flags.py",
    "cli/test_streams.py",
    "cli/test_taking_part.py",
    "cli/test_targets.py",
    "cli/test_terminal.py",
    "cli/test_texts.py",
    "cli/test_tune.py",
    "cli/test_without_numpy.py",
)


def one_core_is_enough(path: Path) -> bool:
    """Whether a file or folder is one of these."""
    return path.is_relative_to(TESTS) and path.relative_to(TESTS).as_posix() in EITHER_CORE
