"""What is said of metrics that do not suit texts, and that following it once is enough."""

import pytest

from bolide import CDER, PER, RGBF, TER, WER, Metric, parse
from bolide.metrics.meteor import METEOR, VARIANTS
from bolide.metrics.suitability import unsuited
from bolide.text.tokenize import TOKENIZERS

# A reference and a candidate that share words and characters, in scripts without spaces between words.
UNSPACED = {
    "Chinese": ("今天天气很好，我们去公园散步吧。", "今天天气不错，我们去公园走走吧。"),
    "Japanese": ("今日は天気がとても良いので公園へ行きましょう。", "今日は天気が良いから公園に行こう。"),
    "Thai": ("วันนี้อากาศดีมาก เราไปเดินเล่นที่สวนสาธารณะกันเถอะ", "วันนี้อากาศดี เราไปเดินเล่นในสวนกันเถอะนะครับ"),
    "Khmer": ("មនុស្សទាំងអស់កើតមកមានសេរីភាព និងភាពស្មើៗគ្នា", "មនុស្សទាំងអស់មានសេរីភាព និងភាពស្មើគ្នា"),
    "Lao": ("ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ ແລະສິດເທົ່າທຽມກັນ", "ມະນຸດທຸກຄົນມີກຽດສັກສີ ແລະສິດເທົ່າກັນ"),
    "Burmese": ("လူတိုင်းသည်တူညီလွတ်လပ်သောဂုဏ်သိက္ခာဖြင့်မွေးဖွားလာသည်", "လူတိုင်းသည်လွတ်လပ်သောဂုဏ်သိက္ခာဖြင့်မွေးဖွားသည်"),
}
# With spaces, but in a language that METEOR has no data for.
SPACED = {
    "Arabic": ("ذهب الولد إلى المدرسة في الصباح", "ذهب الولد الى المدرسة صباحا"),
    "Korean": ("나는 오늘 아침에 학교에 갔다", "나는 아침에 학교에 갔습니다"),
    "Bengali": ("সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা নিয়ে জন্মগ্রহণ করে", "সমস্ত মানুষ সমান মর্যাদা নিয়ে জন্মায়"),
    "Devanagari script": ("सभी मनुष्यों को गौरव और अधिकार हैं", "सभी मनुष्यों को अधिकार मिले हैं"),
}
METEORS = [*map(METEOR, VARIANTS), METEOR(language="other"), METEOR(language="other", task="universal")]
WORDS = [*METEORS, TER(), WER(), PER(), CDER(), RGBF(), parse("bleu"), parse("chrf++")]


@pytest.mark.parametrize("language", UNSPACED)
@pytest.mark.parametrize("metric", WORDS, ids=lambda metric: str(metric.signature()).partition("|version")[0])
def test_a_script_without_spaces_needs_one_change_and_is_noticed_until_then(metric: Metric, language: str) -> None:
    ref, hyp = UNSPACED[language]
    problem = unsuited(metric, [ref], packages=False)
    assert problem is not None
    assert problem.looks == language
    if problem.better is None:
        assert (metric.name, language in ("Chinese", "Japanese")) == ("TER", False)
        return
    assert unsuited(problem.better, [ref], packages=False) is None
    assert problem.better.sentence(hyp, ref).value != metric.sentence(hyp, ref).value
    spaced = " ".join(ref)
    assert unsuited(problem.better, [spaced], packages=False) is None


@pytest.mark.parametrize("language", SPACED)
@pytest.mark.parametrize("metric", METEORS, ids=lambda metric: str(metric.signature()).partition("|version")[0])
def test_advice_on_a_language_without_data_is_final(metric: Metric, language: str) -> None:
    ref, hyp = SPACED[language]
    problem = unsuited(metric, [ref], packages=False)
    if metric.form.language is None:
        assert problem is None
        return
    assert problem is not None
    assert problem.looks == language
    assert problem.better is not None
    assert unsuited(problem.better, [ref], packages=False) is None
    if problem.better.form.tokenizer_name in (None, *TOKENIZERS):
        assert problem.better.sentence(hyp, ref).value > 0
