"""Shared helpers of the tests: games by notation, tables, servers, browsers."""
