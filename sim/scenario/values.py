"""The values that files are made of, and the base of every model: strict, frozen, closed.

Lengths become inches while they are validated: the context `{"per_inch": 2.54}` says how many of
the file's units make an inch.
"""

from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    FiniteFloat,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from sim.scenario.faults import nearest
from sim.state.profiles import ALL_ROUND

LIMIT = 100_000
"""No length or coordinate of a file is larger than this."""

LEAST = 0.001
"""No length above 0 is less than this, in inches: the geometry could hardly tell it from 0."""

_DIGITS = 9


class Entry(BaseModel):
    """A mapping of a file: strict types, no unknown keys, never changed."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    @model_validator(mode="wrap")
    @classmethod
    def _suggest_keys(cls, data: Any, handler: ValidatorFunctionWrapHandler) -> Self:
        """Report unknown keys with the nearest that this mapping knows."""
        try:
            entry: Self = handler(data)
        except ValidationError as error:
            raise ValidationError.from_exception_data(
                cls.__name__, [_explained(details, cls) for details in error.errors()]
            ) from None
        return entry


def _explained(details: Any, model: type[BaseModel]) -> InitErrorDetails:
    loc = details["loc"]
    kind: str | PydanticCustomError = details["type"]
    context = details.get("ctx", {})
    if kind == "extra_forbidden" and len(loc) == 1:
        hint = nearest(str(loc[0]), model.model_fields)
        kind = fault("unknown_key", f"unknown key {str(loc[0])!r}", hint)
    elif "code" in context:
        kind = fault(context["code"], details["msg"], context["suggestion"])
    return InitErrorDetails(type=kind, loc=loc, input=details["input"], ctx=context)


def fault(code: str, message: str, suggestion: str | None = None) -> PydanticCustomError:
    """An error of a model with the code and suggestion of a fault."""
    context = {"code": code, "suggestion": suggestion, "message": message}
    return PydanticCustomError("fault", "{message}", context)


def per_inch(length_unit: object) -> float:
    """How many of a file's length units make an inch."""
    return 2.54 if length_unit == "cm" else 1.0


def to_inches(length: float, units: float) -> float:
    """A length in inches, without the noise of the division's last digits (PR-61)."""
    return round(length / units, _DIGITS)


def to_file_unit(length: float, units: float) -> float:
    """A length of inches in a file's unit."""
    return round(length * units, _DIGITS) if units != 1.0 else length


def _converted(length: float, info: ValidationInfo) -> float:
    return to_inches(length, info.context["per_inch"]) if info.context else float(length)


def _measurable(length: float, info: ValidationInfo) -> float:
    inches = _converted(length, info)
    if length > 0.0 and inches < LEAST:
        raise fault("out_of_range", f"a length above 0 is at least {LEAST:g} inches")
    return inches


def _all_round(value: Any) -> Any:
    return ALL_ROUND if value == "all" else value


def _none_is_zero(value: Any) -> Any:
    return 0 if value == "none" else value


Id = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]+$", max_length=100)]
"""A name that other entries refer to: ASCII letters, digits, `-` and `_`."""

Coordinate = Annotated[FiniteFloat, Field(ge=-LIMIT, le=LIMIT)]
"""A number of length units, left in the file's unit."""

Length = Annotated[Coordinate, AfterValidator(_converted)]
"""A number of length units of either sign, in inches once validated."""

Extent = Annotated[FiniteFloat, Field(ge=0, le=LIMIT), AfterValidator(_measurable)]
"""A length of at least 0, in inches once validated."""

Size = Annotated[FiniteFloat, Field(gt=0, le=LIMIT), AfterValidator(_measurable)]
"""A length above 0, in inches once validated."""

Point = Annotated[tuple[Length, Length], Field(strict=False)]
"""A place on the table: x and y."""

Count = Annotated[int, Field(ge=0, le=100)]
"""A small whole number of at least 0."""

Need = Annotated[int, Field(ge=1, le=12)]
"""The N of a test at N+."""

HalfWidth = Annotated[
    FiniteFloat,
    Field(ge=0, le=ALL_ROUND),
    BeforeValidator(_all_round),
    WithJsonSchema(
        {"anyOf": [{"type": "number", "minimum": 0, "maximum": ALL_ROUND}, {"const": "all"}]}
    ),
]
"""The half-width of a field of fire in degrees, or `all`."""

MeleeSave = Annotated[
    int,
    Field(ge=0, le=12),
    BeforeValidator(_none_is_zero),
    WithJsonSchema(
        {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 12}, {"const": "none"}]}
    ),
]
"""The N of a save at N+ in Melee, or `none` (BW-40)."""
