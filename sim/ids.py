"""Names of things and of measures, so that one cannot pass for another."""

from typing import NewType

UnitId = NewType("UnitId", str)
GunId = NewType("GunId", str)
SideId = NewType("SideId", str)
FormationId = NewType("FormationId", str)
PieceId = NewType("PieceId", str)

Clause = NewType("Clause", str)

Inches = float
Degrees = float
