-- remember: Remembers one thing and says what happened.
select recall.remember(
    content => %(content)s::text, entity => %(entity)s::text, type => %(type)s::text, tags => %(tags)s::text[],
    source => %(source)s::text, importance => %(importance)s::float8, occurred_at => %(occurred_at)s::timestamptz,
    session => %(session)s::text, thread => %(thread)s::text, "position" => %(position)s::int,
    speaker => %(speaker)s::text, metadata => %(metadata)s::jsonb, embed => %(embed)s::text,
    project => %(project)s::text, kind => %(kind)s::text, role => %(role)s::text, reference => %(reference)s::text,
    pool => %(pool)s::text, agent => %(agent)s::text, valid_from => %(valid_from)s::timestamptz,
    valid_until => %(valid_until)s::timestamptz
)

-- ingest: Remembers many things in one set-based insert.
select recall.ingest(items => %(items)s::jsonb, atomic => %(atomic)s::boolean, project => %(project)s::text)

-- correct: Replaces the text of a memory; the old text stays readable as a version.
select recall.correct(
    id => %(id)s::text, content => %(content)s::text, reason => %(reason)s::text, project => %(project)s::text
)

-- forget: Forgets a memory.
select recall.forget(id => %(id)s::text, reason => %(reason)s::text, project => %(project)s::text)

-- log_event: Appends one event to the raw log of a conversation.
select recall.log_event(
    event_type => %(event_type)s::text, content => %(content)s::text, role => %(role)s::text,
    session => %(session)s::text, thread => %(thread)s::text, content_type => %(content_type)s::text,
    content_ref => %(content_ref)s::text, occurred_at => %(occurred_at)s::timestamptz, speaker => %(speaker)s::text,
    metadata => %(metadata)s::jsonb, project => %(project)s::text
)
