"""How a configuration is written, and which pairs a report compares."""

import pytest

from pg_recall.evaluation.configuration import Configuration, parse, standard, standard_pairs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("score", Configuration("score", None, "score")),
        ("rrf", Configuration("rrf", None, "rrf")),
        ("default", Configuration("default", None, None)),
        ("bm25", Configuration("bm25", ("bm25",), None)),
        ("bm25+vector:rrf", Configuration("bm25+vector:rrf", ("bm25", "vector"), "rrf")),
    ],
)
def test_a_configuration_is_read(text, expected) -> None:
    assert parse(text) == expected


@pytest.mark.parametrize("text", ["", "bm52", "bm25:sum", "bm25+", "score:rrf"])
def test_an_unknown_configuration_is_refused(text) -> None:
    with pytest.raises(ValueError, match="unknown"):
        parse(text)


def test_a_report_has_each_arm_alone_and_each_fusion() -> None:
    assert [row.name for row in standard(["bm25", "names"], ["score", "rrf"])] == [
        "bm25",
        "names",
        "score",
        "rrf",
    ]


def test_only_configurations_that_were_run_are_compared() -> None:
    assert standard_pairs(standard(["vector"], ["score", "rrf"])) == [("score", "rrf")]
    assert ("score", "bm25") in standard_pairs(standard(["bm25"], ["score"]))
