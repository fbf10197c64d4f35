"""The files of tests that one core is enough for: what they assert cannot depend on whether kernels are compiled.

They are about words, options, files, streams, processes, pages and servers. Where they score, the score is compared
with another of the same core, or stands for any score; that both cores give the same integers is shown elsewhere, by
the files that run on both. `scripts/test` runs all files on the compiled core, and all but these on the uncompiled one
(`--second-core`). A file that is not here runs on both: so does a new one, until somebody has thought about it.
"""

from pathlib import Path

TESTS = Path(__file__).parent
EITHER_CORE = (
    "browser",  # the page has kernels of its own, whatever runs here
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
    # Files of scores and annotations, and numpy's arithmetic on them. The statistics that kernels count run on both.
    "agreement/test_annotations.py",
    "agreement/test_bad_annotations.py",
    "agreement/test_chance.py",
    "agreement/test_former_names.py",
    "agreement/test_inputs.py",
    "agreement/test_judgements.py",
    "agreement/test_lacking_scores.py",
    "agreement/test_mqm.py",
    "agreement/test_new_statistic.py",
    "agreement/test_pdp.py",
    "agreement/test_permutation.py",
    "agreement/test_pooled.py",
    "agreement/test_score_files.py",
    "agreement/test_selecting.py",
    "agreement/test_spans.py",
    "significance/test_bad_input.py",
    "significance/test_corrections.py",
    "significance/test_many_segments.py",
    "significance/test_sound_mode.py",
    "significance/test_where.py",
    "significance/test_worth.py",
    "tuning",
    "real/test_mqm_real.py",
    "real/test_people_page.py",
    "real/test_people_real.py",
    "real/test_report_real.py",
    "real/test_significance_real.py",
    # Readers of text files and tables, which hand over strings.
    "corpus/test_delimited.py",
    "corpus/test_formats.py",
    "corpus/test_table_formats.py",
    "corpus/test_tables.py",
    "test_long_texts.py",  # nothing that is read there calls a kernel
    # Rows on disk, groups, states that a killed run goes on from: compared with the same core's scores of the whole.
    "cli/test_table_streams.py",
    # Names, signatures and shapes of other tools' calls, their commands and processes. Their numbers run on both.
    "compat/test_command_line.py",
    "compat/test_install.py",
    "compat/test_meteor15_idle.py",
    "compat/test_meteor15_setting.py",
    "compat/test_names.py",
    "compat/test_peer_calls.py",
    "compat/test_shapes.py",
    "compat/test_test_sets.py",
    # Pages, pictures, servers.
    "report",
    "web/test_border.py",
    "web/test_command.py",
    "web/test_markdown.py",
    # Engines call the library from their own processes; what partitions add up to runs on both.
    "engines/test_datasets.py",
    "engines/test_duckdb.py",
    "engines/test_polars.py",
    "engines/test_scale_page.py",
    "engines/test_spark.py",
    # Taggers, dictionaries and stemmers: strings in, strings out.
    "text/test_analysis.py",
    "text/test_stanza.py",
    "text/test_working_folder.py",
    "text/tokenize/test_extra_tokenizers.py",
    "text/words/test_porter.py",
    "text/words/test_stems.py",
    "text/words/test_wordnet.py",
    "real/test_wordnet_against_nltk.py",
    # The project itself: its build, scripts, docs, structure, promises.
    "test_build.py",
    "test_docs.py",
    "test_notebook.py",
    "test_outputs.py",
    "test_security.py",
    "test_structure.py",
    # Files without an end, values of the wrong type: refused at the border, before anything is counted.
    "test_bounded_memory.py",
)


def one_core_is_enough(path: Path) -> bool:
    """Whether a file or folder is one of these."""
    return path.is_relative_to(TESTS) and path.relative_to(TESTS).as_posix() in EITHER_CORE
