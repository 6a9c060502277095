-- Something in every table that a dump has to bring back.
select recall.remember('The parser drops trailing commas', entity => 'parser', tags => '{syntax}', session => 's1');
select recall.remember('Builds run on two cores', type => 'decision', thread => 't', "position" => 1);
select recall.remember('Nobody has read this yet', embed => 'later');
select recall.remember('A slip of the tongue');
select recall.correct(m.id::text, 'A slip of the pen', 'misheard') from recall.memory m where m.content like 'A slip%';
select recall.remember('Soon gone');
select recall.forget(m.id::text) from recall.memory m where m.content = 'Soon gone';
select recall.entity('create', 'grammar');
select recall.entity('alias', 'parser', alias => 'the reader');
select recall.relate('create', 'parser', 'grammar', 'uses');
select recall.log_event('message', 'Does it drop commas?', role => 'user', session => 's1', thread => 't');
select recall.set_setting('bm25.k1', '1.3');
select recall.call('search', '{"query": "commas"}', '{"session": "s1"}');
select recall.call('search', '{"query": 7}');
insert into recall.tool (name, is_enabled) values ('forget', false);
insert into recall.project_grant (role_name, project_id, level) select 'pg_monitor', p.id, 'reader' from recall.project p;
call recall.maintain('trim');
