"""Reinforcement learning: the games as environments of common frameworks. See docs/environments.md.

`heckmeck.rl.encoding` has the actions as ids and the observations as arrays, and needs only numpy. On top of it are
`heckmeck.rl.bratwurmeck_v1`, `barbecue_v1` and `karteneck_v1` for PettingZoo, and environments in the registry of
Gymnasium, such as `heckmeck/Bratwurmeck-v1`.
"""

from __future__ import annotations

from heckmeck.rl import registration

registration.register()
