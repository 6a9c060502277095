"""One version, wherever it is stated."""

import re
from pathlib import Path

import pg_recall
import pg_recall_udf

CONTROL = Path(__file__).resolve().parents[2] / "extension" / "pg_recall.control"


def test_extension_client_and_the_code_of_backends_state_one_version():
    (stated,) = re.findall(r"^default_version = '(.+)'$", CONTROL.read_text(), re.MULTILINE)
    assert pg_recall_udf.__version__ == stated
    assert pg_recall.__version__ == stated
