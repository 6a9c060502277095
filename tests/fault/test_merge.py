"""Merging segments waits for nobody, and keeps nobody waiting who forgets in another order."""

from crowd import value

REMEMBER = "select recall.remember(%s, embed => 'later')"


def test_a_writer_is_not_kept_by_a_transaction_that_has_forgotten_something(connect):
    writer, other = connect(), connect(autocommit=False)
    value(writer, "select recall.set_setting('index.fresh_limit', '5')")
    ids = [value(writer, REMEMBER, f"Crate {number} holds apples.")["id"] for number in range(39)]
    assert value(writer, "select count(*) from recall.segment") == 7
    value(other, "select recall.forget(%s)", ids[32])
    writer.execute("set statement_timeout = '20s'")
    # The fortieth folds, and the eight segments are due to become one.
    assert value(writer, REMEMBER, "Crate 39 holds pears.")["outcome"] == "added"
    assert value(writer, "select count(*) from recall.segment") == 8
    value(other, "select recall.forget(%s)", ids[1])
    other.commit()
    assert value(writer, "select recall.compact()")["merged"] == 8
    assert writer.execute("select * from recall.check_index()").fetchall() == []
    assert value(writer, "select count(*) from recall.memory") == 38
