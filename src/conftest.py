"""What pytest leaves out when it collects doctests: modules whose libraries are not installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["heckmeck/train/torch_backend.py"]
