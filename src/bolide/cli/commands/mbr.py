"""Choose among the candidates for each sentence by minimum Bayes risk, or the
best against references.

The choice has the best expected score: the mean of its scores with each
candidate of its sentence, itself included, as the reference. With --ref, it is
the candidate with the best score against the references. Of equally good
candidates the first is chosen. The metric is BLEU unless -m names another; that
of the Python call bolide.mbr is chrF.

NBEST is a Moses n-best list (`0 ||| text ||| …`), JSON lines with a list of
candidates each, or plain text with -n lines per sentence; plain or gzipped, -
for standard input.

examples:
  bolide mbr nbest.txt -m chrf
  bolide mbr nbest.txt -m chrf -f text -o chosen.txt
  bolide mbr nbest.txt --ref nbest.ref.txt -m chrf
  bolide mbr candidates.txt -n 2 -m bleu -j 0
  bolide mbr nbest.jsonl --field candidates -m meteor --matrix scores.json
"""

from bolide.cli.parser import Options, Parser, inputs_of, whole_number
from bolide.cli.parser.metrics import add_metrics, scorers_from, warn_of_metrics
from bolide.cli.parser.output import add_output, put_result
from bolide.corpus.inputs import TextReader
from bolide.evaluation.mbr import mbr_file
from bolide.program.stdio import progress
from bolide.reporting.views.texts import choices_text, scores_as_json, scores_as_npy
from bolide.system import files
from bolide.system.errors import OptionError


def parser() -> Parser:
    """The options of the command."""
    command = Parser("mbr", __doc__, "NBEST ")
    command.option("nbest NBEST", "the candidates")
    command.option("-n --candidates N", "for plain text: lines per sentence", whole_number(1))
    command.option("--field NAME", "for JSON lines: the field with the candidates, if it is not obvious")
    command.option(
        "--matrix FILE.npy|FILE.json", "also write the scores of all pairs; in .npy short lists are padded with nan"
    )
    command.option(
        "-r --ref REF …",
        "choose by the score against these references, one line per sentence; reads the candidates as it scores",
        dest="references",
    )
    command.add_jobs()
    add_output(command, text="the chosen texts alone")
    add_metrics(command)
    return command


def run(options: Options) -> None:
    """Read, choose, print."""
    scorer, *others = scorers_from(options)
    if others:
        raise OptionError("Candidates are chosen by one metric; name one with -m.")
    if options.matrix and not options.matrix.endswith((".npy", ".json")):
        raise OptionError(f"--matrix {options.matrix}: end the name in .npy or in .json, which says what to write.")
    refs = TextReader(drop_mark=True).groups(options.references) if options.references else None
    if options.matrix and refs:
        raise OptionError("--matrix has the scores of all pairs, and --ref compares none; leave one of them out.")
    with progress("choosing", None) as step:
        result = mbr_file(
            options.nbest,
            scorer,
            refs,
            size=options.candidates,
            field=options.field,
            matrix=bool(options.matrix),
            jobs=options.jobs,
            progress=step,
        )
    texts = result.candidates or [segment for group in refs or () for segment in group]
    warn_of_metrics([scorer.sentence], texts)
    if options.matrix:
        written = scores_as_npy if options.matrix.endswith(".npy") else scores_as_json
        files.write_bytes(options.matrix, written(result), inputs_of(options))
    put_result(result, options, "Bolide", options.width, text=choices_text)
