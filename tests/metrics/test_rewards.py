"""A metric as the reward function of a trainer."""

import pickle
from typing import Any

import pytest

import bolide


@pytest.mark.parametrize("conversational", [False, True])
def test_a_reward_is_called_as_trl_calls_it(conversational: bool) -> None:
    # GRPOTrainer._calculate_rewards of TRL 1.16.0: everything by keyword, one entry per completion.
    texts, refs = ["the cat sat", "a dog", ""], ["the cat sat", "the cat", "a cat"]
    words: dict[str, Any] = {"prompts": ["p"] * 3, "completions": texts}
    if conversational:
        prompt = [{"role": "user", "content": "translate"}]
        answers: list[Any] = [
            [{"role": "assistant", "content": texts[0]}],
            [
                {"role": "assistant", "content": None, "tool_calls": [{}]},
                {"role": "tool", "content": "dictionary"},
                {"role": "assistant", "content": [{"type": "text", "text": texts[1]}]},
            ],
            [{"role": "assistant", "reasoning_content": "it was cut off"}],
        ]
        words = {"prompts": [prompt] * 3, "completions": answers}
    columns = {"reference": refs, "source": ["x"] * 3, "id": [1, 2, 3]}
    others = {"trainer_state": object(), "log_extra": print, "log_metric": print, "environments": [None] * 3}
    reward = pickle.loads(pickle.dumps(bolide.reward("chrf")))  # its workers are other processes
    rewards = reward(**words, completion_ids=[[1, 2], [3], []], **columns, **others)
    assert rewards == list(bolide.CHRF().segments(texts, refs).values)
    assert all(type(value) is float for value in rewards)
    assert reward.__name__ == "chrF2_reward"
    assert bolide.reward("chrf++").__name__ == "chrF2++_reward"
