"""Loading a file of JSON lines."""

import json

import pytest


@pytest.fixture
def file(tmp_path):
    def write(content: str | bytes):
        path = tmp_path / "notes.jsonl"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write


def lines(*items):
    return "".join(json.dumps(item) + "\n" for item in items)


def test_every_line_becomes_a_memory_and_the_counts_come_last(rows, file):
    path = file(lines({"content": "Tea at four"}, {"content": "Coffee at ten"}, {"content": "Tea at four"}))
    assert rows("ingest", path) == [{"lines": 3, "added": 2, "duplicates": 1, "failed": 0, "queued": 0}]
    assert rows("ingest", path)[-1]["duplicates"] == 3


def test_what_fails_is_told_by_line_and_the_rest_is_kept(rows, file):
    path = file(
        "\n" + lines({"content": "Tea at four"}, {"content": ""}) + "{bad\n" + '"text"\n' + lines({"content": "Coffee"})
    )
    *failed, counts = rows("ingest", path, code=1)
    assert [(one["line"], one["error"]["code"]) for one in failed] == [(3, "RC001"), (4, "RC003"), (5, "RC003")]
    assert all(one["error"]["hint"] for one in failed)
    assert (counts["added"], counts["failed"]) == (2, 3)


@pytest.mark.parametrize("size", ["1", "2", "256"])
def test_the_size_of_a_batch_changes_nothing(rows, file, size):
    path = file(lines(*({"content": f"Note number {number}"} for number in range(5)), {}))
    *failed, counts = rows("ingest", path, "--batch", size, code=1)
    assert ([one["line"] for one in failed], counts["added"]) == ([6], 5)


def test_standard_input_is_read_to_its_end(rows):
    assert rows("ingest", "-", input=lines({"content": "Tea at four"}))[-1]["added"] == 1


def test_a_byte_order_mark_and_windows_line_ends_do_not_matter(rows, file):
    path = file(b"\xef\xbb\xbf" + b'{"content": "Tea at four"}\r\n{"content": "Coffee at ten"}\r\n')
    assert rows("ingest", path)[-1]["added"] == 2


def test_a_line_that_is_no_utf_8_is_told_and_passed_over(rows, file):
    failed, counts = rows("ingest", file(b'{"content": "caf\xe9"}\n{"content": "Tea at four"}\n'), code=1)
    assert (failed["line"], failed["error"]["code"], counts["added"]) == (1, "RC003", 1)


def test_deep_nesting_and_endless_numbers_are_told_by_line(rows, file):
    deep = '{"content": "x y z", "metadata": ' + '{"a": ' * 300 + "1" + "}" * 300 + "}\n"
    endless = '{"content": "x y z", "metadata": {"n": ' + "9" * 5000 + "}}\n"
    bottomless = "[" * 100_000 + "\n"
    *failed, counts = rows("ingest", file(deep + endless + bottomless + lines({"content": "Tea"})), code=1)
    assert [(one["line"], one["error"]["code"]) for one in failed] == [(1, "RC003"), (2, "RC003"), (3, "RC003")]
    assert counts["added"] == 1


def test_odd_text_in_a_line_is_stored(rows, file):
    path = file('{"content": "nul \\u0000 and half \\ud800", "metadata": {"k\\u0000": 1}}\n')
    assert rows("ingest", path)[-1]["added"] == 1
    assert rows("list")[0]["content"] == "nul \ufffd and half \ufffd"


def test_a_missing_file_is_wrong_usage(recall):
    recall("ingest", "/nonexistent.jsonl", code=2)
