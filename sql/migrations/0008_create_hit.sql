-- One result of recall.search.
create type recall.hit as (
    rank int,
    id uuid,
    kind text,
    type text,
    content text,
    entity text,
    project text,
    score float8,
    tags text[],
    importance float8,
    source text,
    speaker text,
    session text,
    thread text,
    "position" int,
    occurred_at timestamptz,
    created_at timestamptz,
    metadata jsonb,
    arms jsonb,
    flags jsonb
);
