"""The path of a search: request, arms, fusion, final join, shape."""
