"""The data of a report, out of its page."""

import gzip
import json
import re
from base64 import b64decode

from bolide.reporting.testset.data import TestSetReport


def unpacked(html: str) -> TestSetReport:
    """The report that a page shows."""
    texts = dict(re.findall(r'<script type="application/x-bolide" id="data-([a-z0-9-]+)">(.*?)</script>', html))
    parts = {name: json.loads(gzip.decompress(b64decode(text))) for name, text in texts.items()}
    front, segments = parts.pop("summary"), parts.pop("segments")
    return TestSetReport.from_json(json.dumps({**front, "segments": segments, "batches": [*parts.values()]}))
