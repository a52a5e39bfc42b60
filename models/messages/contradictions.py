"""What is said of parts that do not go together: processes and their system, prices, racks, the run."""

from models.messages.template import problem, sentence

KERNEL_NARROWER_THAN_PROCESSES = (
    "a 32-bit kernel runs no 64-bit processes",
    "write none, or `bits: 64` for the kernel",
)
REFUSED_COME_BACK_AT_ONCE = (
    "a refused client of a population would come back at the same moment, for ever",
    "write how long it pauses, e.g. 1 s",
)
processes_too_wide = problem(
    "{operating_system} runs no {bits}-bit processes",
    "write 32, or choose an operating system whose address_space has process_64",
)
process_larger_than_space = problem(
    "with one read buffer larger than the address space of a process, {space}",
    "make it smaller",
)
ram_below_process = problem(
    "too small for the worker process ({base}) and the system (256 MiB)",
    "write at least {least}",
)
cache_beyond_process = sentence(
    "a process of {system} has {space} of address space, of which a file cache can fill {percent:.3g} %"
)
cache_beyond_ram = sentence("with the worker process and the system it is larger than the RAM, {ram}")
cache_beyond_both = sentence("it is larger than both the address space ({space}) and the RAM ({ram}) allow")
file_cache_too_large = problem(
    "this file cache does not fit: {reason}",
    "write at most {largest}, or `{{up_to: ...}}` to take what fits",
)
think_time_too_long = problem(
    "too long for a connection that is closed after {timeout} of silence",
    "write at most {longest}, or a longer web_server.connection_timeout",
)
client_too_slow = problem(
    "the web server disconnects clients below {minimum}",
    "write a higher rate, or a lower web_server.minimum_client_rate",
)
pool_too_small = problem(
    "the {pool} that this machine has leave no room for a connection above the reserve",
    "at least {needed} are needed: a larger pool, more RAM or a smaller pool_reserve",
)
busy_below_idle = problem("less than when idle, {idle}", "write at least idle_power")
egress_without_price = problem(
    "the server is rented, and what leaves a cloud is paid by the GB",
    "name a price list of a cloud, e.g. `prices: cloud-us-2026`, or write what a GB costs, e.g. {example}",
)
no_price_on_terms = problem(
    "{server} has no price of {term}",
    "write {known}, or state its `instance: {{{term}: ...}}`",
)
gateway_without_price = problem(
    "no price of it is stated",
    "write none, or what one costs in `prices`, e.g. `{example}`",
)
burst_below_baseline = problem(
    "less than the baseline, {baseline}, which `cards` has",
    "write the rate that is reached for minutes, or none",
)
no_working_node = problem("leaves no working node in a unit of {nodes}", "write at most {most}")
higher_than_rack = problem("higher than a rack, {units} units", "write the height of the server in rack units")
more_power_than_rack = problem("more than a rack may draw, {power}", "raise datacenter.prices.rack_power")
run_too_short = problem("shorter than 5 windows of {window}", "write at least {least}, or a shorter run.window")


NO_SPOT_PRICE = (
    "no server of the farm has a price at spot",
    "write its `instance.spot` and `instance.spot_loss`, e.g. 0.12 USD/h and 5 %, or 0 %",
)


SPOT_SHARE_OF_MONTHS_AHEAD = (
    "on which terms further units are ordered is then not known",
    "write 0 %, or `growth: none`",
)
