"""The environment of alembic: it only writes SQL, which the stores execute in a transaction.

This needs no other driver, and a migration is done completely or not at all.
"""

from alembic import context

from heckmeck.server.store.schema import metadata


def write() -> None:
    """Write the requested migrations."""
    context.configure(
        dialect_name=context.config.attributes.get("dialect", "sqlite"),
        target_metadata=metadata,
        transactional_ddl=False,
        literal_binds=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # only when alembic runs this file, not when doctest imports it
    write()
