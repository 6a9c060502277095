"""The closed lists of the code are those of the table constraints."""

import re

import pytest

from pg_recall_udf.write import vocabulary


@pytest.mark.parametrize(
    ("constraint", "known"),
    [
        ("memory_record_type_check", vocabulary.TYPES),
        ("memory_record_kind_check", vocabulary.KINDS),
        ("memory_record_source_check", vocabulary.SOURCES),
        ("event_type_check", vocabulary.EVENT_TYPES),
        ("event_role_check", vocabulary.EVENT_ROLES),
        ("event_content_type_check", vocabulary.CONTENT_TYPES),
    ],
)
def test_the_code_and_the_tables_know_the_same_values(recall, constraint, known):
    definition = recall.value("select pg_get_constraintdef(oid) from pg_constraint where conname = %s", constraint)
    assert set(re.findall(r"'([^']*)'", definition)) == set(known)


def test_every_type_has_a_prior(recall):
    assert set(recall.call("setting", name="importance.prior")) == set(vocabulary.TYPES)
