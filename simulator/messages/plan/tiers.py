"""The tables of the servers of other tiers, in words."""

from models.messages.template import sentence
from models.quantities.formatting import long_duration
from simulator.farm.cache_at_work import CacheAtWork
from simulator.messages.numbers import plain_number, traffic_text

DOWN = "one server down of"
fewest = sentence("fewest for the demand{reserve}")
CACHE_COLUMNS = ("hits, %", "hits with one down, %", "items held", "evictions/s", "warm again after")
UNKNOWN = "not known"
ALL_MET = "all met"
NONE_LEFT = "none is left"
not_known = sentence("not known: {targets}")
_found = sentence(
    "{name} finds {hits} % of the items, {one_down} % with one server of each unit down{origin}{again}.{dropped}"
)
_from_origin = sentence(", when {mbps} come from the origin")
_fills_again = sentence(", and it takes {time} until a server that was empty finds as much again, but for 1 %")
_drops = sentence(" It drops {items} items/s for others.")


def cache_cells(cache: CacheAtWork) -> tuple[str, ...]:
    """A cache under `CACHE_COLUMNS`."""
    held = UNKNOWN if cache.held is None else plain_number(float(f"{cache.held:.3g}"))
    warms = UNKNOWN if cache.warms is None else long_duration(cache.warms)
    return f"{cache.hits:.3g}", f"{cache.hits_one_down:.3g}", held, plain_number(float(f"{cache.evicted:.3g}")), warms


def cache_sentence(name: str, cache: CacheAtWork) -> str:
    """How often a cache finds an item, also with one server down, and how long that lasts."""
    hits, one_down, _, evicted, _ = cache_cells(cache)
    again = "" if cache.refills is None else _fills_again(long_duration(cache.refills))
    origin = "" if cache.origin_one_down is None else _from_origin(traffic_text(cache.origin_one_down))
    return _found(name, hits, one_down, origin, again, _drops(evicted) if cache.evicted else "")


ZONE_DOWN = "a zone down, of"


def how_to_read(reserve: str, target: float | None) -> str:
    """By what the servers of a tier are counted; target: up to which share they may be used, None for all."""
    allowed = f"up to the target, {plain_number(100.0 * target)} %" if target is not None else "all of them in use"
    return (
        "By the utilisation law, at the demand with all servers up. What is in use is that of the processors, the disks"
        f" and the network cards which is used most. The fewest are those that do the work of the demand{reserve},"
        f" {allowed}, in units as they come or not; whether connections and response times"
        " hold with them, a plan with that many tells."
    )
