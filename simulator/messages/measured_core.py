"""Which core CPU times count as those of. Nothing is loaded for that, because it stands before any figure."""

from models.scenario import Scenario

# A server whose cores are so many times as fast as the core that nobody named is told: else one buys too few of them.
FASTER = 2.0


def core_of_cpu_times(scenario: Scenario) -> str:
    """Which core CPU times are taken to be of, where nobody says and those of the server, or of another tier's, are far
    faster; or ""."""
    said, own = scenario.sources.get("workload.cpu_measured_on"), scenario.server
    fastest = max((own, *(tier.server for tier in scenario.tiers)), key=lambda each: each.core_speed)
    server = own if own.core_speed >= FASTER * scenario.workload.cpu_measured_on else fastest
    speed = server.core_speed
    if said is None or said.kind != "default" or speed < FASTER * scenario.workload.cpu_measured_on:
        return ""
    return (
        "CPU times: nobody says on which core they were measured, so they count as those of a 2.2 GHz Opteron of 2005."
        f" A core of {'this server' if server is own else server.name} is {speed:g} times as fast and needs"
        f" {100.0 / speed:.2g} % of them. If they were measured on it, write `workload.cpu_measured_on: {speed:g}`."
    )
