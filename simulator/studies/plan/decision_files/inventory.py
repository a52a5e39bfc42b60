"""A farm as an inventory in YAML, as Ansible reads it: every server with its unit, and tiers as groups."""

import re

import yaml

from models.quantities.units import SIZE, format_quantity
from simulator.farm.outcome import Outcome

_FRONT = "front"


def inventory(outcome: Outcome) -> str:
    """The servers of the farm that is bought, for an outcome with one."""
    farm = outcome.bought
    scenario, sizing = farm.scenario, farm.sizing
    units, nodes = round(sizing.units.whole.value), sizing.capacity.servers
    width, height = len(str(units)), len(str(nodes))
    hosts = {
        f"{_FRONT}-{unit:0{width}}-{node:0{height}}": {"unit": unit}
        for unit in range(1, units + 1)
        for node in range(1, nodes + 1)
    }
    shared = {
        "server": scenario.server.name,
        "operating_system": scenario.operating_system.name,
        "web_server": scenario.web_server.name,
        "ram": format_quantity(scenario.server.ram, SIZE),
        "spare_nodes_of_a_unit": scenario.unit.spare_nodes,
        "spare_units": scenario.spare_units,
    }
    groups: dict[str, object] = {_FRONT: {"hosts": hosts, "vars": shared}}
    for each in sizing.tiers:
        name, count = group_name(each.tier.name), round(each.servers.whole.value)
        of_tier: dict[str, object] = {f"{name}-{number:0{len(str(count))}}": {} for number in range(1, count + 1)}
        told: dict[str, object] = {"server": each.tier.server.name}
        if each.tier.connections is not None:
            told["connections"] = each.tier.connections
        groups[name] = {"hosts": of_tier, "vars": told}
    head = f"# {outcome.stamp.origin}\n# {outcome.stamp.command}\n"
    return head + str(yaml.safe_dump({"all": {"children": groups}}, sort_keys=False, allow_unicode=True))


def group_name(tier: str) -> str:
    """The name of a tier as a group of an inventory: letters, digits and underscores."""
    name = re.sub(r"\W+", "_", tier, flags=re.ASCII).strip("_").lower() or "tier"
    return f"tier_{name}" if name == _FRONT or name[0].isdigit() else name
