"""Random numbers are Philox4x32-10, as its authors publish it."""

import numpy as np
import pytest

from simulator.engines.draws import philox, service_uniform, session_key, uniform, uniforms

# Known-answer vectors of Random123 (kat_vectors): counter, key, result.
VECTORS = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]


def words(text: str) -> list[np.uint64]:
    """Hexadecimal words as numbers."""
    return [np.uint64(int(word, 16)) for word in text.split()]


@pytest.mark.parametrize(("counter", "key", "result"), VECTORS)
def test_known_answers(counter, key, result):
    assert list(philox(*words(counter), *words(key))) == [int(word) for word in words(result)]


def test_the_counter_is_session_request_and_block():
    key = session_key(7, 3)
    low, high, request, block = (np.uint64(n) for n in (5, 9, 2, 1))
    expected = tuple(uniform(word) for word in philox(low, high, request, block, key[0], key[1]))
    assert uniforms(key, 9 * 2**32 + 5, 2, 1) == expected


def test_uniforms_are_never_0_or_1():
    assert uniform(np.uint64(0)) == 2.0**-33
    assert uniform(np.uint64(2**32 - 1)) == 1.0 - 2.0**-33


def test_every_service_stream_has_its_own_uniform():
    key = session_key(1, 0)
    drawn = [service_uniform(key, 12, 3, stream) for stream in range(12)]
    assert drawn == [u for block in (1, 2, 3) for u in uniforms(key, 12, 3, block)]
    assert len(set(drawn)) == 12


def test_uniforms_are_uniform_over_sessions_and_requests():
    drawn = np.array([uniforms(session_key(1, 0), s, r, 0) for s in range(500) for r in range(20)])
    # Of 10,000 draws each tenth holds 1,000, give or take five standard deviations of 30.
    for lane in drawn.T:
        assert np.abs(np.histogram(lane, bins=10, range=(0.0, 1.0))[0] - 1000).max() < 150
    # Correlation between lanes, and between one request and the next: five standard deviations of 1 / 100.
    assert np.abs(np.corrcoef(drawn.T) - np.eye(4)).max() < 0.05
    assert abs(np.corrcoef(drawn[:-1, 0], drawn[1:, 0])[0, 1]) < 0.05


def test_seeds_and_replications_differ():
    keys = [session_key(seed, replication) for seed in range(4) for replication in range(4)]
    assert len({uniforms(key, 0, 0, 0) for key in keys}) == 16


def test_seeds_differ_in_every_one_of_their_bits():
    large = 2**63 - 1
    seeds = [1, *(1 + (1 << bit) for bit in range(1, 63)), large, large - 1]
    keys = [session_key(seed, replication) for seed in seeds for replication in range(2)]
    assert len({uniforms(key, 0, 0, 0) for key in keys}) == 2 * len(seeds)


def test_a_seed_of_32_bits_is_a_word_of_the_key_as_it_stands():
    assert session_key(0xFFFFFFFF, 3).tolist() == [0xFFFFFFFF, 3]
