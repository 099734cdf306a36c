"""Conditions on games, and the partition of a stream by them."""

from pgnfen.select.conditions import Condition, Select
from pgnfen.select.partition import Part, Partition

__all__ = ["Condition", "Part", "Partition", "Select"]
