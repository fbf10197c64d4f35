"""Draws the figures of the docs, docs/figures/*.svg, as `explain --svg` and `compare --plot` do."""

from pathlib import Path

from bolide import BLEU, CHRF, METEOR, RGBF, TER, WER, TestSet, compare, demo
from bolide.classroom.examples import HYPS, REFS
from bolide.data.explanation import Explanation
from bolide.reporting.figures.canvas import sheet
from bolide.reporting.figures.draw import drawings, svg
from bolide.system.files import write_text

FOLDER = Path(__file__).parents[1] / "docs" / "figures"


def explanations() -> dict[str, Explanation]:
    """What each figure shows, by its name."""
    exact = METEOR(variant="nltk", stages=("exact",))
    units = RGBF(units=("word", "base", "morpheme", "pos"))
    return {
        "bleu": BLEU.preset("paper").explain("the cat is on mat", "the cat is on the mat"),
        "meteor": exact.explain("the cat is on the mat", "the cat sat on the mat"),
        "meteor-order": exact.explain("the bird flew over a house", "a bird flew over the house"),
        "chrf": CHRF().explain("the cat sat on mats", "the cat sat on the mat"),
        "rgbf": units.explain(HYPS[0], REFS[0]),
        "ter": TER().explain("the cat on the mat sat", "the cat sat on a mat"),
        "wer": WER().explain("hello duck how are you you", "hello world how are you"),
    }


def drawn() -> dict[str, str]:
    """The files and what belongs into them."""
    files = {f"{name}.svg": svg(explanation.figures) for name, explanation in explanations().items()}
    (order,) = explanations()["meteor-order"].figures
    systems = {name: demo.lines(f"town/{name}.txt") for name in ("baseline", "larger", "tuned")}
    (bleu,) = compare(TestSet(demo.lines("town/ref.txt"), systems), "bleu").comparisons
    return {**files, "meteor-order.svg": sheet(drawings(order)[:1]), "intervals.svg": bleu.to_svg()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in drawn().items():
        write_text(FOLDER / name, picture)
