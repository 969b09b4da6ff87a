"""The commands, one module each; `heckmeck.cli.main` finds them by name."""
