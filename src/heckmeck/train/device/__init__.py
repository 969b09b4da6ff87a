"""Playing and learning in PyTorch, on any device that it has. Everything else works without this package."""
