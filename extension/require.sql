-- What `requires` in the control file does for the extension, for a database that installs the same text without it.
create extension if not exists plpython3u;
create extension if not exists vector with schema public;
create extension if not exists pg_trgm with schema public;
