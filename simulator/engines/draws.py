"""The randomness of the workload: what session s, request i draws is a pure function of (seed, replication, s, i).

Numbers come from Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"),
a counter-based generator: no state, so memory does not grow with the horizon, every engine sees the same workload, and
two designs that are compared see the same one too. The counter is (session, session >> 32, request, block) and the key
is (seed, replication), or made of both where the seed has more than 32 bits. A block gives four uniforms of 32 bits:
one block is all that a request needs.

Functions here are compiled for the kernel and called as they are by the reference engine.
"""

import math

import numpy as np

from simulator.engines.compiling import entry, shared
from simulator.engines.quantiles import CELLS, TABLE
from simulator.network.distribution import Family

MASK = np.uint64(0xFFFFFFFF)
SHIFT = np.uint64(32)
MULTIPLIER_0 = np.uint64(0xD2511F53)
MULTIPLIER_1 = np.uint64(0xCD9E8D57)
WEYL_0 = np.uint64(0x9E3779B9)
WEYL_1 = np.uint64(0xBB67AE85)
WORDS = 2.0**32
ULP = 1.0 / WORDS

# The request number that stands for the session itself, and for a node's cache before the clock starts.
SESSION = 0xFFFFFFFF
CACHE = 0xFFFFFFFE

# Background jobs are numbered far above all sessions, so that no two things that arrive share their draws.
BACKGROUND = 1 << 40

# The blocks of a request: (size, object, think time, class), then four service streams a block.
REQUEST_DRAWS, SERVICE_DRAWS = 0, 1
# The blocks of a session: (inter-arrival time, number of requests, rate class, node), (first think time, group of
# nodes, -, -).
SESSION_DRAWS, FIRST_THINK = 0, 1

# The blocks of the jobs that a request posts, far above those of its services: one for each stream.
POST_DRAWS = 1 << 31

CONSTANT, EXPONENTIAL, PARETO = int(Family.CONSTANT), int(Family.EXPONENTIAL), int(Family.PARETO)
UNIFORM, GEOMETRIC = int(Family.UNIFORM), int(Family.GEOMETRIC)


@shared
def philox(c0, c1, c2, c3, k0, k1):
    """Ten rounds of Philox4x32 on four counter words and two key words, each a uint64 below 2**32."""
    for _ in range(10):
        p0 = MULTIPLIER_0 * c0
        p1 = MULTIPLIER_1 * c2
        c0 = (p1 >> SHIFT) ^ c1 ^ k0
        c2 = (p0 >> SHIFT) ^ c3 ^ k1
        c1 = p1 & MASK
        c3 = p0 & MASK
        k0 = (k0 + WEYL_0) & MASK
        k1 = (k1 + WEYL_1) & MASK
    return c0, c1, c2, c3


@shared
def uniform(word):
    """A uniform in the open interval (0, 1) from a 32-bit word: never 0 or 1, so that logarithms exist."""
    return (np.float64(word) + 0.5) * ULP


@shared
def uniforms(key, session, request, block):
    """The four uniforms of a block; `key` is an array of two uint64, the rest are integers."""
    s = np.uint64(session)
    a, b, c, d = philox(s & MASK, s >> SHIFT, np.uint64(request), np.uint64(block), key[0], key[1])
    return uniform(a), uniform(b), uniform(c), uniform(d)


