"""The tournament of stations, played by the kernel's own functions outside the kernel."""

from math import inf, log2
from random import Random
from types import SimpleNamespace

import pytest

from simulator.engines.kernel.stations import next_events
from simulator.engines.kernel.stations.next_events import build_next_events


class Looks(list):
    """A list that counts how often it is looked into."""

    count = 0

    def __getitem__(self, index):
        self.count += 1
        return super().__getitem__(index)


def play(stations: int, monkeypatch: pytest.MonkeyPatch, changes: int = 2000) -> list[int]:
    """Lets times of stations change at random, many of them alike, and holds the winner of each final against a search;
    how often each change looked at a match."""
    random = Random(stations)
    monkeypatch.setattr(next_events, "FEW", 0)
    built = build_next_events(stations)
    winner, times, order = Looks(built.winner.tolist()), built.time, [0] * stations
    world = SimpleNamespace(next_events=SimpleNamespace(time=times, winner=winner))
    monkeypatch.setattr(next_events, "_goes_first", lambda _, a, b: order[a] < order[b])
    looks = []
    for change in range(1, changes):
        station = random.randrange(stations)
        times[station], order[station] = random.choice([inf, random.random(), random.randrange(3)]), change
        winner.count = 0
        next_events._play_again.py_func(world, winner, station)
        looks.append(winner.count)
        soonest = min(range(stations), key=lambda s: (times[s], order[s]))
        champion = winner[1]
        assert champion == soonest or times[champion] == times[soonest] == inf
    return looks


@pytest.mark.parametrize("stations", [1, 2, 3, 5, 8, 13, 31, 96, 97])
def test_whoever_lets_a_job_go_first_wins_the_final(stations, monkeypatch):
    play(stations, monkeypatch)


@pytest.mark.parametrize("stations", [96, 768, 6144])
def test_a_change_is_played_in_the_logarithm_of_the_number_of_stations(stations, monkeypatch):
    looks = play(stations, monkeypatch, changes=400)
    # Three looks a match: at both who meet, and at who has won before.
    assert max(looks) <= 3 * (log2(stations) + 1)


def test_few_stations_play_no_tournament():
    assert build_next_events(next_events.FEW).winner is None
    assert build_next_events(next_events.FEW + 1).winner.size == 2 * (next_events.FEW + 1)
