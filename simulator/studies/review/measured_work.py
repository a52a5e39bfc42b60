"""What changes of a scenario where the CPU time of its requests was measured: that of its front alone.

The factor of an operating system is that of tiers too. Their cores are taken to be as many times faster, so that what
they work stays what is stated of them, or was measured there.
"""

from models.scenario import Scenario


def front_changes(scenario: Scenario, times: float) -> dict[str, object]:
    """The changes by which all work of the servers at the front takes so many times the CPU time."""
    tiers = (
        (tier, tier.server.model_copy(update={"core_speed": tier.server.core_speed * times})) for tier in scenario.tiers
    )
    return {
        "operating_system.cpu_factor": scenario.operating_system.cpu_factor * times,
        "tiers": tuple(tier.model_copy(update={"server": server}) for tier, server in tiers),
    }
