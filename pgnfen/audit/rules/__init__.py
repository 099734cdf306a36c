"""The rules, a module a family; importing this package declares them all."""

from pgnfen.audit.rules import castling, counters, en_passant, fen_text, game, position, replay, setup

__all__ = ["castling", "counters", "en_passant", "fen_text", "game", "position", "replay", "setup"]
