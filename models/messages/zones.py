"""What is said of the zones in which servers stand."""

GROUPS_APART = (
    "which nodes of which group a zone takes with it is not looked at where groups get requests by their path",
    "write 0, and the `spare_nodes` of each group",
)


def more_zones_than_servers(servers: str, zones: int, most: int) -> tuple[str, str]:
    """More zones than servers; servers: how many there are, in words."""
    return (f"with {servers} {zones} zones would not all be filled", f"write at most {most}")


def no_zone_left(zones: int) -> tuple[str, str]:
    """All zones spare; zones: that there are."""
    if zones == 1:
        return ("the unit stands in one zone, which cannot be spare", "write 0, or `unit.zones: 2`")
    return (f"the unit stands in {zones} zones, of which one must be left", f"write at most {zones - 1}")


def too_few_spare_nodes(nodes: str, lost: int) -> tuple[str, str]:
    """Fewer spare nodes than the spare zones have; nodes: these, in words."""
    return (f"the zones that may be down have {nodes}", f"write {lost}, or leave it out")


def tier_in_lost_zones(tier: str, zones: str, spare: int) -> tuple[str, str]:
    """A tier of which nothing is left; zones: those in which it stands, in words."""
    return (
        f"no server of {tier} is left with {spare} zones down: it stands in {zones}"
        if spare > 1
        else f"no server of {tier} is left with a zone down: it stands in {zones}",
        f"give it servers in {spare + 1} zones, or write `unit.spare_zones: 0`",
    )


def uneven_zones(caller: str, tier: str) -> tuple[str, str]:
    """Callers that are not spread as the servers are of which each prefers its own zone; caller: a tier, "" for the
    unit."""
    callers = f"the servers of {caller}" if caller else "the nodes of the unit"
    return (
        f"{callers} are not spread over zones as the servers of {tier} are: some of these would get more than others",
        "write as many `zones` for both, and a multiple of that of each, or `prefer_zone: false`",
    )


def no_such_zone(zone: str, known: str) -> tuple[str, str]:
    """A zone that is not there."""
    if known == "a":
        return ("the unit stands in one zone", "write `unit.zones: 2`, or say which nodes die")
    return (f"there is no zone {zone}: the unit stands in {known}", "write one of these")


def zone_dies_only(key: str) -> tuple[str, str]:
    """A key that does not go with a zone."""
    return (f"a zone dies with all that stands in it, so that no `{key}` goes with it", f"leave out `{key}` or `zone`")
