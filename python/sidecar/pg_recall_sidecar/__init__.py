"""One process that holds the models for every backend: HTTP/1.1 over a unix socket (see contract.json)."""
