-- get: One memory with its versions, entities and links.
select recall.get(id => %(id)s::text, project => %(project)s::text)

-- list: Memories by filter, newest first.
select * from recall.list(
    kind => %(kind)s::text, type => %(type)s::text, tags => %(tags)s::text[], entity => %(entity)s::text,
    session => %(session)s::text, after => %(after)s::timestamptz, before => %(before)s::timestamptz,
    max_results => %(max_results)s::bigint, "offset" => %(offset)s::bigint, project => %(project)s::text,
    include_shared => %(include_shared)s::boolean
)

-- timeline: What was remembered and logged, oldest first, with earlier versions.
select recall.timeline(
    entity => %(entity)s::text, session => %(session)s::text, thread => %(thread)s::text,
    after => %(after)s::timestamptz, before => %(before)s::timestamptz, max_results => %(max_results)s::bigint,
    project => %(project)s::text
)

-- events: The raw log by session or thread, in order.
select recall.events(
    session => %(session)s::text, thread => %(thread)s::text, after_position => %(after_position)s::int,
    max_results => %(max_results)s::bigint, project => %(project)s::text
)

-- search: Memories by meaning, by words and by names, best first.
select * from recall.search(
    query => %(query)s::text, max_results => %(max_results)s::bigint, scope => %(scope)s::text,
    tags => %(tags)s::text[], entity => %(entity)s::text, after => %(after)s::timestamptz,
    before => %(before)s::timestamptz, project => %(project)s::text, include_shared => %(include_shared)s::boolean,
    fusion => %(fusion)s::text, rerank => %(rerank)s::boolean, diversify => %(diversify)s::boolean,
    mmr_lambda => %(mmr_lambda)s::text, abstain_ood => %(abstain_ood)s::boolean,
    ood_threshold => %(ood_threshold)s::float8, associative => %(associative)s::boolean,
    as_of => %(as_of)s::timestamptz, known_at => %(known_at)s::timestamptz, agent => %(agent)s::text,
    pools => %(pools)s::text[], session => %(session)s::text, domain => %(domain)s::text,
    explain => %(explain)s::boolean, types => %(types)s::text[], kinds => %(kinds)s::text[], arms => %(arms)s::text[]
)

-- search_json: The same answer as one document, shaped and fitted to a token budget.
select recall.search_json(
    query => %(query)s::text, max_results => %(max_results)s::bigint, scope => %(scope)s::text,
    tags => %(tags)s::text[], entity => %(entity)s::text, after => %(after)s::timestamptz,
    before => %(before)s::timestamptz, project => %(project)s::text, include_shared => %(include_shared)s::boolean,
    fusion => %(fusion)s::text, rerank => %(rerank)s::boolean, diversify => %(diversify)s::boolean,
    mmr_lambda => %(mmr_lambda)s::text, abstain_ood => %(abstain_ood)s::boolean,
    ood_threshold => %(ood_threshold)s::float8, associative => %(associative)s::boolean,
    as_of => %(as_of)s::timestamptz, known_at => %(known_at)s::timestamptz, agent => %(agent)s::text,
    pools => %(pools)s::text[], session => %(session)s::text, domain => %(domain)s::text,
    explain => %(explain)s::boolean, types => %(types)s::text[], kinds => %(kinds)s::text[],
    arms => %(arms)s::text[], format => %(format)s::text, max_tokens => %(max_tokens)s::int
)

-- embed: The vector of a text as a query, of the active model.
select recall.embed(content => %(content)s::text)::real[]
