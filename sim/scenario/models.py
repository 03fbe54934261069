"""The shape of a scenario file."""

from typing import Annotated, Any, Literal, Self, get_type_hints

from pydantic import (
    BeforeValidator,
    Field,
    FiniteFloat,
    ValidationInfo,
    create_model,
    model_validator,
)

from sim.scenario.catalogue_models import CatalogueModel
from sim.scenario.values import Coordinate, Entry, Extent, Id, Need, Point, Size, fault
from sim.state.profiles import Quality
from sim.state.roster import Edge
from sim.state.ruleset import Ruleset

MAX_ROUNDS = 1000

Share = Annotated[FiniteFloat, Field(gt=0, le=1)]
Factor = Annotated[FiniteFloat, Field(ge=0.01, le=1)]
Points = Annotated[FiniteFloat, Field(ge=0, le=1_000_000)]
FilePoint = Annotated[tuple[Coordinate, Coordinate], Field(strict=False)]
Round = Annotated[int, Field(ge=1, le=MAX_ROUNDS)]

Version = Annotated[
    Literal[1], BeforeValidator(lambda value: str(value) if isinstance(value, bool) else value)
]
"""`true` equals 1, but is no version."""

_SHAPES = ("polygon", "line", "rect", "circle", "wkt", "geojson")
_SPECIAL_RULES: dict[str, Any] = {
    "team_concealed_share": Share,
    "team_cover_share": Share,
    "gun_difficult_share": Factor,
    "road_cost": Factor,
    "gun_field_of_fire": Annotated[FiniteFloat, Field(ge=0, le=180)],
    "conscript_leadership": Need,
    "regular_leadership": Need,
    "elite_leadership": Need,
    "infantry_diameter": Size,
    "infantry_height": Size,
    "infantry_eye": Size,
    "crew_height": Size,
    "crew_eye": Size,
    "infantry_move": Size,
    "infantry_difficult_move": Size,
}


def _rule_type(name: str, annotation: Any) -> Any:
    if annotation is float:
        return _SPECIAL_RULES.get(name, Extent)
    if annotation is int:
        return _SPECIAL_RULES.get(name, Annotated[int, Field(ge=0, le=20)])
    return annotation


_RULES: dict[str, Any] = {
    name: (_rule_type(name, annotation), getattr(Ruleset(), name))
    for name, annotation in get_type_hints(Ruleset).items()
}
RulesModel = create_model(
    "RulesModel", __base__=Entry, __doc__="Any field of the ruleset.", **_RULES
)


class TableModel(Entry):
    """The table: x runs to the right along its width, y up along its height."""

    width: Size
    height: Size


class RectShape(Entry):
    """A rectangle of [along x, along y], turned clockwise about its centre."""

    center: FilePoint
    size: FilePoint
    angle: FiniteFloat = 0.0


class CircleShape(Entry):
    """A circle."""

    center: FilePoint
    radius: Coordinate


class GeoJsonShape(Entry):
    """A GeoJSON geometry in table coordinates."""

    type: Literal["Polygon", "MultiPolygon", "LineString", "MultiLineString"]
    coordinates: list[Any]


class PieceModel(Entry):
    """A piece of terrain; its shape stays in the file's length unit.

    A `width` makes a strip of a line, an `elevation` a hill of any piece.
    """

    model_config = {"json_schema_extra": {"oneOf": [{"required": [name]} for name in _SHAPES]}}

    id: Id
    kind: Id
    polygon: list[FilePoint] | None = None
    line: list[FilePoint] | None = None
    rect: RectShape | None = None
    circle: CircleShape | None = None
    wkt: str | None = None
    geojson: GeoJsonShape | None = None
    width: Coordinate | None = None
    elevation: Extent | None = None
    base: Extent | None = None

    @property
    def shapes(self) -> tuple[str, ...]:
        """The forms in which its shape is given."""
        return tuple(name for name in _SHAPES if getattr(self, name) is not None)

    @model_validator(mode="after")
    def _refuse(self) -> Self:
        """Refuse a piece without a shape, or with several."""
        if len(self.shapes) != 1:
            raise fault("shape", f"a piece has exactly one of {', '.join(_SHAPES)}")
        return self


class EmplacementModel(Entry):
    """A dug-in position for one gun (FR-27)."""

    id: Id
    position: Point
    facing: FiniteFloat = 0.0


