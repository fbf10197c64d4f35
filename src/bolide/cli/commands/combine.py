"""Add up the rows of several runs, as `bolide score -o FILE.parquet --counts`
wrote them, and score the sums. Rows that were measured with different
settings are refused.

examples:
  bolide combine rows1.parquet rows2.parquet
  bolide combine 'rows[12].parquet' -f json
"""

from bolide.cli.parser import Options, Parser, warn
from bolide.cli.parser.output import add_output, put_report
from bolide.engines.counts_file import CountsFiles


def parser() -> Parser:
    """The options of the command."""
    command = Parser("combine", __doc__, "ROWS [ROWS …] ")
    command.option("rows ROWS …", "files of rows; patterns and folders of them, too")
    add_output(command)
    return command


def run(options: Options) -> None:
    """Read, add, print."""
    report = CountsFiles.of(options.rows).score()
    for note in report.notes:
        warn(note)
    put_report(report, options)
