"""How alembic runs here: it only writes SQL down, which the stores execute in one transaction of their own.

So it needs no driver but those that the stores have, and a migration is done as a whole or not at all.
"""

from alembic import context

from heckmeck.server.store.schema import metadata


def write() -> None:
    """Write the migrations that were asked for."""
    context.configure(
        dialect_name=context.config.attributes.get("dialect", "sqlite"),
        target_metadata=metadata,
        transactional_ddl=False,
        literal_binds=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # alembic runs this file; whoever looks for examples in it only reads it
    write()