class ObjectiveModel(Entry):
    """A place to hold (HR-27)."""

    id: Id
    position: Point
    radius: Size


class StateModel(Entry):
    """What a unit is at the start; None where the file does not say."""

    broken: bool = False
    suppressed: bool = False
    cowering: bool = False
    moved: bool = False
    sprinted: bool = False
    stunned: bool = False
    immobilized: bool = False
    hatch: Literal["buttoned", "unbuttoned"] | None = None
    crewed: bool | None = None
    serves: Id | None = None


class UnitModel(Entry):
    """A unit; its facing in degrees clockwise from up the table, 90 to the right."""

    id: Id
    profile: Id
    quality: Quality | None = None
    position: Point | None = None
    emplacement: Id | None = None
    facing: FiniteFloat | None = None
    state: StateModel = StateModel()

    @model_validator(mode="after")
    def _refuse(self, info: ValidationInfo) -> Self:
        """Refuse a unit that has no place, or two; where a faulty place was left out, neither."""
        if info.context and info.context["partial"]:
            return self
        placed = self.position is not None
        if placed and self.emplacement is not None:
            raise fault("place", "a unit has either a position or an emplacement, not both")
        if not placed and self.emplacement is None and self.state.serves is None:
            raise fault("place", "a unit needs a position, or a gun an emplacement")
        return self


class FormationModel(Entry):
    """A platoon or squad; its first unit leads unless another is named."""

    id: Id
    leader: Id | None = None
    units: Annotated[list[UnitModel], Field(min_length=1)]


class SideModel(Entry):
    """One of the two sides."""

    id: Id
    name: str | None = None
    formations: Annotated[list[FormationModel], Field(min_length=1)]


class ConditionBase(Entry):
    """What every victory condition has: who wins by it, and its rank."""

    side: Id
    rank: int | None = None


class HoldModel(ConditionBase):
    """Hold an objective at the end of a round, or of so many rounds running."""

    kind: Literal["hold"]
    objective: Id
    at_round: Round | None = None
    rounds: Round | None = None

    @model_validator(mode="after")
    def _refuse(self) -> Self:
        """Refuse a condition that does not say when, or says it twice."""
        if (self.at_round is None) == (self.rounds is None):
            raise fault("condition", "hold has either at_round or rounds")
        return self


class DestroyModel(ConditionBase):
    """Destroy or rout a share of the enemy's starting units, a unit, or a gun."""

    kind: Literal["destroy"]
    share: Share | None = None
    unit: Id | None = None
    gun: Id | None = None

    @model_validator(mode="after")
    def _refuse(self) -> Self:
        """Refuse a condition without an aim, or with several."""
        if [self.share, self.unit, self.gun].count(None) != 2:
            raise fault("condition", "destroy has exactly one of share, unit and gun")
        return self


class ExitModel(ConditionBase):
    """Leave the table over an edge with so many units (HR-36)."""

    kind: Literal["exit"]
    edge: Edge
    units: Annotated[int, Field(ge=1, le=1000)] = 1


class SurviveModel(ConditionBase):
    """Have a unit on the table at the end of a round."""

    kind: Literal["survive"]
    round: Round


ConditionModel = Annotated[
    HoldModel | DestroyModel | ExitModel | SurviveModel, Field(discriminator="kind")
]


class ScoreModel(Entry):
    """Points after the last round (HR-28)."""

    unit: Points = 1.0
    gun: Points = 0.0
    objective: Points = 0.0


class ScenarioModel(Entry):
    """A whole scenario file."""

    format: Literal["skirmish-sim/scenario"]
    format_version: Version
    name: str
    description: str = ""
    source: str = ""
    length_unit: Literal["inch", "cm"] = "inch"
    table: TableModel
    rounds: Round
    first_side: Id | None = None
    rules: RulesModel = RulesModel()  # type: ignore[valid-type]
    catalogue: CatalogueModel = CatalogueModel()
    terrain: list[PieceModel] = []
    emplacements: list[EmplacementModel] = []
    objectives: list[ObjectiveModel] = []
    sides: Annotated[list[SideModel], Field(min_length=2, max_length=2)]
    victory: list[ConditionModel] = []
    score: ScoreModel = ScoreModel()

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the battle, lengths in inches."""
        return Ruleset(**self.model_dump(include={"rules"})["rules"])
