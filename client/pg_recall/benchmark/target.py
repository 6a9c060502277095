"""The database a benchmark runs in: one of its own on the private cluster, or the one PG_RECALL_DSN names."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from psycopg import sql

from pg_recall.cluster import database
from pg_recall.home import default_home

NAME = "recall_bench"
LARGE = "bench-large"
SMALL = "bench-small"


@dataclass(frozen=True)
class Target:
    """Where to connect. Searches and writes take the roles that applications have, so row security is on."""

    dsn: str

    def admin(self) -> psycopg.Connection:
        return psycopg.connect(self.dsn, autocommit=True)

    def reader(self) -> psycopg.Connection:
        return self._as("recall_reader")

    def writer(self) -> psycopg.Connection:
        return self._as("recall_writer")

    def _as(self, role: str) -> psycopg.Connection:
        connection = self.admin()
        connection.execute(sql.SQL("set role {}").format(sql.Identifier(role)))
        return connection


@contextmanager
def target(keep: bool) -> Iterator[Target]:
    """A fresh database `recall_bench`, dropped at the end unless it is to be kept.

    With PG_RECALL_DSN: that database, where the projects bench-large and bench-small stay.
    """
    if given := os.environ.get("PG_RECALL_DSN"):
        yield Target(given)
        return
    home = default_home()
    with psycopg.connect(home.dsn("postgres", "postgres"), autocommit=True) as server:
        _drop(server)
        server.execute(sql.SQL("create database {}").format(sql.Identifier(NAME)))
    try:
        database.prepare(home, NAME)
        yield Target(home.dsn(database=NAME))
    finally:
        if not keep:
            with psycopg.connect(home.dsn("postgres", "postgres"), autocommit=True) as server:
                _drop(server)


def _drop(server: psycopg.Connection) -> None:
    server.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(NAME)))
