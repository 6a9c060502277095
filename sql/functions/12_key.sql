-- Keys made in the database.

-- _uuid7: RFC 9562 version 7 with the sub-millisecond fraction in rand_a, so that ids made in order sort in order.
create or replace function recall._uuid7(at timestamptz)
returns uuid
language sql volatile parallel safe
return (
    with instant as (select extract(epoch from at) * 1000 as ms),
    part as (select floor(ms)::bigint as whole, floor((ms - floor(ms)) * 4096)::int as fraction from instant)
    select encode(
        substring(int8send(whole) from 3)
        || set_byte(set_byte('\x0000'::bytea, 0, 112 + (fraction >> 8)), 1, fraction & 255)
        || set_byte(random.half, 0, (get_byte(random.half, 0) & 63) | 128),
        'hex'
    )::uuid
    from part, lateral (select substring(uuid_send(gen_random_uuid()) from 9) as half) as random
);

comment on function recall._uuid7(timestamptz) is 'A time-ordered UUID for the given instant.';

-- name_key: what makes two names the same. Punctuation stays: C, C++ and C# are three names.
create or replace function recall.name_key(name text)
returns text
language sql immutable parallel safe
return btrim(regexp_replace(
    lower(normalize(translate(name, U&'\00AD\200B\200E\200F\2060\FEFF', ''), nfkc)), '\s+', ' ', 'g'
));

comment on function recall.name_key(text) is
'The key by which names are compared: NFKC, lower case, invisible characters dropped, blanks collapsed, punctuation kept.';

-- _clean_name: as it is shown. `subject` and `hint` are of the error.
create or replace function recall._clean_name(name text, subject text, hint text)
returns text
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
    _name text := btrim(regexp_replace(normalize(name, nfc), '\s+', ' ', 'g'));
begin
    if coalesce(recall.name_key(_name), '') = '' or length(_name) > 200 then
        raise exception '% has 1 to 200 characters', subject using errcode = 'RC003', hint = _clean_name.hint;
    end if;
    return _name;
end
$$;

comment on function recall._clean_name(text, text, text) is
'A name of a project or entity in NFC with single blanks; RC003 when nothing of it is visible or it is too long.';

-- _index_lock: writers to a project's index share it, whoever makes the index again has it alone.
create or replace function recall._index_lock(project_id int)
returns bigint
language sql immutable parallel safe
return hashtextextended('recall.index ' || project_id, 0);

comment on function recall._index_lock(int) is 'The number of the advisory lock on a project''s index.';

-- _uuid: text to uuid with an error that says which argument and what was given.
create or replace function recall._uuid(value text, argument text)
returns uuid
language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
    return value::uuid;
exception when invalid_text_representation then
    raise exception '% is not a UUID: %', argument, left(value, 60)
        using errcode = 'RC003', hint = 'Pass the id as it was returned by remember, search or list.';
end
$$;

comment on function recall._uuid(text, text) is 'Parses an id argument; RC003 when it is not a UUID.';
