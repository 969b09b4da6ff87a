def main(*a: object) -> None:
    raise NotImplementedError
