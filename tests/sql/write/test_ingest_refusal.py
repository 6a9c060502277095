"""An error of the server that nobody foresaw is narrowed down to its rows; one about the server itself is raised."""

import pytest
from psycopg.types.json import Jsonb

ITEMS = 64


@pytest.fixture
def refuse(connect):
    """Makes the server refuse rows: a constraint that recall knows nothing of."""
    owner = connect("postgres")

    def add(condition):
        owner.execute(f"alter table recall.memory_record add constraint refusal check (not ({condition}))")

    return add


@pytest.fixture
def statements(connect):
    """Counts the inserts into memories, in a sequence: undoing an insert does not undo the count."""
    owner = connect("postgres")
    owner.execute("create sequence public.inserts")
    owner.execute(
        """
        create function public.count_insert() returns trigger security definer language plpgsql
        as $$ begin perform nextval('public.inserts'); return null; end $$
        """
    )
    owner.execute(
        "create trigger count_insert before insert on recall.memory_record for each statement "
        "execute function public.count_insert()"
    )
    return lambda: owner.execute("select last_value from public.inserts").fetchone()[0]


def items(*bad):
    return [
        {"content": f"Lantern {n} is {'cursed' if n in bad else 'lit'}.", "entity": f"Hall {n % 4}", "embed": "later"}
        for n in range(ITEMS)
    ]


def test_a_good_batch_is_one_insert(writer, statements):
    assert writer().ingest(items())["added"] == ITEMS
    assert statements() == 1


@pytest.mark.parametrize("bad", [{0}, {63}, {31}])
def test_one_bad_row_is_found_by_halving(writer, refuse, statements, bad):
    recall = writer()
    refuse("content like '%cursed%'")
    answer = recall.ingest(items(*bad))
    assert (answer["added"], answer["failed"]) == (ITEMS - 1, 1)
    assert [r["position"] for r in answer["results"] if r["outcome"] == "error"] == list(bad)
    # The whole, and two halves at each of six steps.
    assert statements() == 1 + 2 * 6
    (result,) = [r for r in answer["results"] if r["outcome"] == "error"]
    assert result["error"]["code"] == "23514"
    assert result["error"]["message"]
    assert recall.value("select count(*) from recall.list(max_results => 1000)") == ITEMS - 1


def test_several_bad_rows_are_each_found(writer, refuse):
    recall = writer()
    refuse("content like '%cursed%'")
    bad = {0, 5, 6, 7, 40, 63}
    answer = recall.ingest(items(*bad))
    assert {r["position"] for r in answer["results"] if r["outcome"] == "error"} == bad
    assert answer["added"] == ITEMS - len(bad)
    rows = recall.rows("check_index")
    assert rows == []


def test_a_text_that_was_refused_can_be_stored_later(writer, refuse, connect):
    recall = writer()
    refuse("content like '%cursed%'")
    assert recall.ingest(items(9))["failed"] == 1
    connect("postgres").execute("alter table recall.memory_record drop constraint refusal")
    again = recall.ingest(items(9))
    assert (again["added"], again["duplicates"], again["failed"]) == (1, ITEMS - 1, 0)


def test_an_atomic_call_gives_the_error_itself_and_stores_nothing(writer, refuse):
    recall = writer()
    refuse("content like '%cursed%'")
    assert recall.error("ingest", items=Jsonb(items(9)), atomic=True).sqlstate == "23514"
    assert recall.listed() == []


@pytest.mark.parametrize("sqlstate", ["57014", "40001", "53100", "XX001"])
def test_an_error_about_the_server_is_raised_and_not_blamed_on_rows(writer, statements, connect, sqlstate):
    recall = writer()
    owner = connect("postgres")
    owner.execute(
        f"""
        create function public.fail() returns trigger language plpgsql
        as $$ begin raise exception 'no' using errcode = '{sqlstate}'; end $$
        """
    )
    owner.execute(
        "create trigger fail before insert on recall.memory_record for each row execute function public.fail()"
    )
    assert recall.error("ingest", items=Jsonb(items())).sqlstate == sqlstate
    assert statements() == 1
    assert recall.listed() == []
