"""Which object a cache drops, in words."""

from simulator.network.cache_policies import CLOCK, FIFO, LRU, TINY_LFU

LEAVES = {
    LRU: "the least recently used object leaves first",
    FIFO: "the object that came in first leaves first",
    CLOCK: "the object that came in first leaves first, unless it was used since its last turn",
    TINY_LFU: "the least recently used object leaves first, for one that was asked for more often of late",
}
