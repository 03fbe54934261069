"""Banks of rows: they grow, and forget all when there would be too many."""

import numpy as np

from sim.ai.bank import Bank, Row


def row(value: int) -> Row:
    return np.full(3, value, np.int16)


def test_a_row_is_worked_out_once() -> None:
    bank = Bank(3, 8)
    assert bank.number("a", lambda: row(7)) == bank.number("a", lambda: row(8)) == 0
    assert bank.rows[0].tolist() == [7, 7, 7]


def test_a_bank_grows() -> None:
    bank = Bank(3, 1000)
    numbers = [bank.number(key, lambda key=key: row(key)) for key in range(200)]
    assert numbers == list(range(200))
    assert bank.rows[numbers, 0].tolist() == numbers


def test_all_is_forgotten_when_there_would_be_too_many() -> None:
    bank = Bank(3, 2)
    for key in (1, 2):
        bank.make_room(1)
        bank.number(key, lambda key=key: row(key))
    bank.make_room(1)
    assert bank.number(3, lambda: row(3)) == 0
    assert bank.number(1, lambda: row(1)) == 1
