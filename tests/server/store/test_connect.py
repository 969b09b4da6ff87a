"""Addresses of databases."""

import pytest

from heckmeck.server.store import StoreError
from heckmeck.server.store.connect import connect


@pytest.mark.parametrize("address", ["mysql://localhost/tables", "sqlite://", "http://localhost", ""])
def test_a_bad_address_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(StoreError, match=r"^A database "):
        connect(address)
