"""The client's calls, one topic a module; `pg_recall.api.Memory` is all of them."""
