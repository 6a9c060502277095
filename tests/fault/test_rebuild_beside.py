"""Making the index again while others write: they wait, and nothing is indexed twice or left behind."""

import threading
import time

from crowd import errors, value

REMEMBER = "select recall.remember(%s, entity => %s, embed => 'later')"
_SECONDS = 6


def busy(session, number, ends_at):
    """Writes, corrects, forgets, folds and renames until the time is up; how many memories are left."""
    kept = []
    turn = 0
    while time.monotonic() < ends_at:
        turn += 1
        entity = f"Kiln {number} {turn // 20}"
        kept.append(value(session, REMEMBER, f"Batch {number}-{turn} left the kiln.", entity)["id"])
        if turn % 3 == 0:
            value(session, "select recall.forget(%s)", kept.pop(turn % len(kept)))
        if turn % 5 == 0:
            value(session, "select recall.correct(%s, %s)", kept[0], f"Batch {number}-{turn} broke in the kiln.")
        if turn % 20 == 19:
            value(session, "select recall.entity('rename', %s, new_name => %s)", entity, f"Oven {number} {turn // 20}")
        if turn % 7 == 0:
            value(session, "select recall.compact()")
    return len(kept)


def rebuild_until(session, ends_at):
    """Makes the index again and again; how often."""
    count = 0
    while time.monotonic() < ends_at:
        value(session, "select recall.rebuild_index()")
        count += 1
    return count


def test_an_index_made_again_beside_writers_is_exact_and_fails_nobody(crowd, session):
    value(session, "select recall.set_setting('index.fresh_limit', '20')")
    ends_at = time.monotonic() + _SECONDS
    tasks = [lambda own, number=number: busy(own, number, ends_at) for number in range(3)]
    tasks += [lambda own: rebuild_until(own, ends_at)] * 2
    answers = crowd.run(tasks)
    assert errors(answers) == []
    assert min(answers) > 2
    assert value(session, "select count(*) from recall.memory") == sum(answers[:3])
    assert session.execute("select * from recall.check_index()").fetchall() == []


def test_a_writer_waits_for_an_open_rebuild_and_a_fold_passes_it_by(connect):
    rebuilder, writer, folder = connect(autocommit=False), connect(), connect()
    value(writer, REMEMBER, "The glaze is made of ash.", "Glaze")
    value(rebuilder, "select recall.rebuild_index()")
    done = []
    thread = threading.Thread(target=lambda: done.append(value(writer, REMEMBER, "Ash comes from beech.", "Glaze")))
    thread.start()
    thread.join(0.5)
    assert done == []
    assert value(folder, "select recall.compact()")["busy"]
    rebuilder.commit()
    thread.join(30)
    assert done[0]["outcome"] == "added"
    assert folder.execute("select * from recall.check_index()").fetchall() == []
