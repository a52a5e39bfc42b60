"""A tuple of arrays that is handed on by its address is the tuple itself."""

from typing import NamedTuple

import numpy as np
import pytest
from numba import TypingError

from simulator.engines.compiling import entry, seldom
from simulator.engines.pointers import pointer_at, pointer_to, tuple_bytes, write_tuple


class Pair(NamedTuple):
    """Tables of two and of three dimensions."""

    wide: np.ndarray
    deep: np.ndarray


class Whole(NamedTuple):
    """Arrays, a tuple of arrays, and nothing at all."""

    first: np.ndarray
    pair: Pair
    none: None
    last: np.ndarray


def whole(scale: int) -> Whole:
    """Arrays whose numbers tell where they stand."""
    wide, deep = np.arange(6).reshape(2, 3), np.arange(24.0).reshape(2, 3, 4)
    return Whole(scale * np.arange(4), Pair(scale * wide, scale * deep), None, np.array([scale]))


@seldom
def _told(whole):
    """What stands at the far end of each array, and how large they are; changes the last one."""
    pair = whole.pair
    whole.last[0] += 1
    row = pair.deep[1]
    sizes = whole.first.size + 10 * pair.wide.size + 100 * pair.deep.size + 10_000 * row.shape[0]
    return whole.first[3], pair.wide[1, 2], pair.deep[1, 2, 3], row[1, 1], sizes, whole.none is None, whole.last[0]


@entry
def by_address(whole):
    """What is read by the address of a tuple."""
    return _told(pointer_to(whole))


@entry
def from_places(one, other, memory, number):
    """What is read of one of two tuples that lie one behind the other."""
    write_tuple(memory, 1, other)
    return _told(pointer_at(write_tuple(memory, 0, one), number))


def test_all_that_a_tuple_holds_is_found_by_its_address():
    given = whole(1)
    assert by_address(given) == (3, 5, 23.0, 17.0, 4 + 60 + 2400 + 30_000, True, 2)
    assert given.last[0] == 2, "what is changed by an address is changed in the array itself"


@pytest.mark.parametrize(("number", "scale"), [(0, 1), (1, 5)])
def test_tuples_lie_one_behind_the_other(number, scale):
    memory = np.full(2 * tuple_bytes(whole(1)) + 8, 255, dtype=np.uint8)
    told = from_places(whole(1), whole(5), memory, number)
    assert told == (3 * scale, 5 * scale, 23.0 * scale, 17.0 * scale, 4 + 60 + 2400 + 30_000, True, scale + 1)
    assert (memory[-8:] == 255).all(), "a place takes as many bytes as bytes_of says"


@entry
def before_the_first(whole, place):
    """What is read at an index that is negative, of one dimension and of two; changes what lies at the first."""
    here = pointer_to(whole)
    found = here.first[place], here.pair.wide[place, 2]
    here.first[place] = 0
    return found


def test_an_index_into_what_is_handed_on_is_used_as_it_is_and_nobody_asks_for_its_sign():
    # Should a new Numba read negative indices from the end again, the kernel would be a sixth slower.
    around, rows = np.arange(8), np.arange(12).reshape(4, 3)
    pair = Pair(rows[2:], whole(1).pair.deep)
    given = Whole(around[4:], pair, None, np.array([1]))
    assert before_the_first(given, -1) == (3, rows[1, 2])
    assert list(around) == [0, 1, 2, 0, 4, 5, 6, 7], "Python's own index -1 is the last element"


def test_an_array_with_gaps_is_not_handed_on():
    with pytest.raises(TypingError):
        by_address(whole(1)._replace(first=np.arange(8)[::2]))
