"""Replacements for pycocoevalcap and cider, metrics of image captions: change the import line, keep the code.

`gts` maps each image to its reference captions, `res` to a list of one caption; captions are tokenized, with spaces
between words. Every class has `compute_score(gts, res)`, which returns the score of all images and one per image.
"""

from bolide.compat.coco.cider import Cider, CiderD, document_frequencies
from bolide.compat.coco.evaluation import COCOEvalCap, tokenized
from bolide.compat.coco.scorers import Bleu, Meteor, Rouge

__all__ = ["Bleu", "COCOEvalCap", "Cider", "CiderD", "Meteor", "Rouge", "document_frequencies", "tokenized"]
