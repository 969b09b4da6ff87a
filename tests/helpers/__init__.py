"""What the tests share: games by notation, tables, servers, browsers."""
