"""What no game can have led to: proofs that a position, or its counters, are impossible, and nothing else.

Nothing here says that a position can be reached. What is not proved is possible. Each proof is a sentence, with the
squares that it speaks of. Reached positions are played against it (`benchmarks/reachable.py`).
"""

from __future__ import annotations

from pgnfen.fen.reachable.faults import asked_position, outruns_counters, reachable_faults
from pgnfen.fen.reachable.position import Proof

__all__ = ["Proof", "asked_position", "outruns_counters", "reachable_faults"]
