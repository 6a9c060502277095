"""No setting of the queue makes a run of upkeep endless."""

import pytest


@pytest.mark.parametrize("setting", ["job.retry_first", "job.retry_ceiling"])
@pytest.mark.parametrize("wait", ["0 seconds", "-1 hour"])
def test_a_run_ends_whatever_a_row_that_fails_has_to_wait(writer, connect, setting, wait):
    recall = writer()
    recall.add("The quarterly invoice was paid on Friday.", embed="later")
    owner = connect("postgres")
    # The embedder knows no model of this name: the row can only fail.
    owner.execute("update recall.model set name = 'retired-model'")
    # Written as it lies in the table: also what a setting was before its values were checked is survived.
    owner.execute("insert into recall.setting (name, value) values (%s, to_jsonb(%s::text))", [setting, wait])
    # A run that does not end is ended here, so that it fails the test.
    recall.session.execute("set statement_timeout = '30s'")
    recall.session.execute("call recall.maintain('embed')")
    ((attempts, is_waiting),) = recall.scoped("select attempts, due_at > created_at from recall.job")
    assert attempts >= 1
    assert is_waiting
    assert recall.value("select finished_at is not null from recall.maintain_run order by id desc limit 1")
