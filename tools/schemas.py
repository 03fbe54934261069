"""Write the JSON Schemas of all formats to sim/data/schemas.

Run as `python -m tools.schemas` from the top of the checkout.
"""

from pathlib import Path

from sim.report.schemas import schema_names, schema_text

FOLDER = Path(__file__).resolve().parent.parent / "sim" / "data" / "schemas"


def main() -> None:
    """Write every schema and say which."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in schema_names():
        path = FOLDER / f"{name}.schema.json"
        path.write_text(schema_text(name), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
