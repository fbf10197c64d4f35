"""jiwer's compositions of transforms."""

from bolide.compat.jiwer import transforms as tr

__all__ = [
    "cer_contiguous",
    "cer_default",
    "wer_contiguous",
    "wer_default",
    "wer_standardize",
    "wer_standardize_contiguous",
]

_PLAIN = [tr.RemoveMultipleSpaces(), tr.Strip()]
_STANDARD = [
    tr.ToLowerCase(),
    tr.ExpandCommonEnglishContractions(),
    tr.RemoveKaldiNonWords(),
    tr.RemoveWhiteSpace(replace_by_space=True),
    *_PLAIN,
]
_ONE, _WORDS, _CHARACTERS = tr.ReduceToSingleSentence(), tr.ReduceToListOfListOfWords(), tr.ReduceToListOfListOfChars()

wer_default = tr.Compose([*_PLAIN, _WORDS])
wer_contiguous = tr.Compose([*_PLAIN, _ONE, _WORDS])
wer_standardize = tr.Compose([*_STANDARD, _WORDS])
wer_standardize_contiguous = tr.Compose([*_STANDARD, _ONE, _WORDS])
cer_default = tr.Compose([tr.Strip(), _CHARACTERS])
cer_contiguous = tr.Compose([tr.Strip(), _ONE, _CHARACTERS])
DEFAULTS = {id(wer_default): list(wer_default.transforms), id(cer_default): list(cer_default.transforms)}
