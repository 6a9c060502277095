"""Columns of immutable segments, kept in this backend. A segment is only asked for after the snapshot has shown it."""

from collections import OrderedDict
from collections.abc import Callable

# The table as well as the segment: an extension that is made anew counts its segments from one again. And the project:
# who writes to one must not be able to put there what a session of another will find.
Key = tuple[int, int, int, str]


class ColumnCache:
    """Least recently used columns up to a number of bytes."""

    def __init__(self) -> None:
        self._columns: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0

    def get(self, key: Key, limit: int, load: Callable[[], bytes]) -> bytes:
        """The column, loaded when it is not here. A column above half of the limit is passed on and not kept."""
        data = self._columns.get(key)
        if data is not None:
            self._columns.move_to_end(key)
            return data
        data = load()
        if len(data) * 2 <= limit:
            self._columns[key] = data
            self._bytes += len(data)
            while self._bytes > limit:
                self._bytes -= len(self._columns.popitem(last=False)[1])
        return data


COLUMNS = ColumnCache()
