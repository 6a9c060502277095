-- create_project: Makes a project, the unit of isolation.
select recall.create_project(name => %(name)s::text)

-- rename_project: Renames a project; its memories stay where they are.
select recall.rename_project(name => %(name)s::text, new_name => %(new_name)s::text)

-- use_project: Chooses the project of this database session.
select recall.use_project(name => %(name)s::text)

-- projects: The projects that the caller may see.
select * from recall.projects()

-- start_session: Opens (or reopens) a working session.
select recall.start_session(
    key => %(key)s::text, name => %(name)s::text, goals => %(goals)s::text[], agent => %(agent)s::text,
    client => %(client)s::text, project => %(project)s::text
)

-- end_session: Closes a session with its outcome and summary.
select recall.end_session(
    key => %(key)s::text, outcome => %(outcome)s::text, summary => %(summary)s::text, project => %(project)s::text
)

-- sessions: The newest sessions of a project.
select recall.sessions(max_results => %(max_results)s::bigint, project => %(project)s::text)

-- tools: The tools of a profile.
select recall.tools(profile => %(profile)s::text)

-- call: Runs a tool as an agent would.
select recall.call(tool => %(tool)s::text, args => %(args)s::jsonb, context => %(context)s::jsonb)

-- limit_statements: Gives every statement of this session so much time; 0 is no limit.
select set_config('statement_timeout', %(milliseconds)s::text, false)
