-- extension: The extension's version in this database and in the server's files.
select e.installed_version, e.default_version
from pg_catalog.pg_available_extensions e
where e.name = 'pg_recall'

-- active_model: What the active embedding model has to be.
select m.name, m.spec
from recall.model m
where m.role = 'embed' and m.is_active
