"""What to write to `bolide score` instead of sacreBLEU's options that it does not take, and which it ignores."""

_FILES = (
    "give references and outputs as files; `bolide accelerate sacrebleu -- -m sacrebleu` reads sacreBLEU's test sets"
)
_COMPARED = "systems are compared by `bolide compare REF -i A B --mode sacrebleu"

_ANSWERS = {
    "--citation --cite": "give references and outputs as files, and cite test sets as their authors ask",
    "--list": "`python -m sacrebleu` lists its test sets; `bolide list` has the metrics and tokenizers",
    "--test-set -t --origlang -ol --subset --download --echo --detail -d": _FILES,
    "--num-refs -nr": "give each set of references as a file of its own, or as the columns of a --table",
    "--encoding -e": "files are read as UTF-8; convert them first, for example with iconv",
    "--smooth-method -s": "write --bleu.smooth-method NAME",
    "--smooth-value -sv": "write --bleu.smooth-value NUMBER",
    "--chrf-char-order -cc": "write --chrf.char-order N",
    "--chrf-word-order -cw": "write --chrf.word-order N",
    "--chrf-beta": "write --chrf.beta NUMBER",
    "--chrf-whitespace": "write --chrf.whitespace",
    "--chrf-lowercase": "write --chrf.lowercase",
    "--chrf-eps-smoothing": "write --chrf.eps-smoothing",
    "--ter-case-sensitive": "write --ter.case-sensitive",
    "--ter-asian-support": "write --ter.asian-support",
    "--ter-no-punct": "write --ter.no-punct",
    "--ter-normalized": "write --ter.normalized",
    "-ci": "write --confidence --mode sacrebleu",
    "--confidence-n -cin": "write --confidence N --mode sacrebleu",
    "--paired-ar -par": f"{_COMPARED} --test randomisation --baseline A`",
    "--paired-bs -pbs": f"{_COMPARED} --test bootstrap --baseline A`",
    "--paired-ar-n -parn": f"{_COMPARED} --test randomisation -n N`",
    "--paired-bs-n -pbsn": f"{_COMPARED} --test bootstrap -n N`",
    "--paired-jobs": f"{_COMPARED} -j N`",
    "--no-color -nc": "set the environment variable NO_COLOR=1",
    "--version -V": "write bolide --version",
}
ANSWERS = {flag: answer for flags, answer in _ANSWERS.items() for flag in flags.split()}

# Switches that change nothing, and why.
HARMLESS = {
    "--force": "nothing has to be forced",
    **dict.fromkeys(("--quiet", "-q"), "there is nothing to silence"),
    **dict.fromkeys(("--short", "-sh"), "signatures are written out"),
}
