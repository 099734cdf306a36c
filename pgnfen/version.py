"""The version, read from the installed package."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("pgnfen")
except PackageNotFoundError:  # run from a checkout that is not installed
    __version__ = "0+unknown"
