"""The MCP server: it lists the database's tools and passes calls on. What a tool does is decided in the database."""
