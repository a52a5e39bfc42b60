"""A farm as variables of Terraform: which instance or server, how many, and its disks."""

import json
from collections.abc import Mapping

from models.parts.hardware import Server
from simulator.farm.outcome import Outcome

GB = 1e9


def terraform_values(outcome: Outcome) -> str:
    """The values of the variables, for an outcome with a farm."""
    farm = outcome.bought
    server, sizing = farm.scenario.server, farm.sizing
    values: dict[str, object] = {
        "instance_type": _type(server),
        "instance_count": round(sizing.servers.whole.value),
        "unit_count": round(sizing.units.whole.value),
        "unit_nodes": sizing.capacity.servers,
        "disk_count": server.disks.count,
        "disk_size_gb": None if server.disks.size is None else server.disks.size / GB,
    }
    lines = [f"# {outcome.stamp.origin}", f"# {outcome.stamp.command}"]
    lines += [f"{name} = {_value(value)}" for name, value in values.items()]
    tiers = {each.tier.name: _tier(each.tier.server, each.servers.whole.value) for each in sizing.tiers}
    inside = [f"  {_value(name)} = {{ {_fields(of)} }}" for name, of in tiers.items()]
    return "\n".join([*lines, *(["tiers = {", *inside, "}"] if inside else [])]) + "\n"


def _type(server: Server) -> str:
    return server.name


def _tier(server: Server, servers: float) -> Mapping[str, object]:
    return {"instance_type": _type(server), "instance_count": round(servers), "disk_count": server.disks.count}


def _fields(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {_value(value)}" for name, value in values.items())


def _value(value: object) -> str:
    """A value of HCL: that of JSON, but for what begins a template."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False).replace("${", "$${").replace("%{", "%%{")
