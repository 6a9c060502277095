-- extension: The extension's version in this database and in the server's files.
select e.installed_version, e.default_version
from pg_catalog.pg_available_extensions e
where e.name = 'pg_recall'

-- active_model: What the active embedding model has to be.
select m.name, m.spec
from recall.model m
where m.role = 'embed' and m.is_active

-- data_directory: Where the server keeps its data, for those who may see it.
select case when pg_has_role(current_user, 'pg_read_all_settings', 'usage') then current_setting('data_directory') end
