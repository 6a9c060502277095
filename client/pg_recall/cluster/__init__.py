"""The private PostgreSQL cluster: made, started, watched and stopped inside one home."""
