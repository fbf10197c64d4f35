"""Stanza models made here in seconds: they know twelve sentences, and everything about them is Stanza's own."""

import json
from hashlib import md5
from itertools import product
from pathlib import Path

WORDS = {  # each word with its base form, its universal tag and its own tag
    "The": ("the", "DET", "DT"), "A": ("a", "DET", "DT"), "cats": ("cat", "NOUN", "NNS"), "dog": ("dog", "NOUN", "NN"),
    "dogs": ("dog", "NOUN", "NNS"), "slept": ("sleep", "VERB", "VBD"), "runs": ("run", "VERB", "VBZ"),
    ".": (".", "PUNCT", "."),
}  # fmt: skip


def make(folder: Path, language: str = "en") -> None:
    """A folder that Stanza takes for its own: resources.json and a tokenizer, a tagger and a lemmatizer."""
    from stanza.models import lemmatizer, tagger, tokenizer

    sentences = list(product(("The", "A"), ("cats", "dog", "dogs"), ("slept", "runs"), (".",)))
    conllu, text, labels = _written(sentences)
    files = {"train.conllu": conllu, "train.txt": text, "labels.txt": labels, "mwt.json": "[]"}
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    train, raw, marks, joined = (str(folder / name) for name in files)
    home = folder / language
    tokenizer.main([
        "--mode", "train", "--lang", language, "--shorthand", "en_tiny", "--txt_file", raw, "--label_file", marks,
        "--dev_txt_file", raw, "--dev_label_file", marks, "--dev_conll_gold", train, "--steps", "200",
        "--eval_steps", "100", "--batch_size", "4", "--dropout", "0", "--unit_dropout", "0", "--mwt_json_file", joined,
        "--save_dir", str(home / "tokenize"), "--save_name", "tiny.pt", "--cpu",
    ])  # fmt: skip
    tagger.main([
        "--mode", "train", "--lang", language, "--shorthand", "en_tiny", "--train_file", train, "--eval_file", train,
        "--no_pretrain", "--no_char", "--max_steps", "60", "--eval_interval", "30", "--hidden_dim", "16",
        "--deep_biaff_hidden_dim", "16", "--num_layers", "1", "--word_cutoff", "0", "--save_dir", str(home / "pos"),
        "--save_name", "tiny_nocharlm.pt", "--cpu", "--no_second_optim", "--dropout", "0", "--word_dropout", "0",
    ])  # fmt: skip
    lemmatizer.main([
        "--mode", "train", "--shorthand", "en_tiny", "--train_file", train, "--eval_file", train,
        "--dict_only", "--save_dir", str(home / "lemma"), "--save_name", "tiny_nocharlm.pt", "--cpu",
    ])  # fmt: skip
    (folder / "resources.json").write_text(json.dumps({language: _resources(home)}))


def _written(sentences: list[tuple[str, ...]]) -> tuple[str, str, str]:
    """CoNLL-U, plain text, and a label a character: 1 ends a word, 2 a sentence."""
    conllu, text, labels = [], [], []
    for words in sentences:
        for number, word in enumerate(words, 1):
            lemma, upos, xpos = WORDS[word]
            head, relation = (0, "root") if number == 3 else (3, "dep")
            misc = "SpaceAfter=No" if number == 3 else "_"
            conllu.append(f"{number}\t{word}\t{lemma}\t{upos}\t{xpos}\t_\t{head}\t{relation}\t_\t{misc}")
            end = "2" if word == "." else "1"
            space = "" if number == 3 else " "
            text.append(word + space)
            labels.append("0" * (len(word) - 1) + end + "0" * len(space))
        conllu.append("")
    return "\n".join(conllu) + "\n", "".join(text).rstrip() + "\n\n", "".join(labels).rstrip("0") + "\n\n"


def _resources(home: Path) -> dict[str, object]:
    packages = {"tokenize": "tiny", "pos": "tiny_nocharlm", "lemma": "tiny_nocharlm"}
    models = {
        kind: {name: {"md5": md5((home / kind / f"{name}.pt").read_bytes()).hexdigest()}}
        for kind, name in packages.items()
    }
    return {**models, "packages": {"default": packages}, "default_processors": packages, "lang_name": "English"}
