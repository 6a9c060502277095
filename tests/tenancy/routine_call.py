"""How every routine of the schema is called in the matrix.

Values: `project` and `project_id` are the place; memory, forgotten, entity, other_entity, alias, misspelt, session,
thread, path, passages belong to the project that is aimed at. `shows`: called about one's own project, the answer has a mark of it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Call:
    statement: str
    shows: bool = False


def _shows(*statements: str) -> list[Call]:
    return [Call(statement, shows=True) for statement in statements]


def _calls(*statements: str) -> list[Call]:
    return [Call(statement) for statement in statements]


# Only the owner of the schema may: nothing in it is for the roles.
OWNER_ONLY = {"_migrate"}
# Commits, so that it cannot run inside the transaction of an attempt: test_upkeep.py.
COMMITS = {"maintain"}

_ITEM = """jsonb_build_array(jsonb_build_object(
    'index', 0, 'content', 'A plain note.', 'kind', 'fact', 'type', 'fact', 'dedupe_key', '\\x00'::text, 'language', 'en',
    'tags', '[]'::jsonb, 'source', 'agent', 'trust', 'trusted', 'metadata', '{}'::jsonb, 'density', 0.5, 'is_queued', true,
    'passages', '[]'::jsonb))"""

CALLS: dict[str, list[Call]] = {
    # Searching and reading.
    "search": [
        *_shows(
            "select * from recall.search('lantern', project => %(project)s)",
            "select * from recall.search('lantern', project => %(project)s, include_shared => true)",
            "select * from recall.search('lantern', project => %(project)s, scope => 'events')",
            "select * from recall.search('lantern', project => %(project)s, scope => 'history')",
            "select * from recall.search(%(misspelt)s, project => %(project)s, scope => 'entities')",
            "select * from recall.search('lantern', project => %(project)s, fusion => 'rrf', arms => '{names,bm25}')",
            "select * from recall.search('lantern', project => %(project)s, arms => '{vector}')",
            "select * from recall.search('lantern', project => %(project)s, entity => %(alias)s)",
        ),
    ],
    "search_json": _shows(
        "select recall.search_json('lantern', project => %(project)s, format => 'verbose')",
        "select recall.search_json('lantern', project => %(project)s, entity => %(entity)s)",
        "select recall.search_json(%(misspelt)s, project => %(project)s, scope => 'entities')",
    ),
    "get": _shows("select recall.get(%(memory)s, %(project)s)"),
    "list": _shows(
        "select * from recall.list(project => %(project)s)",
        "select * from recall.list(project => %(project)s, include_shared => true)",
        "select * from recall.list(entity => %(entity)s, project => %(project)s)",
        "select * from recall.list(session => %(session)s, project => %(project)s)",
    ),
    "timeline": _shows(
        "select recall.timeline(project => %(project)s)",
        "select recall.timeline(thread => %(thread)s, project => %(project)s)",
        "select recall.timeline(entity => %(entity)s, project => %(project)s)",
    ),
    "events": _shows(
        "select recall.events(project => %(project)s)",
        "select recall.events(session => %(session)s, project => %(project)s)",
    ),
    "sessions": _shows("select recall.sessions(project => %(project)s)"),
    "status": _calls("select recall.status(%(project)s)"),
    "doctor": _calls("select recall.doctor(%(project)s)"),
    "check_index": _calls("select * from recall.check_index(%(project)s)"),
    "projects": _calls("select * from recall.projects()"),
    "setting": _calls("select recall.setting('bm25.k1', %(project)s)", "select recall.setting('bm25.k1')"),
    "models": _calls("select * from recall.models()"),
    "versions": _calls("select recall.versions()"),
    "embed": _calls("select recall.embed('lantern')"),
    "tools": _calls("select recall.tools('all')"),
    "call": [
        *_shows(
            "select recall.call('search', '{\"query\": \"lantern\"}', jsonb_build_object('project', %(project)s::text))",
            "select recall.call('list', jsonb_build_object('project', %(project)s::text))",
            "select recall.call('get', jsonb_build_object('id', %(memory)s::text, 'project', %(project)s::text))",
            "select recall.call('cuba_faro', '{\"query\": \"lantern\"}', jsonb_build_object('project', %(project)s::text))",
        ),
        *_calls(
            "select recall.call('forget', jsonb_build_object('id', %(memory)s::text, 'project', %(project)s::text))",
            "select recall.call('correct', jsonb_build_object('id', %(memory)s::text, 'content', 'New words.', 'project', %(project)s::text))",
            "select recall.call('status', '{}', jsonb_build_object('project', %(project)s::text))",
            "select recall.call('get_stats', '{}', jsonb_build_object('project', %(project)s::text))",
        ),
    ],
    # Writing.
    "remember": _calls(
        "select recall.remember('The lantern hangs in the shed behind the house.', project => %(project)s)",
        "select recall.remember('A plain note.', entity => %(entity)s, session => %(session)s, project => %(project)s)",
    ),
    "ingest": _calls(
        """select recall.ingest('[{"content": "The lantern hangs in the shed behind the house."}, {"content": "New."}]',
            project => %(project)s)"""
    ),
    "correct": _calls("select recall.correct(%(memory)s, 'The lantern is corrected.', project => %(project)s)"),
    "forget": _calls("select recall.forget(%(memory)s, 'no longer', %(project)s)"),
    "entity": [
        *_shows(
            "select recall.entity('get', %(alias)s, project => %(project)s)",
            "select recall.entity('list', project => %(project)s)",
        ),
        *_calls(
            "select recall.entity('create', %(entity)s, 'tool', project => %(project)s)",
            "select recall.entity('rename', %(alias)s, new_name => 'New name', project => %(project)s)",
            "select recall.entity('alias', %(entity)s, alias => 'New alias', project => %(project)s)",
            "select recall.entity('merge', %(entity)s, \"into\" => %(other_entity)s, project => %(project)s)",
            "select recall.entity('delete', %(entity)s, confirm => true, project => %(project)s)",
        ),
    ],
    "relate": [
        *_shows("select recall.relate('traverse', start_entity => %(entity)s, project => %(project)s)"),
        *_calls(
            "select recall.relate('create', %(entity)s, %(other_entity)s, 'supplies', project => %(project)s)",
            "select recall.relate('delete', %(entity)s, %(other_entity)s, 'supplies', project => %(project)s)",
        ),
    ],
    "log_event": _calls(
        "select recall.log_event('message', 'A word.', session => %(session)s, thread => %(thread)s, project => %(project)s)"
    ),
    "start_session": _calls("select recall.start_session(%(session)s, 'a name', project => %(project)s)"),
    "end_session": _calls("select recall.end_session(%(session)s, project => %(project)s)"),
    "start_load": _calls("select recall.start_load(%(project)s)"),
    "finish_load": _calls("select recall.finish_load(10, %(project)s)"),
    # Projects and settings.
    "create_project": _calls("select recall.create_project(%(project)s)", "select recall.create_project('a new one')"),
    "_make_project": _calls("select recall._make_project(%(project)s)", "select recall._make_project('a new one')"),
    "use_project": _calls("select recall.use_project(%(project)s)"),
    "rename_project": _calls("select recall.rename_project(%(project)s, 'another name')"),
    "set_setting": _calls(
        "select recall.set_setting('bm25.b', '0.5', %(project)s)", "select recall.set_setting('bm25.b', '0.5')"
    ),
    # Upkeep.
    "compact": _calls("select recall.compact(%(project)s)"),
    "rebuild_index": _calls("select recall.rebuild_index(%(project)s)"),
    "index_vectors": _calls("select recall.index_vectors(%(project)s)"),
    "add_model": _calls("select recall.add_model('minilm-int8')"),
    "schedule_upkeep": _calls("select recall.schedule_upkeep()"),
    "unschedule_upkeep": _calls("select recall.unschedule_upkeep()"),
    # What the public functions are made of: callable by the same roles, so held to the same rule.
    "_call_tool": _shows(
        """select recall._call_tool('search', '{"query": "lantern"}', jsonb_build_object('project', %(project)s::text), '{}')"""
    ),
    "_caller": _calls("select recall._caller()"),
    "_compact": _calls("select recall._compact(%(project_id)s)"),
    "_create_embedding_table": _calls("select recall._create_embedding_table(77, 8)"),
    "_create_vector_index": _calls("select recall._create_vector_index(1, %(project_id)s)"),
    "_default_scope": _calls("select recall._default_scope()"),
    "_doctor_database": _calls("select recall._doctor_database()"),
    "_doctor_project": _calls("select recall._doctor_project(%(project_id)s)"),
    "_drain_embed": _calls("select recall._drain_embed(%(project_id)s)"),
    "_check_setting": _calls("select recall._check_setting('bm25.b', '0.5')"),
    "_setting_range": _calls("select recall._setting_range('bm25.b')"),
    "_enqueue": _calls("select recall._enqueue(%(project_id)s, array[%(memory)s::uuid])"),
    "_enter": _calls("select recall._enter(%(project)s, true)"),
    "_enter_to_write": _calls("select recall._enter_to_write(%(project)s)"),
    "_entity_alias": _calls("select recall._entity_alias(%(project_id)s, %(entity)s, 'New alias')"),
    "_entity_create": _calls("select recall._entity_create(%(project_id)s, 'New entity', 'tool')"),
    "_entity_delete": _calls("select recall._entity_delete(%(project_id)s, %(entity)s, true)"),
    "_entity_get": _shows("select recall._entity_get(%(project_id)s, %(alias)s)"),
    "_entity_id": _shows("select recall._entity_id(%(project_id)s, %(alias)s)"),
    "_entity_json": _shows("select recall._entity_json(%(project_id)s, %(entity_id)s::uuid)"),
    "_entity_merge": _calls("select recall._entity_merge(%(project_id)s, %(entity)s, %(other_entity)s)"),
    "_entity_rename": _calls("select recall._entity_rename(%(project_id)s, %(entity)s, 'New name')"),
    "_finding": _calls("select recall._finding('a', 'ok', 'b')"),
    "_fold_access": _calls("select recall._fold_access(%(project_id)s)"),
    "_extend_graph": _calls("select recall._extend_graph(%(project_id)s)"),
    "_forget": _calls("select recall._forget(%(project_id)s, %(memory)s::uuid, 'gone')"),
    "_granted_projects": _calls("select recall._granted_projects()"),
    "_grants": _calls("select recall._grants('{reader,writer,admin}')"),
    "_is_unrestricted": _calls("select recall._is_unrestricted()"),
    "_keep_forgotten": _calls("select recall._keep_forgotten(%(project_id)s, %(forgotten)s::uuid, '{}', 'over')"),
    "_graph_name": _calls("select recall._graph_name(1, %(project_id)s)"),
    "_known_entity_id": _shows("select recall._known_entity_id(%(project_id)s, %(alias)s)"),
    "_clean_name": _calls("select recall._clean_name(%(entity)s, 'a name', 'none')"),
    "_lock_subject": _shows("select recall._lock_subject(%(project_id)s, %(memory)s::uuid)"),
    "_lock_entities": _calls(
        "select recall._lock_entities(%(project_id)s, array[(select id from recall.entity limit 1)])"
    ),
    "_maintain": _calls(
        *(f"select recall._maintain('{task}', %(own_id)s)" for task in ("embed", "access", "compact", "graph", "trim"))
    ),
    "_mark_vectors": _calls("select recall._mark_vectors(%(project_id)s, 1, '(,)', 10)"),
    "_maintain_tasks": _calls("select recall._maintain_tasks()"),
    "_may_record": _calls("select recall._may_record()"),
    "_move_vectors": _calls("select recall._move_vectors(%(project_id)s, %(passages)s, 'history')"),
    "_name_candidate": _shows("select * from recall._name_candidate('{forge,works,depot}', 0.3, 50)"),
    "_node_id": _calls("select recall._node_id()"),
    "_open_table": _calls("select recall._open_table('recall.memory_record')"),
    "_record_access": _calls(
        "select recall._record_access(%(project)s, jsonb_build_array(%(memory)s::text), 'search', 's', 'c')"
    ),
    "_redacted": _calls("select recall._redacted('a \"b\" c')"),
    "_reindex_entity": _calls("select recall._reindex_entity(%(project_id)s, %(entity_id)s::uuid)"),
    "_relate": _calls("select recall._relate(%(project_id)s, %(entity)s, %(other_entity)s, 'supplies', false)"),
    "_require_writable": _calls("select recall._require_writable()"),
    "_resolve_entities": _shows("select id, name from recall._resolve_entities(%(project_id)s, array[%(entity)s])"),
    "_resolve_sessions": _shows("select recall._resolve_sessions(%(project_id)s, array[%(session)s])"),
    "_revise": _calls(
        """select recall._revise(%(project_id)s, %(memory)s::uuid,
            '{"content": "x", "dedupe_key": "\\\\x00", "language": "en", "density": 1, "from_version": 1, "passages": []}',
            '[]', 'why', 1)"""
    ),
    "_scope": _calls("select recall._scope()"),
    "_secure_table": _calls("select recall._secure_table('recall.memory_record')"),
    "_session_json": _shows("select recall._session_json(%(project_id)s, %(session_id)s::uuid)"),
    "_setting_default": _calls("select recall._setting_default()"),
    "_settings": _calls("select recall._settings(%(project_id)s)"),
    "_store": _calls(f"select recall._store(%(project_id)s, {_ITEM}, 1)"),
    "_store_event": _calls(
        """select recall._store_event(%(project_id)s, jsonb_build_object('thread', %(thread)s::text, 'event_type', 'message',
            'content_type', 'text', 'content', 'A word.'))"""
    ),
    "_store_vectors": _calls(
        """select recall._store_vectors(%(project_id)s, 'live', jsonb_build_array(jsonb_build_object('no', %(passage)s::bigint,
            'vector', '[' || repeat('0.1,', 383) || '0.1]', 'text_hash', '\\x00'::text)), 1)"""
    ),
    "_tool_briefing": _shows("select recall._tool_briefing(%(project)s)"),
    "_tool_counts": _calls("select recall._tool_counts(%(project)s)"),
    "_tool_document": _shows("select recall._tool_document(%(path)s, %(project)s)"),
    "_tool_entity": _shows("select recall._tool_entity(%(entity)s, %(project)s)"),
    "_tool_neighbours": _shows("select recall._tool_neighbours(array[%(entity)s], 5, %(project)s)"),
    "_tool_overrides": _calls("select recall._tool_overrides()"),
    "_tool_place": _calls("select recall._tool_place(%(project)s, null, 'elsewhere')"),
    "_tool_schemas": _shows("select recall._tool_schemas(%(project)s)"),
    "_tool_traverse": _shows("select recall._tool_traverse(%(entity)s, 3, %(project)s)"),
    "_tools": _calls("select recall._tools('native', '{}')"),
    "_traverse": _shows("select recall._traverse(%(project_id)s, %(entity)s, 3)"),
    "_trim_history": _calls("select recall._trim_history(%(project_id)s)"),
    "_hold_index": _calls("select recall._hold_index(%(project_id)s)"),
    "_list_tags": _calls("select recall._list_tags(%(project_id)s, 'fact', 'decision', '{a}')"),
    "_ingest_lines": _calls("""select recall._ingest_lines(array['{"content": "The lamp is lit."}'], %(project)s)"""),
    "_own_load": _calls("select recall._own_load()"),
    "_rekey": _calls("select recall._rekey(%(project_id)s, null)"),
    "_index_lock": _calls("select recall._index_lock(%(project_id)s)"),
    "_note_languages": _calls("select recall._note_languages(%(project_id)s, '{en}')"),
    "_unindex": _calls("select recall._unindex(%(project_id)s, %(passages)s)"),
    "_unrelate": _calls("select recall._unrelate(%(project_id)s, %(entity)s, %(other_entity)s, 'supplies')"),
    "_uuid": _calls("select recall._uuid(null, 'id')"),
    "_uuid7": _calls("select recall._uuid7(now())"),
    "_writable_projects": _calls("select recall._writable_projects()"),
    # Formulas.
    "hlc_next": _calls("select recall.hlc_next(1, now())"),
    "importance_prior": _calls("select recall.importance_prior(0.6, 0.5, 0.1, 0.9)"),
    "name_key": _calls("select recall.name_key('X')"),
    "retry_delay": _calls("select recall.retry_delay(1, '1 second', '1 minute')"),
    "strengthened": _calls("select recall.strengthened(0.5, 0.1)"),
}
