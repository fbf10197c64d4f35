"""What captioning code calls (pycocoevalcap, cider): change the import line, keep the code.

`gts` maps each image to its captions by people, `res` to a list of one caption; captions are tokenized, words between
spaces. Every class has `compute_score(gts, res)`, which gives the score of all images and one score per image.
"""

from bolide.compat.coco.cider import Cider, CiderD, document_frequencies
from bolide.compat.coco.evaluation import COCOEvalCap, tokenized
from bolide.compat.coco.scorers import Bleu, Meteor, Rouge

__all__ = ["Bleu", "COCOEvalCap", "Cider", "CiderD", "Meteor", "Rouge", "document_frequencies", "tokenized"]
