"""What is wrong with a day: one clear error each."""

import pytest

from models.errors import ScenarioError
from models.load import load
from tests.daily.conftest import HOURS, SERVER

WRONG = [
    ({"hours": HOURS[:23]}, "a day of 23 hours has a gap", "write 24 factors"),
    ({"hours": [*HOURS[:5], -13, *HOURS[6:]]}, "-13", "0.001"),
    ({"hours": [*HOURS[:5], None, *HOURS[6:]]}, "hours[5]", ""),
    ({"weekdays": [1, 2, 3]}, "a week of 3 days has a gap", "write 7 factors"),
    ({"crowds": [{"at": "23 h", "lasts": "2 h"}]}, "a crowd goes on beyond midnight", "end within the day"),
    (
        {"crowds": [{"at": "2 h", "lasts": "60 s"}]},
        "comes and goes for longer than it lasts: its `rise` is 60 s where none is written, and it lasts 60 s",
        "write `rise: 30 s`, half of `lasts`",
    ),
    ({"crowds": [{"at": "2 h", "lasts": "60 s", "rise": "45 s"}]}, "its `rise` is 45 s, and it lasts 60 s", "30 s"),
    ({"crowds": [{"at": "2 h", "lasts": "1 s", "rise": "1 s"}]}, "and it lasts 1 s", "let it last 2 s or longer"),
    ({"flood": {"at": "23 h", "lasts": "2 h", "rate": "10 /s"}}, "a flood goes on beyond midnight", "within the day"),
    ({"release": {"at": "1 h", "requests": 1, "first_day": "120 %"}}, "120 %", "99.9 %"),
    ({"weekday": "someday"}, "someday", "monday"),
]


@pytest.mark.parametrize("day, said, remedy", WRONG, ids=lambda each: str(each)[:40])
def test_one_error_says_what_is_wrong_and_what_to_write(tmp_path, day, said, remedy):
    file = tmp_path / "server.yaml"
    file.write_text(SERVER)
    with pytest.raises(ScenarioError) as error:
        load(file, {f"workload.day.{path}": value for path, value in day.items()})
    assert len(error.value.problems) == 1
    assert said in str(error.value) and remedy in str(error.value)
    assert "workload.day" in str(error.value)


def test_a_flood_is_stated_once(tmp_path):
    file = tmp_path / "server.yaml"
    file.write_text(SERVER)
    flood = {"at": "3 h", "lasts": "60 s", "rate": "10 /s"}
    all_day = {"rate": "10 /s", "time_out": "60 s", "kernel_pool": "300 B"}
    with pytest.raises(ScenarioError, match="a flood that never ends"):
        load(file, {"workload.day.flood": flood, "workload.half_open": all_day})


@pytest.mark.parametrize("weekdays", [[], [1, 1, 1, 1, 1, 0.6, 0.6]])
def test_a_volume_and_a_day_that_contradict_are_refused_with_the_ratio_of_the_day(tmp_path, weekdays):
    file = tmp_path / "server.yaml"
    file.write_text(SERVER)
    day = {"hours": [1, *[3] * 23], "weekdays": weekdays}  # Its mean is 70 / 72 of its peak.
    volume = {"volume_a_day": "1 TB", "peak_to_mean": 3}
    with pytest.raises(ScenarioError) as error:
        load(file, {"demand": volume, "workload.day": day})
    assert len(error.value.problems) == 1
    assert "demand.peak_to_mean = 3" in str(error.value) and "peak is 1.03 times the mean" in str(error.value)
    assert "write `peak_to_mean: 1.03`" in str(error.value)
    assert ("1.16 times that of all days" in str(error.value)) == bool(weekdays)
    for ratio in (1.03, 1.16) if weekdays else (1.03,):
        load(file, {"demand": {**volume, "peak_to_mean": ratio}, "workload.day": day})
