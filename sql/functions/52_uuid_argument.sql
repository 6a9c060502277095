-- An id as search and the views return it. Text from a caller goes to the functions that check it.

create or replace function recall.get(id uuid, project text default null)
returns jsonb
language sql stable parallel restricted
return recall.get(id::text, project);

comment on function recall.get(uuid, text) is 'The same for an id as search returns it.';

create or replace function recall.correct(id uuid, content text, reason text default null, project text default null)
returns jsonb
language sql volatile
return recall.correct(id::text, content, reason, project);

comment on function recall.correct(uuid, text, text, text) is 'The same for an id as search returns it.';

create or replace function recall.forget(id uuid, reason text default null, project text default null)
returns jsonb
language sql volatile
return recall.forget(id::text, reason, project);

comment on function recall.forget(uuid, text, text) is 'The same for an id as search returns it.';
