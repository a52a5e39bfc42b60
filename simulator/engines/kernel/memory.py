"""Memory regions: a ledger of bytes with a ceiling."""

from simulator.engines.compiling import compiled


@compiled
def region_allocate(world, m, amount, now):
    """Allocates `amount` bytes in region `m`; False if that would pass its ceiling."""
    region = world.regions[m]
    fits = region.used + amount <= region.ceiling
    if fits:
        region_change(world, m, amount, now)
    return fits


@compiled
def region_change(world, m, amount, now):
    """Changes the bytes in use of region `m` by `amount`."""
    region_advance(world, m, now)
    world.regions[m].used += amount


@compiled
def region_advance(world, m, now):
    """Moves the area of region `m` on to `now`."""
    region = world.regions[m]
    world.statistics.totals[region.column] += (now - region.last) * region.used
    region.last = now
