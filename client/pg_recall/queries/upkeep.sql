-- status: Counts of a project, its model, its index and its upkeep.
select recall.status(project => %(project)s::text)

-- doctor: What can be checked from inside the database.
select recall.doctor(project => %(project)s::text)

-- versions: The code that runs in this backend.
select recall.versions()

-- setting: The value of a setting in force.
select recall.setting(name => %(name)s::text, project => %(project)s::text)

-- set_setting: Overrides a setting; null returns it to the default.
select recall.set_setting(name => %(name)s::text, value => %(value)s::jsonb, project => %(project)s::text)

-- models: The models of this database.
select * from recall.models()

-- add_model: Registers a model whose files are installed.
select recall.add_model(preset => %(preset)s::text)

-- maintain: Runs upkeep, each task in transactions of its own.
call recall.maintain(task => %(task)s::text)

-- check_index: Every difference between a project's index and what it was made from.
select * from recall.check_index(project => %(project)s::text)

-- rebuild_index: Makes the index of a project again.
select recall.rebuild_index(project => %(project)s::text)

-- compact: Folds fresh rows into segments.
select recall.compact(project => %(project)s::text)

-- index_vectors: Makes the HNSW index that a large project needs.
select recall.index_vectors(project => %(project)s::text)

-- schedule_upkeep: Registers upkeep with pg_cron.
select recall.schedule_upkeep(every => %(every)s::text)

-- unschedule_upkeep: Removes the job of schedule_upkeep.
select recall.unschedule_upkeep()

-- finished_tasks: The newest run of each upkeep task.
select distinct on (task) task, started_at, finished_at, counts, error
from recall.maintain_run
order by task, started_at desc

-- listen_jobs: Wakes this session when memories wait for their vectors.
listen recall_job
