"""The rules, a module a family; importing this package declares them all, whichever modules there are."""

import importlib
import os

for _name in sorted(os.listdir(os.path.dirname(__file__))):  # noqa: PTH120, PTH208  (start-up is what imports cost)
    if _name.endswith(".py") and not _name.startswith("__"):
        importlib.import_module(f"{__name__}.{_name[:-3]}")
