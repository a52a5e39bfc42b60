"""What the files of a decision say, and why they cannot be written."""

from pathlib import Path

VARIABLES = """\
# Made by `headroom plan --out`; the values are in headroom.auto.tfvars.
variable "instance_type" {
  description = "Instance or server that clients reach."
  type        = string
}

variable "instance_count" {
  description = "Instances or servers of all units, spares included."
  type        = number
}

variable "unit_count" {
  description = "Units, each behind a balancer of its own."
  type        = number
}

variable "unit_nodes" {
  description = "Instances or servers of a unit, spares included."
  type        = number
}

variable "disk_count" {
  description = "Disks of each instance or server."
  type        = number
}

variable "disk_size_gb" {
  description = "GB (10^9 bytes) of each disk; null where the plan does not say."
  type        = number
  default     = null
}

variable "tiers" {
  description = "Other tiers, by name."
  type        = map(object({ instance_type = string, instance_count = number, disk_count = number }))
  default     = {}
}
"""
NO_DEMAND = "without a demand there is no farm to write out"
MOVE_AWAY = "name another folder, or move this away"


def used_at_capacity(used: str, load: str) -> str:
    """How much of a limit is used at the capacity of a server."""
    return f"{used} used at the capacity of a server, {load}"


def open_at_capacity(connections: str, load: str) -> str:
    """How many connections are open at the capacity of a server."""
    return f"connections: {connections} are open at the capacity of a server, {load}"


def in_each_block(name: str, value: str) -> str:
    """A setting of nginx that stands in each server block."""
    return f"# In each server block: listen 443 ssl {name}={value};"


def written(files: int, folder: Path) -> str:
    """That the files of a decision are written."""
    return f"{files} files of this decision: {folder}"


def nothing_written(folder: Path) -> str:
    """That no files are written for a farm that may not be bought."""
    return f"Nothing is written to {folder}: this farm misses its targets."


def no_farm(reason: str) -> str:
    """That no farm is recommended, and why."""
    return f"No farm is recommended: {reason}."
