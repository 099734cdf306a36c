"""What conditions look at: what the columns of a start say, of whichever reader they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pgnfen.fen.variants import Variant


class Columns(Protocol):
    """The part of Start that most conditions need; see there."""

    @property
    def has_setup(self) -> bool: ...
    @property
    def has_fen(self) -> bool: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def kind(self) -> str: ...
    @property
    def scharnagl(self) -> int | None: ...
    @property
    def scharnagl_black(self) -> int | None: ...
    @property
    def chess960(self) -> bool: ...
    @property
    def is_standard_array(self) -> bool: ...
    @property
    def contradicts_variant(self) -> bool: ...
