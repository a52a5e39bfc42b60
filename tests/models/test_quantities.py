"""Quantities with units mean one number, and that number is written back as the same quantity."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.quantities import units as q
from models.quantities.units import KINDS, QuantityError, format_quantity, parse_quantity, require_range
from models.variations.portfolio_range import parameter_quantity

MEANINGS = [
    ("30 kB", q.SIZE, 30_000.0),
    ("30 KB", q.SIZE, 30_000.0),
    ("30,720 B", q.SIZE, 30_720.0),
    ("4GiB", q.SIZE, 4 * 1024.0**3),
    ("1e3 kB", q.SIZE, 1e6),
    (" 1.5 MiB ", q.SIZE, 1.5 * 1024**2),
    ("12 Gbps", q.DATA_RATE, 1.5e9),
    ("80 kB/s", q.DATA_RATE, 80_000.0),
    ("1 Mbit/s", q.DATA_RATE, 125_000.0),
    ("1 KiB/s", q.DATA_RATE, 1024.0),
    ("40 Gb/s", q.DATA_RATE, 5e9),
    ("40 gbps", q.DATA_RATE, 5e9),
    ("40 Gbit/s", q.DATA_RATE, 5e9),
    ("40 gbit/s", q.DATA_RATE, 5e9),
    ("40 mbps", q.DATA_RATE, 5e6),
    ("80 kb/s", q.DATA_RATE, 1e4),
    ("80 Kb/s", q.DATA_RATE, 1e4),
    ("80 Kbps", q.DATA_RATE, 1e4),
    ("80 KB/s", q.DATA_RATE, 8e4),
    ("1 Pbps", q.DATA_RATE, 1.25e14),
    ("250 ms", q.DURATION, 0.25),
    ("0.706 ms", q.DURATION, 0.000706),
    ("5 µs", q.DURATION, 5e-6),
    ("2 min", q.DURATION, 120.0),
    ("2.2 GHz", q.FREQUENCY, 2.2e9),
    ("600 W", q.POWER, 600.0),
    ("18,000 USD", q.MONEY, 18_000.0),
    ("1 %", q.SHARE, 0.01),
    ("3400 /s", q.REQUEST_RATE, 3400.0),
    ("3400 requests/s", q.REQUEST_RATE, 3400.0),
    ("3400 rps", q.REQUEST_RATE, 3400.0),
    ("3 years", q.YEARS, 3.0),
    ("0.07 USD/kWh", q.USD_PER_KWH, 0.07),
    ("\N{MINUS SIGN}5 Gbps", q.DATA_RATE, -6.25e8),
]

REFUSALS = [
    ("30", q.SIZE, "which unit?", 'write e.g. "30 kB"'),
    ("30 ms", q.SIZE, 'expected a size such as "30 kB", got a duration "ms"', "its units are B, kB"),
    ("1 Gps", q.DATA_RATE, "not a data rate", "; its units are "),
    ("5 ghz", q.FREQUENCY, "not a frequency", "; its units are "),
    ("40 GBPS", q.DATA_RATE, "not a data rate", "; its units are "),
    ("40 GBps", q.DATA_RATE, "not a data rate", "; its units are "),
    ("40 mb/s", q.DATA_RATE, "not a data rate", "; its units are "),
    ("40 MiBps", q.DATA_RATE, "not a data rate", "; its units are "),
    ("40 Mbits/s", q.DATA_RATE, "not a data rate", "; its units are "),
    ("5 mins", q.DURATION, "not a duration", "; its units are "),
    ("5 reqs/s", q.REQUEST_RATE, "not a request rate", "; its units are "),
    ("4 gib", q.SIZE, "not a size", "its units are B, kB, MB, GB, TB, PB, KiB, MiB, GiB, TiB, PiB"),
    ("nan kB", q.SIZE, "not a size", "write a finite number"),
    ("NaN Gbps", q.DATA_RATE, "not a data rate", "write a finite number"),
    ("-inf s", q.DURATION, "not a duration", "write a finite number"),
    ("1,5 Gbps", q.DATA_RATE, "not a data rate", 'write "1.5 Gbps"'),
    ("-0,25s", q.DURATION, "not a duration", 'write "-0.25 s"'),
    ("1.234,5 MB", q.SIZE, "not a size", 'write "1234.5 MB"'),
    ("1 234,5 MB", q.SIZE, "not a size", 'write "1234.5 MB"'),
    ("20k rps", q.REQUEST_RATE, "in digits", 'write "20,000 rps"'),
    ("20 krps", q.DATA_RATE, "in digits", 'write "20,000 rps"'),
    ("1.5M users", q.USERS, "in digits", 'write "1,500,000 users"'),
    ("", q.SIZE, "not a size", "write e.g."),
    ("kB", q.SIZE, "not a size", "write e.g."),
    ("1,00 kB", q.SIZE, "not a size", 'write "1.00 kB"'),
    ("1 2 kB", q.SIZE, "not a size", "write e.g."),
    ("1.2.3 s", q.DURATION, "not a duration", "write e.g."),
    ("9" * 200 + " kB", q.SIZE, "not a size", "write e.g."),
    ("9 points", q.SHARE, "not a share", 'write e.g. "1 %"'),
]


@pytest.mark.parametrize(("text", "kind", "expected"), MEANINGS)
def test_a_text_means_this_number(text, kind, expected):
    assert parse_quantity(text, kind) == expected


@pytest.mark.parametrize(("text", "kind", "message", "remedy"), REFUSALS)
def test_a_refusal_says_what_is_wrong_and_what_to_write(text, kind, message, remedy):
    with pytest.raises(QuantityError) as caught:
        parse_quantity(text, kind)
    assert message in caught.value.message
    assert remedy in caught.value.remedy


# What each is not: 8 times (bits and bytes), 1,000 times, 60 times or a million times what was written.
NEVER_GUESSED = [
    ("40 Gibps", q.DATA_RATE), ("1 Ebps", q.DATA_RATE), ("1 G", q.DATA_RATE), ("1 Gb", q.DATA_RATE),
    ("4 gb", q.SIZE), ("4 Gb", q.SIZE), ("4 Kb", q.SIZE), ("4 kib", q.SIZE), ("4 Mib", q.SIZE), ("4 Gbit", q.SIZE),
    ("4 b", q.SIZE), ("4 EB", q.SIZE), ("4 M", q.SIZE),
    ("5 Ms", q.DURATION), ("5 msec", q.DURATION), ("5 usec", q.DURATION), ("5 m", q.DURATION), ("5 mon", q.DURATION),
    ("600 mW", q.POWER), ("6 GW", q.POWER), ("5 mHz", q.FREQUENCY), ("5 THz", q.FREQUENCY),
    ("5 kUSD", q.MONEY), ("5 USDk", q.MONEY), ("5 MUSD", q.MONEY),
    ("5 /min", q.REQUEST_RATE), ("5 requests/min", q.REQUEST_RATE), ("5 requests/ms", q.REQUEST_RATE),
    ("1 USD/MWh", q.USD_PER_KWH), ("5 USD/MBps-month", q.USD_PER_MBPS_MONTH),
    ("5 USD/Gbps-month", q.USD_PER_MBPS_MONTH),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind"), NEVER_GUESSED)
def test_no_remedy_offers_a_quantity_of_another_size(text, kind):
    with pytest.raises(QuantityError) as caught:
        parse_quantity(text, kind)
    assert "did you mean" not in caught.value.remedy and "bits or bytes" not in caught.value.remedy
    assert "its units are" in caught.value.remedy


@given(kind=st.sampled_from(KINDS), data=st.data())
def test_a_unit_in_the_wrong_case_is_never_answered_with_one_of_another_size(kind, data):
    unit = data.draw(st.sampled_from(list(kind.units)))
    wrong = "".join(data.draw(st.sampled_from((letter.lower(), letter.upper()))) for letter in unit)
    try:
        value = parse_quantity(f"1 {wrong}", kind)
    except QuantityError as error:
        assert "did you mean" not in error.remedy and "; its units are " in error.remedy
    else:
        factors = (1, 8, Decimal("0.125")) if kind is q.DATA_RATE else (1,)  # Mb/s and MB/s are both right.
        assert value in {float(kind.units[unit] * factor) for factor in factors}


def test_a_rate_above_all_that_exists_is_answered_in_its_own_unit():
    with pytest.raises(QuantityError) as caught:
        require_range(parse_quantity("90 Pbps", q.DATA_RATE), q.DATA_RATE, 125.0, q.DATA_RATE.maximum)
    assert str(caught.value) == "too large; allowed is 1 kbps to 8 Pbps"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (-1.0, "must not be negative"),
        (0.0, "must not be zero"),
        (0.5, "too small"),
        (1e30, "too large"),
        (float("inf"), "not a finite number"),
        (float("nan"), "not a finite number"),
    ],
)
def test_a_value_out_of_range_is_told_the_range(value, message):
    with pytest.raises(QuantityError) as caught:
        require_range(value, q.SIZE, 1.0, 1e9)
    assert caught.value.message == message
    assert caught.value.remedy == "allowed is 1 B to 1 GB"


@given(kind=st.sampled_from(KINDS), value=st.floats(0, 1e15, allow_nan=False))
def test_formatting_and_parsing_any_number_gives_it_back(kind, value):
    assert parse_quantity(format_quantity(value, kind), kind) == value


@given(kind=st.sampled_from(KINDS), digits=st.integers(1, 9_999), data=st.data())
def test_formatting_what_was_parsed_means_the_same(kind, digits, data):
    text = f"{digits} {data.draw(st.sampled_from(list(kind.units)))}"
    value = parse_quantity(text, kind)
    assert parse_quantity(format_quantity(value, kind), kind) == value


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_example_of_a_kind_is_one_of_its_quantities(kind):
    assert parse_quantity(kind.example, kind) > 0


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (122e6, q.DATA_RATE, "976 Mbps"),
        (80_000.0, q.DATA_RATE, "80 kB/s"),
        (3_113_851_289.6, q.SIZE, "2.9 GiB"),
        (30_000.0, q.SIZE, "30 kB"),
        (0.01, q.SHARE, "1 %"),
    ],
)
def test_the_shortest_text_is_the_one_that_people_write(value, kind, text):
    assert format_quantity(value, kind) == text


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (1.5e9, q.DATA_RATE, "12 Gbps"),
        (122_345_678.0, q.DATA_RATE, "979 Mbps"),
        (18_432.1, q.MONEY, "18,432 USD"),
        (0.0, q.SIZE, "0 B"),
        (0.02346, q.SHARE, "2.35 %"),
        (0.0000007, q.DURATION, "700 ns"),
    ],
)
def test_rounding_keeps_significant_digits_in_the_usual_unit(value, kind, text):
    assert format_quantity(value, kind, digits=3) == text


@pytest.mark.parametrize(
    ("value", "nearest", "at_most", "at_least"),
    [
        (1.5 * 1024**3, "1.5 GiB", "1.5 GiB", "1.5 GiB"),
        (3.6569 * 1024**3, "3.66 GiB", "3.65 GiB", "3.66 GiB"),
        (2.0 * 1024**4, "2 TiB", "2 TiB", "2 TiB"),
        (2046.2 * 1024**2, "2 GiB", "1.99 GiB", "2 GiB"),
        (100.001 * 1024**2, "100 MiB", "100 MiB", "100.01 MiB"),
        (2048.5 * 1024**4, "2,048 TiB", "2,048 TiB", "2,049 TiB"),
        (0.0, "0 MiB", "0 MiB", "0 MiB"),
    ],
)
def test_memory_is_told_in_powers_of_1024_and_what_to_write_is_within_the_limit(value, nearest, at_most, at_least):
    assert q.format_memory(value) == nearest
    assert (q.memory_at_most(value), q.memory_at_least(value)) == (at_most, at_least)
    assert parse_quantity(at_most, q.SIZE) <= value <= parse_quantity(at_least, q.SIZE)


def test_a_unit_can_be_forced():
    assert format_quantity(4 * 1024.0**3, q.SIZE, digits=3, unit="MiB") == "4,096 MiB"
    assert format_quantity(1.5e9, q.DATA_RATE, unit="Mbps") == "12000 Mbps"


@pytest.mark.parametrize(
    ("text", "kind", "written"),
    [
        ("5 million users", q.USERS, '"5,000,000 users"'),
        ("1.5 Million", q.USERS, '"1,500,000"'),
        ("2,500 thousand requests/s", q.REQUEST_RATE, '"2,500,000 requests/s"'),
        ("0.5 billion kB", q.SIZE, '"500,000,000 kB"'),
    ],
)
def test_a_number_that_goes_on_in_words_is_answered_with_its_digits(text, kind, written):
    with pytest.raises(QuantityError) as refused:
        parse_quantity(text, kind)
    assert str(refused.value) == f"a number is written in digits; write {written}"


@pytest.mark.parametrize("text", ["4Gb", "4 Gbit", "4 gb", "80 kb"])
def test_an_amount_of_data_where_a_rate_is_asked_for_is_answered_with_what_comes_in_a_second(text):
    with pytest.raises(QuantityError) as refused:
        parse_quantity(text, q.DATA_RATE)
    asked = (
        'not a data rate, but an amount of data; write what comes in a second, e.g. "1 Gbps"; its units are bps, kbps'
    )
    assert str(refused.value).startswith(asked)
    with pytest.raises(QuantityError, match="^not a size; write e.g."):
        parse_quantity(text, q.SIZE)


@pytest.mark.parametrize("path", ["demand.wire", "server.cards[0].rate", "workload.clients[0].rate"])
@pytest.mark.parametrize("gbps", [1, 8, 40, 64, 400])
def test_a_rate_of_a_network_is_told_in_bits(path, gbps):
    assert parameter_quantity(path).written(gbps * 1.25e8) == f"{gbps} Gbps"


@pytest.mark.parametrize("path", ["server.disks.bandwidth", "server.memory_bandwidth.rate"])
def test_a_rate_within_a_server_is_told_in_bytes(path):
    assert parameter_quantity(path).written(5e9) == "5 GB/s"
