-- What the planner believes of a project's size. With thousands of small projects, one project is a handful of rows on
-- average, and a plan made for any project reads all rows of it to find one. Told that there are few projects, it looks up
-- by the whole key instead, which costs a small project nothing. Where it knows the project, its true share decides.
do $$
declare
    _table regclass;
begin
    for _table in
        select c.oid
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
        where c.relnamespace = 'recall'::regnamespace and c.relkind in ('r', 'p')
    loop
        execute format('alter table %s alter column project_id set (n_distinct = 20)', _table);
    end loop;
end
$$;
