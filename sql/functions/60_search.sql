-- _name_candidate: entities whose name or alias is nearly one of these spellings.
-- Definer (recall_door): row security keeps a trigram operator off its index, so this filters on the scope itself and
-- returns ids only; whoever calls joins them under their own row security.
-- Each spelling is compared as a whole: an index answers that from the few names that share most of its trigrams.
create or replace function recall._name_candidate(spellings text[], floor float4, max_results int)
returns table (entity_id uuid, similarity float4)
language plpgsql stable parallel restricted
security definer
set search_path = pg_catalog, pg_temp
set pg_trgm.similarity_threshold = 1
-- Planned for the projects in scope: the trigrams of a name that thousands of projects use, or the few names of a small one.
set plan_cache_mode = force_custom_plan
as $$
declare
    _scope int[] := array(
        select s.id from unnest(recall._scope()) as s (id)
        where recall._is_unrestricted() or s.id = any (recall._granted_projects())
    );
begin
    -- The setting of the function's head is only there to be restored when it ends.
    perform set_config('pg_trgm.similarity_threshold', floor::text, true);
    return query
        select found.id, max(found.similarity)
        from unnest(spellings) as s (spelling)
        cross join lateral (
            select e.id, public.similarity(e.name_key, s.spelling) as similarity
            from recall.entity e
            where e.name_key operator(public.%) s.spelling and e.project_id = any (_scope)
            union all
            select a.entity_id, public.similarity(a.alias_key, s.spelling)
            from recall.entity_alias a
            where a.alias_key operator(public.%) s.spelling and a.project_id = any (_scope)
        ) as found
        group by found.id
        order by max(found.similarity) desc, found.id
        limit max_results;
end
$$;

comment on function recall._name_candidate(text[], float4, int) is
'Ids of entities in scope with a name or alias that is nearly one of these spellings.';

-- A search looks up few rows by key, table after table in the order written. The settings say so to the planner: without
-- statistics, as after a load or a restore, it takes a project for small and compares every row with every other.
create or replace function recall.search(
    query text,
    max_results bigint default 10,
    scope text default 'all',
    tags text[] default null,
    entity text default null,
    after timestamptz default null,
    before timestamptz default null,
    project text default null,
    include_shared boolean default false,
    fusion text default null,
    rerank boolean default null,
    diversify boolean default false,
    mmr_lambda text default null,
    abstain_ood boolean default false,
    ood_threshold float8 default null,
    associative boolean default false,
    as_of timestamptz default null,
    known_at timestamptz default null,
    agent text default null,
    pools text[] default null,
    session text default null,
    domain text default null,
    explain boolean default false,
    types text[] default null,
    kinds text[] default null,
    arms text[] default null
)
returns setof recall.hit
language plpython3u stable parallel restricted security invoker
set search_path = pg_catalog, pg_temp
set datestyle = 'ISO, YMD'
set recall.scope = ''
set plan_cache_mode = force_generic_plan
set join_collapse_limit = 1
set enable_hashjoin = off
set enable_mergejoin = off
set hnsw.iterative_scan = relaxed_order
set hnsw.ef_search = 100
as $python$
from pg_recall_udf import door
from pg_recall_udf.search import run

return door.rows(plpy, run.search, {
    "query": query, "max_results": max_results, "scope": scope, "tags": tags, "entity": entity, "after": after, "before": before,
    "project": project, "include_shared": include_shared, "fusion": fusion, "rerank": rerank, "diversify": diversify,
    "mmr_lambda": mmr_lambda, "abstain_ood": abstain_ood, "ood_threshold": ood_threshold, "associative": associative,
    "as_of": as_of, "known_at": known_at, "agent": agent, "pools": pools, "session": session, "domain": domain,
    "explain": explain, "types": types, "kinds": kinds, "arms": arms,
})
$python$;

comment on function recall.search(
    text, bigint, text, text[], text, timestamptz, timestamptz, text, boolean, text, boolean, boolean, text, boolean, float8,
    boolean, timestamptz, timestamptz, text, text[], text, text, boolean, text[], text[], text[]
) is
'Finds memories by meaning, by words and by names; every filter holds inside every arm. A degraded arm is named in flags.';

create or replace function recall.search_json(
    query text,
    max_results bigint default 10,
    scope text default 'all',
    tags text[] default null,
    entity text default null,
    after timestamptz default null,
    before timestamptz default null,
    project text default null,
    include_shared boolean default false,
    fusion text default null,
    rerank boolean default null,
    diversify boolean default false,
    mmr_lambda text default null,
    abstain_ood boolean default false,
    ood_threshold float8 default null,
    associative boolean default false,
    as_of timestamptz default null,
    known_at timestamptz default null,
    agent text default null,
    pools text[] default null,
    session text default null,
    domain text default null,
    explain boolean default false,
    types text[] default null,
    kinds text[] default null,
    arms text[] default null,
    format text default 'compact',
    max_tokens int default 5000
)
returns jsonb
language plpython3u stable parallel restricted security invoker
set search_path = pg_catalog, pg_temp
set datestyle = 'ISO, YMD'
set recall.scope = ''
set plan_cache_mode = force_generic_plan
set join_collapse_limit = 1
set enable_hashjoin = off
set enable_mergejoin = off
set hnsw.iterative_scan = relaxed_order
set hnsw.ef_search = 100
as $python$
from pg_recall_udf import door
from pg_recall_udf.search import run

return door.call(plpy, run.search_json, {
    "query": query, "max_results": max_results, "scope": scope, "tags": tags, "entity": entity, "after": after, "before": before,
    "project": project, "include_shared": include_shared, "fusion": fusion, "rerank": rerank, "diversify": diversify,
    "mmr_lambda": mmr_lambda, "abstain_ood": abstain_ood, "ood_threshold": ood_threshold, "associative": associative,
    "as_of": as_of, "known_at": known_at, "agent": agent, "pools": pools, "session": session, "domain": domain,
    "explain": explain, "types": types, "kinds": kinds, "arms": arms,
}, format, max_tokens)
$python$;

comment on function recall.search_json(
    text, bigint, text, text[], text, timestamptz, timestamptz, text, boolean, text, boolean, boolean, text, boolean, float8,
    boolean, timestamptz, timestamptz, text, text[], text, text, boolean, text[], text[], text[], text, int
) is
'The answer of recall.search as one document, shaped and fitted to a token budget; it also says why nothing was found.';

create or replace function recall.embed(content text)
returns public.halfvec
language plpython3u stable parallel restricted security invoker
set search_path = pg_catalog, pg_temp
set datestyle = 'ISO, YMD'
as $python$
from pg_recall_udf import door
from pg_recall_udf.search import embed

return door.rows(plpy, embed.embed, content)
$python$;

comment on function recall.embed(text) is 'The vector of a text as a query, of the active model.';
