"""COCOEvalCap: all scores of a set of captions in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from shutil import which
from typing import Any, NoReturn

from bolide.compat import real_spec
from bolide.compat.coco.cider import Cider
from bolide.compat.coco.scorers import Bleu, Images, Meteor, Rouge
from bolide.compat.shapes import WrongShape
from bolide.system.errors import InputError

Annotations = Mapping[Any, Sequence[Mapping[str, Any]]]
Tokenize = Callable[[Annotations], Images]

SPICE = (
    "SPICE is not computed: it parses captions with Java programs that Bolide does not have. If you need it, call "
    "pycocoevalcap.spice.spice.Spice().compute_score(gts, res) with the same tokenized captions."
)


class COCOEvalCap:
    """pycocoevalcap's COCOEvalCap: `evaluate()` fills `eval`, `imgToEval` and `evalImgs`.

    `coco` and `cocoRes` are of pycocotools' COCO, of which `imgToAnns` and `getImgIds` are used. `absent` lists the
    scores that are not computed, each with advice. `tokenize` turns annotations into tokenized captions; by default it
    is the PTBTokenizer of an installed pycocoevalcap, which needs Java.
    """

    def __init__(self, coco: Any, cocoRes: Any, tokenize: Tokenize | None = None) -> None:
        self.coco = coco
        self.cocoRes = cocoRes
        self.tokenize = tokenize
        self.params: dict[str, list[Any]] = {"image_id": coco.getImgIds()}
        self.eval: dict[str, float] = {}
        self.imgToEval: dict[Any, dict[str, Any]] = {}
        self.evalImgs: list[dict[str, Any]] = []
        self.absent = {"SPICE": SPICE}

    def evaluate(self) -> None:
        """Tokenize all captions, compute all scores, print each."""
        images = self.params["image_id"]
        people, ours = _captions(self.coco, images, "references"), _captions(self.cocoRes, images, "results")
        tokenize = self.tokenize or stanford_tokenizer()
        print("tokenization...")
        gts, res = tokenize(people), tokenize(ours)
        print("setting up scorers...")
        for scorer, names in (
            (Bleu(4), ["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4"]),
            (Meteor(), ["METEOR"]),
            (Rouge(), ["ROUGE_L"]),
            (Cider(), ["CIDEr"]),
        ):
            print(f"computing {scorer.method()} score...")
            results: Any = scorer.compute_score(gts, res)
            columns = results if len(names) > 1 else zip(results, strict=True)
            for name, value, values in zip(names, *columns, strict=True):
                self.setEval(value, name)
                self.setImgToEvalImgs(values, gts.keys(), name)
                print(f"{name}: {value:0.3f}")
        for message in self.absent.values():
            print(message)
        self.setEvalImgs()

    def setEval(self, score: float, method: str) -> None:
        """Store the score of all images."""
        self.eval[method] = score

    def setImgToEvalImgs(self, scores: Iterable[float], imgIds: Iterable[Any], method: str) -> None:
        """Store the scores of the images."""
        for image, score in zip(imgIds, scores, strict=True):
            self.imgToEval.setdefault(image, {"image_id": image})[method] = score

    def setEvalImgs(self) -> None:
        """List the stored scores of each image."""
        self.evalImgs = list(self.imgToEval.values())


def tokenized(annotations: Annotations) -> dict[Any, list[str]]:
    """The captions of annotations that are already tokenized, unchanged."""
    return {image: [entry["caption"] for entry in entries] for image, entries in annotations.items()}


def stanford_tokenizer() -> Tokenize:
    """The tokenizer of captioning papers, a Java program. Raises InputError if it cannot be run."""
    if not which("java") or not real_spec("pycocoevalcap"):
        raise InputError(
            "Captioning papers tokenize with Stanford's PTBTokenizer, which needs Java and the package pycocoevalcap "
            "(pip install --no-deps pycocoevalcap). Install both, or pass a tokenizer: COCOEvalCap(coco, cocoRes, "
            "tokenize=bolide.compat.coco.tokenized) if captions are already tokenized."
        )
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

    def tokenize(annotations: Annotations) -> Images:
        captions: Images = PTBTokenizer().tokenize(annotations)
        # The package does not notice if Java fails; without words every caption would equal every other.
        words = any(map(str.isalnum, "".join(one["caption"] for entries in annotations.values() for one in entries)))
        if words and not any(caption for group in captions.values() for caption in group):
            raise InputError(
                "Stanford's PTBTokenizer returned no words: Java could not run it. If its path has letters that "
                "the locale lacks, set LC_ALL=C.UTF-8; or pass a tokenizer as `tokenize`."
            )
        return captions

    return tokenize


def _captions(coco: Any, images: Sequence[Any], what: str) -> Annotations:
    """The annotations of these images. Raises WrongShape if one has none."""
    annotations = {image: coco.imgToAnns[image] for image in images if image in coco.imgToAnns}
    for image in images:
        if not annotations.get(image):
            raise WrongShape(
                f"The image {image!r} has no caption in the {what}; set params['image_id'] to the images that both "
                "have, for instance cocoRes.getImgIds()."
            )
    return annotations


# --- what pycocoevalcap does with Java programs, if it is not installed: refused when it is used ----------------------


class Spice:
    """SPICE, which Bolide does not compute."""

    def __init__(self) -> None:
        raise InputError(SPICE)


class PTBTokenizer:
    """Stanford's tokenizer, which comes with pycocoevalcap."""

    def __init__(self, verbose: bool = True) -> NoReturn:
        stanford_tokenizer()
        raise AssertionError("pycocoevalcap is installed after all")
