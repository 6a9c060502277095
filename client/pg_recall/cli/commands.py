"""Every subcommand: its name, and `module:attribute` where click finds it. The order is that of `--help`."""

COMMANDS = {
    "up": "pg_recall.cli.server:up",
    "down": "pg_recall.cli.server:down",
    "status": "pg_recall.cli.server:status",
    "dsn": "pg_recall.cli.server:dsn",
    "psql": "pg_recall.cli.server:psql",
}