@shared
def service_uniform(key, session, request, stream):
    """The uniform of one service stream of a request."""
    a, b, c, d = uniforms(key, session, request, SERVICE_DRAWS + stream // 4)
    lane = stream % 4
    return (a if lane == 0 else b) if lane < 2 else (c if lane == 2 else d)


# Streams that lie between those of one try and of the next: more than a network has.
TRY = 1 << 20


@shared
def call_uniform(key, session, request, stream, tries):
    """The uniform by which a call chooses its server: each try of a request draws anew."""
    return service_uniform(key, session, request, stream + tries * TRY)


# What numbers begin with of jobs that are posted: far above those of all that arrives.
POSTED = 1 << 61


@shared
def posted_draws(key, session, request, stream):
    """The number of a job that a request posts, by which it draws as a session of its own, and a uniform."""
    s = np.uint64(session)
    a, b, c, _ = philox(s & MASK, s >> SHIFT, np.uint64(request), np.uint64(POST_DRAWS + stream), key[0], key[1])
    return np.int64(POSTED) + np.int64((a << np.uint64(28)) ^ b), uniform(c)


# Streams between those of one slice of an object and of the next, more than a program has that calls no other tier, and
# slices after which they begin again.
SLICE_STREAMS, SLICES = 1 << 10, 1 << 16


@shared
def slice_stream(stream, number):
    """The stream of a step that is taken for the slice of that number, 0 for the first."""
    return stream + SLICE_STREAMS * (number % SLICES)


@shared
def count_slices(u, payload, size, slices):
    """How many slices of an object a payload lies in, of which a part `u` of the first is before it."""
    if payload >= size * slices:
        return slices
    return min(slices, int(u + payload / size) + 1)


@shared
def sample(kind, mean, shape, u):
    """A draw of a distribution from one uniform, by inverse transform (of 1 - u where that saves a subtraction)."""
    if kind == EXPONENTIAL:
        x = -mean * math.log(u)
    elif kind == CONSTANT:
        x = mean
    elif kind == PARETO:
        x = mean * (shape - 1.0) / shape * u ** (-1.0 / shape)
    elif kind == UNIFORM:
        x = 2.0 * mean * u
    else:
        x = 1.0 if mean <= 1.0 else 1.0 + math.floor(math.log(u) / math.log1p(-1.0 / mean))
    return x


@shared
def draw(quantiles, kind, mean, shape, u):
    """A draw of a distribution from one uniform; of one in a table, `shape` is its number in `quantiles`."""
    if kind == TABLE:
        return mean * quantile(quantiles, int(shape), u)
    return sample(kind, mean, shape, u)


@entry
def quantile(quantiles, number, u):
    """The quantile of a table at the share `u`, over the mean: where a step is, its lower end (see quantiles.py)."""
    i = number * CELLS + int(u * CELLS)
    while quantiles[i].until < u:
        i = quantiles[i].after
    return quantiles[i].value + (u - quantiles[i].at) * quantiles[i].slope


@shared
def wire_bytes(payload, segment, framing):
    """Bytes on the wire of a message: every segment, full or not, adds its framing."""
    return payload + framing * math.ceil(payload / segment)


@shared
def by_size(drawn, payload, per_byte, piece, again):
    """A demand that grows with `payload` bytes: see BySize in network/steps.py."""
    return drawn + per_byte * payload + again * max(0.0, math.ceil(payload / piece) - 1.0)


@shared
def guess(guide, u):
    """Where about a distribution function reaches `u`.

    `guide` holds its inverse at the edges of equal cells of [0, 1], small enough to stay in the processor's nearest
    cache. Within a cell the inverse is close to the straight line between its edges.
    """
    position = u * (guide.size - 1)
    cell = int(position)
    low = guide[cell]
    return low + int((position - cell) * (guide[cell + 1] - low))


@shared
def pick(cumulative, i, u):
    """The first index at which `cumulative` reaches `u`, looked for from `i`; both may be scaled alike."""
    while cumulative[i] < u:
        i += 1
    while i > 0 and cumulative[i - 1] >= u:
        i -= 1
    return i


def first_background(kind: int) -> int:
    """The number of the first background job of the `kind`-th kind; the others follow."""
    return (kind + 1) * BACKGROUND


def session_key(seed: int, replication: int) -> np.ndarray:
    """The Philox key of one replication.

    A key has 64 bits, the replication takes 32 of them: a seed of more than 32 bits is mixed into both words, by Philox
    itself, so that no part of it is lost.
    """
    low, high, number = (np.uint64(word & 0xFFFFFFFF) for word in (seed, seed >> 32, replication))
    if high:
        low, number, _, _ = philox(low, high, number, np.uint64(0), np.uint64(0), np.uint64(0))
    return np.array([low, number], dtype=np.uint64)
