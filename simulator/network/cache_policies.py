"""Which object a full cache drops, and which newcomer it lets in for it."""

# LRU: what was not used for longest. FIFO: what came in first. CLOCK: what came in first, but what was used since goes
# behind all others instead, once for each time that its turn comes (Corbato 1968; the re-insertion of SIEVE and
# S3-FIFO). TINY_LFU: what was not used for longest, if the newcomer was asked for more often of late (Einziger,
# Friedman and Manes 2017, TinyLFU); else the newcomer stays out.
LRU, FIFO, CLOCK, TINY_LFU = "lru", "fifo", "clock", "tiny-lfu"
POLICIES = (LRU, FIFO, CLOCK, TINY_LFU)
# Uses are counted up to so many, and all counts are halved after so many lookups for each object that fits.
MOST_USES, LOOKUPS_AN_OBJECT = 15, 10
