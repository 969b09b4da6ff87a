"""`python -m heckmeck` is the command `heckmeck`."""

from heckmeck.cli.main import main

if __name__ == "__main__":
    main()
