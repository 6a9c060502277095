"""Calls that reach every statement of a search, of the other reads and of the writes. {p} stands for a project's name."""

LAST = "(select id::text from recall.list(max_results => 1, project => '{p}'))"
TEXT = "(select content from recall.list(max_results => 1, project => '{p}'))"

SEARCH = [
    "select recall.search_json('what about the bridge, Bazu', project => '{p}')",
    "select * from recall.search('what about the bridge', 50, fusion => 'rrf', project => '{p}')",
    "select * from recall.search('bridge', include_shared => true, project => '{p}')",
    "select * from recall.search('what the bridge', tags => '{{alpha}}', types => '{{fact}}', project => '{p}')",
    "select * from recall.search('what the bridge', after => '2024-01-03', before => '2024-01-05', project => '{p}')",
    """select * from recall.search('what the bridge', project => '{p}', entity => (
        select entity from recall.list(project => '{p}') where entity is not null limit 1))""",
    f"select * from recall.search({TEXT}, scope => 'history', project => '{{p}}')",
    f"select * from recall.search({TEXT}, scope => 'events', project => '{{p}}')",
    "select * from recall.search('bridge', scope => 'entities', project => '{p}')",
    """select * from recall.search((select entity from recall.list(project => '{p}') where entity is not null limit 1),
        scope => 'entities', project => '{p}')""",
    "select recall.embed('bridge')",
]

READ = [
    "select * from recall.list(project => '{p}')",
    "select * from recall.list(session => 'talk 7', project => '{p}')",
    "select * from recall.list(entity => 'nobody', project => '{p}') limit 0",
    f"select recall.get({LAST}, project => '{{p}}')",
    "select recall.timeline(session => 'talk 7', project => '{p}')",
    "select recall.timeline(thread => 'talk 7', project => '{p}')",
    "select recall.events(thread => 'talk 7', project => '{p}')",
    "select recall.events(session => 'talk 7', project => '{p}')",
]

WRITE = [
    "select recall.remember('The crane was painted.', entity => 'The crane', session => 'talk 7', project => '{p}')",
    """select recall.remember((select content from recall.list(project => '{p}') order by 1 limit 1), project => '{p}',
        entity => (select entity from recall.list(project => '{p}') order by content limit 1))""",
    """select recall.ingest((
            select jsonb_agg(jsonb_build_object('content', 'Crane number ' || i, 'entity', 'Crane ' || i, 'embed', 'later'))
            from generate_series(1, 50) as i
        ), project => '{p}')""",
    f"select recall.correct({LAST}, 'The crane is green.', project => '{{p}}')",
    f"select recall.forget({LAST}, project => '{{p}}')",
    """select recall.remember('The crane was rented.', entity => n, valid_until => '2024-01-01', project => '{p}')
        from unnest('{{Old crane,Big crane}}'::text[]) as n""",
    "select recall.remember('The crane was rented.', entity => 'Big crane', project => '{p}')",
    "select recall.entity('merge', 'Old crane', \"into\" => 'Big crane', project => '{p}')",
    "select recall.log_event('message', 'The crane fell.', thread => 'talk 7', session => 'talk 7', project => '{p}')",
]

# They read a project as a whole, so their plans are only looked at in a small one.
UPKEEP = [
    "select recall.remember('The crane was sold.', entity => 'Crane', embed => 'later', project => '{p}')",
    "select recall._maintain('embed', id) from recall.project where name = '{p}'",
    """select recall.remember('Crane number ' || i, embed => 'later', project => '{p}'), recall.compact('{p}')
        from generate_series(1, 9) as i""",
    "select recall.index_vectors('{p}')",
    "select recall._maintain('graph', id) from recall.project where name = '{p}'",
    "select recall.entity('rename', 'Crane', new_name => 'Winch', project => '{p}')",
    "select * from recall.check_index('{p}')",
    "select recall.rebuild_index('{p}')",
]
