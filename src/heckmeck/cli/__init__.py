"""The command line program `heckmeck`. It needs the extra `cli`, and some commands need the extra `server`."""
