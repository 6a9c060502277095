-- Doors to pg_recall_udf.collection: keeping the index true, folding it, making it again.

-- _hold_index: taken by whoever writes to the index of a project, after the entity and the memory it is about.
create or replace function recall._hold_index(project_id int)
returns void
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
    select pg_advisory_xact_lock_shared(recall._index_lock(_hold_index.project_id))
$$;

comment on function recall._hold_index(int) is 'Keeps the index of a project from being made again until the transaction ends.';

-- _note_languages: in one order, so that two batches of languages that are new to a project cannot wait for each other.
create or replace function recall._note_languages(project_id int, languages text[])
returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
    perform recall._hold_index(_note_languages.project_id);
    insert into recall.index_language (project_id, language)
    select distinct _note_languages.project_id, l.language
    from unnest(languages) as l (language)
    order by l.language
    on conflict on constraint index_language_pkey do nothing;
end
$$;

comment on function recall._note_languages(int, text[]) is 'Notes the languages in use in a project: their analysers run on every query.';

create or replace function recall._unindex(project_id int, passages bigint[])
returns void
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
as $python$
from pg_recall_udf import door
from pg_recall_udf.collection import remove

door.rows(plpy, remove.remove, project_id, passages)
$python$;

comment on function recall._unindex(int, bigint[]) is 'Takes passages out of the index in this transaction.';

create or replace function recall._reindex_entity(project_id int, entity_id uuid)
returns void
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
as $python$
from pg_recall_udf import door
from pg_recall_udf.collection import rebuild

door.rows(plpy, rebuild.reindex_entity, project_id, entity_id)
$python$;

comment on function recall._reindex_entity(int, uuid) is
'Indexes the passages about an entity anew after its name changed, and queues their embedding.';

create or replace function recall._compact(project_id int)
returns jsonb
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
as $python$
import json

from pg_recall_udf import door
from pg_recall_udf.collection import compact

settings = json.loads(plpy.execute(plpy.prepare("select recall._settings($1) as s", ["int4"]), [project_id])[0]["s"])
return door.call(plpy, compact.compact, project_id, settings)
$python$;

comment on function recall._compact(int) is 'Folds the fresh rows of a project in scope into segments.';

create or replace function recall.compact(project text default null)
returns jsonb
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $$
begin
    return recall._compact(recall._enter_to_write(compact.project));
end
$$;

comment on function recall.compact(text) is
'Folds the fresh rows of a project into segments and merges small segments; says so when another session is at it.';

create or replace function recall.rebuild_index(project text default null)
returns jsonb
language plpython3u volatile parallel unsafe security invoker
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $python$
from pg_recall_udf import door
from pg_recall_udf.collection import rebuild
from pg_recall_udf.write import context


def run(database, project):
    scope = context.enter(database, project)
    return rebuild.rebuild(database, scope.project_id, scope.settings)


return door.call(plpy, run, project)
$python$;

comment on function recall.rebuild_index(text) is
'Makes the index of a project again from its texts and stored vectors, as after a restore.';

create or replace function recall.check_index(project text default null)
returns table (collection text, problem text, detail text)
language plpython3u stable parallel restricted security invoker
set search_path = pg_catalog, pg_temp
set recall.scope = ''
as $python$
from pg_recall_udf import door
from pg_recall_udf.collection import check


def run(database, project):
    return check.check(database, database.value(door.Statement("select recall._enter($1)", ("text",)), project))


return door.rows(plpy, run, project)
$python$;

comment on function recall.check_index(text) is
'Recomputes tokens, frequencies, lengths, codes and the dead set of a project''s index; no row means no difference.';
