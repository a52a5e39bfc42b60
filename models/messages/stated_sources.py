"""What is said of the sources of values."""

from models.messages.template import problem

NO_SOURCE = ("a value without its source", "add `source: ...` or `assumed: LOW to HIGH`")
INTERVAL_WITHOUT_ENDS = ("an interval needs its two ends", "write `LOW to HIGH`")
INTERVAL_NOT_MEASURED = ("an interval belongs to what was measured", "add `kind: measured`")
ASSUMPTION_WITHOUT_RANGE = ("an assumption needs its range", "write `LOW to HIGH`")
ASSUMPTION_WITHOUT_REASON = ("an assumption without its reason", "add `why: ...`")
unknown_beside_value = problem("unknown key beside `value`", "allowed are {known}")
no_kind_of_source = problem("not a kind of source", "allowed are {allowed}")
