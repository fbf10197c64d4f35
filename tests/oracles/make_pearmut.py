"""Makes pearmut/annotations.json with Pearmut itself: Python 3.12 or later, `pip install pearmut==1.1.6 httpx`.

In an empty folder: `pearmut add …/tests/oracles/pearmut/campaign.json`, then this file. The answers of both annotators
are made up; how they are stored and exported is Pearmut's.
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "pearmut"


def annotation(item: dict[str, Any], lower: int) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    for system, text in item["tgt"].items():
        spans = [{"start_i": 0, "end_i": 3, "category": None, "severity": "major"}] if system == "B" else []
        if system == "B" and lower:
            spans.append({"start_i": 5, "end_i": len(text) - 1, "category": None, "severity": "minor"})
        answers[system] = {"score": (90 if system == "A" else 60) - lower, "error_spans": spans}
    return answers


def main() -> None:
    from fastapi.testclient import TestClient  # type: ignore[import-not-found]
    from pearmut.app import app, progress_data  # type: ignore[import-not-found]

    client = TestClient(app)
    documents = json.loads((FOLDER / "campaign.json").read_text(encoding="utf-8"))["data"]
    for user, lower in zip(progress_data["eng-deu"], (0, 10), strict=True):
        for number, items in enumerate(documents):
            payload = {
                "annotation": [annotation(item, lower) for item in items],
                "item": items,
                "actions": [{"time": 1.0}, {"time": 9.5}],
                "comment": "",
            }
            words = {"campaign_id": "eng-deu", "user_id": user, "item_i": number, "payload": payload}
            assert client.post("/log-response", json=words).status_code == 200
    answer = client.get("/download-annotations", params={"campaign_id": "eng-deu"})
    (FOLDER / "annotations.json").write_text(answer.text, encoding="utf-8")


if __name__ == "__main__":
    main()
