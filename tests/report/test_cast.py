from sim.report.cast import read_cast
from sim.scenario.catalogue import shipped_data
from tests.support.builders import document, unit


def test_guns_are_known_by_their_profiles() -> None:
    red = [unit("r1", "rifle-team", 10, 10), unit("r2", "at-gun-heavy", 10, 20)]
    cast = read_cast(document(red, [unit("b1", "medium-tank", 30, 10)]))
    assert cast.guns == {"r2"}


def test_a_scenario_may_have_guns_of_its_own() -> None:
    profiles = {"relic": shipped_data()["profiles"]["at-gun-light"]}
    units = [unit("r1", "relic", 10, 10)], [unit("b1", "rifle-team", 30, 10)]
    assert read_cast(document(*units, catalogue={"profiles": profiles})).guns == {"r1"}
