"""A memory that is forgotten while its entity is renamed leaves no word in the index."""

import threading

from crowd import value

WAITING = "select wait_event_type = 'Lock' from pg_stat_activity where pid = %s"


def test_what_is_forgotten_during_a_rename_leaves_the_index(connect, session):
    memory = value(session, "select recall.remember('The code is in the blue binder.', entity => 'Vault')")["id"]
    other, owner = connect(autocommit=False), connect("postgres")
    value(other, "select recall.entity('rename', 'Vault', new_name => 'Strongroom')")
    forget = threading.Thread(target=value, args=(session, "select recall.forget(%s)", memory))
    forget.start()
    while owner.execute(WAITING, [session.info.backend_pid]).fetchone() != (True,):
        pass
    other.commit()
    forget.join()
    assert session.execute("select * from recall.check_index()").fetchall() == []
    assert value(owner, "select count(*) from recall.index_fresh") == 0
