"""The passage index: packed segments, the fresh block, and the algorithms over them. No database here."""
