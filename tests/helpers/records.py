"""A record as it is written in a file."""

EXAMPLE = (
    '{"format": "heckmeck-record/1", "game": "bratwurmeck", "setup": {"seats": 2, "first": 0, "portions": [21, 21]}, '
    '"players": ["Ann", "bot:greedy"], "steps": ["=11244WWW", "keep W", "roll", "=11244", "keep 4", "take 21"], '
    '"outcome": {"reason": "grill_empty", "scores": [1, 0], "winners": [0]}}'
)
