"""The flags of sacreBLEU's command line that `bolide score` writes differently, or does without."""

_TEST_SETS = "give references and outputs as files; `python -m bolide.compat.sacrebleu` reads sacreBLEU's test sets"
_COMPARE = "systems are compared by `bolide compare REF -i A B --mode sacrebleu"

# Each flag of sacreBLEU 2.6 that `bolide score` does not take, with what to do instead.
_ANSWERS = {
    ("-s", "--smooth-method"): "write --bleu.smooth-method NAME",
    ("-sv", "--smooth-value"): "write --bleu.smooth-value NUMBER",
    ("--force",): "nothing has to be forced; leave it out",
    ("-cc", "--chrf-char-order"): "write --chrf.char-order N",
    ("-cw", "--chrf-word-order"): "write --chrf.word-order N",
    ("--chrf-beta",): "write --chrf.beta NUMBER",
    ("--chrf-whitespace",): "write --chrf.whitespace",
    ("--chrf-lowercase",): "write --chrf.lowercase",
    ("--chrf-eps-smoothing",): "write --chrf.eps-smoothing",
    ("-ci",): "write --confidence --mode sacrebleu",
    ("-cin", "--confidence-n"): "write --confidence N --mode sacrebleu",
    ("-par", "--paired-ar"): f"{_COMPARE} --test randomisation --baseline A`",
    ("-parn", "--paired-ar-n"): f"{_COMPARE} --test randomisation -n N`",
    ("-pbs", "--paired-bs"): f"{_COMPARE} --test bootstrap --baseline A`",
    ("-pbsn", "--paired-bs-n"): f"{_COMPARE} --test bootstrap -n N`",
    ("--paired-jobs",): f"{_COMPARE} -j N`",
    ("-t", "--test-set"): _TEST_SETS,
    ("-ol", "--origlang"): _TEST_SETS,
    ("--subset",): _TEST_SETS,
    ("--download",): _TEST_SETS,
    ("--echo",): _TEST_SETS,
    ("--list",): f"{_TEST_SETS}. `bolide list` has the metrics and tokenizers",
    ("--citation", "--cite"): f"{_TEST_SETS}, and cite them as their authors ask",
    ("-d", "--detail"): _TEST_SETS,
    ("-nr", "--num-refs"): "give each set of references as a file of its own, or as the columns of a --table",
    ("-e", "--encoding"): "files are read as UTF-8; convert them first, for example with iconv",
    ("-sh", "--short"): "signatures are written out; leave it out",
    ("-q", "--quiet"): "there is nothing to silence; leave it out",
    ("-nc", "--no-color"): "set the environment variable NO_COLOR=1",
    ("-V", "--version"): "write bolide --version",
    ("--ter-case-sensitive",): "write --ter.case-sensitive",
    ("--ter-asian-support",): "write --ter.asian-support",
    ("--ter-no-punct",): "write --ter.no-punct",
    ("--ter-normalized",): "write --ter.normalized",
}
ANSWERS = {flag: answer for flags, answer in _ANSWERS.items() for flag in flags}
