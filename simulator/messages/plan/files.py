"""What the files of a decision say, and why they cannot be written."""

from models.messages.template import sentence

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
used_at_capacity = sentence("{used} used at the capacity of a server, {load}")
open_at_capacity = sentence("connections: {connections} are open at the capacity of a server, {load}")
in_each_block = sentence("# In each server block: listen 443 ssl {name}={value};")
written = sentence("{files} files of this decision: {folder}")
nothing_written = sentence("Nothing is written to {folder}: this farm misses its targets.")
no_farm = sentence("No farm is recommended: {reason}.")
