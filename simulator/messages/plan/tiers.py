"""The tables of the servers of other tiers, in words."""

from models.messages.template import sentence
from simulator.messages.numbers import plain_number

DOWN = "one server down of"
fewest = sentence("fewest for the demand{reserve}")


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
