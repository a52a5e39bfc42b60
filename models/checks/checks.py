"""Checks across the parts of a scenario: values that are possible each, but not together."""

from collections.abc import Callable, Iterator

from models.checks.balancer_checks import BALANCER_RULES, GROUP_RULES
from models.checks.cache_checks import CACHE_RULES
from models.checks.content_checks import CONTENT_RULES
from models.checks.correlation_checks import CORRELATION_RULES
from models.checks.database_checks import DATABASE_RULES
from models.checks.day_checks import DAY_RULES
from models.checks.disk_checks import DISK_RULES
from models.checks.failure_checks import FAILURE_RULES
from models.checks.growth_checks import GROWTH_RULES
from models.checks.memory_checks import MEMORY_RULES
from models.checks.pod_checks import POD_RULES
from models.checks.pool_checks import POOL_RULES
from models.checks.process_checks import PROCESS_RULES
from models.checks.queue_checks import QUEUE_RULES
from models.checks.replica_checks import REPLICA_RULES
from models.checks.shortfall_checks import SHORTFALL_RULES
from models.checks.tier_checks import TIER_RULES
from models.checks.volume_checks import VOLUME_RULES
from models.checks.workload_checks import TARGET_RULES, WORKLOAD_RULES
from models.checks.zone_checks import ZONE_RULES
from models.messages import contradictions
from models.parts.datacenter import Prices
from models.parts.instance import ON_DEMAND, RENTS, price_key
from models.quantities.units import (
    DATA_RATE,
    DURATION,
    POWER,
    QuantityKind,
    format_memory,
    format_quantity,
    memory_at_least,
    memory_at_most,
)
from models.ram_ledger import RAM_OF_SYSTEM, keeps_ledger, largest_file_cache
from models.reading.catalogue import is_known
from models.reading.finding import Finding
from models.scenario import FarmParts


def check(farm: FarmParts) -> tuple[Finding, ...]:
    """All contradictions between the parts of a farm."""
    return tuple(finding for rule in _RULES for finding in rule(farm))


def _text(value: float, kind: QuantityKind) -> str:
    return format_quantity(value, kind, digits=3)


def _kernel_is_as_wide_as_its_processes(farm: FarmParts) -> Iterator[Finding]:
    if farm.operating_system.bits == 32 and farm.operating_system.address_space.process_64 is not None:
        yield Finding(
            ("operating_system", "address_space", "process_64"),
            *contradictions.KERNEL_NARROWER_THAN_PROCESSES,
            ("none", {"operating_system.bits": "64"}),
        )


def _process_runs(farm: FarmParts) -> Iterator[Finding]:
    if farm.process_address_space == 0.0:
        yield Finding(
            ("web_server", "process", "bits"),
            *contradictions.processes_too_wide(farm.operating_system.name, farm.process_bits),
            ("32",),
        )


def _process_fits(farm: FarmParts) -> Iterator[Finding]:
    server, web = farm.server, farm.web_server
    needed, space = web.process_base_memory + web.read_buffer, farm.process_address_space
    if web.pools:  # the processes of pools have sizes of their own
        return
    if 0.0 < space < needed:
        yield Finding(
            ("web_server", "process_base_memory"), *contradictions.process_larger_than_space(format_memory(space))
        )
    if not keeps_ledger(farm) and web.process_base_memory + RAM_OF_SYSTEM > server.ram:
        yield Finding(
            ("server", "ram"),
            *contradictions.ram_below_process(
                format_memory(web.process_base_memory),
                (least := memory_at_least(web.process_base_memory + RAM_OF_SYSTEM)),
            ),
            (least,),
        )


def _file_cache_fits(farm: FarmParts) -> Iterator[Finding]:
    asked, largest, system = farm.web_server.file_cache, largest_file_cache(farm), farm.operating_system
    space = farm.process_address_space
    if asked.fit or asked.size <= largest or space == 0.0 or keeps_ledger(farm):
        return
    in_process = system.cache_share * space
    reason = (
        contradictions.cache_beyond_process(system.name, format_memory(space), system.cache_share * 100)
        if in_process <= largest * (1 + 1e-9)
        else contradictions.cache_beyond_ram(format_memory(farm.server.ram))
        if asked.size <= in_process
        else contradictions.cache_beyond_both(format_memory(space), format_memory(farm.server.ram))
    )
    yield Finding(
        ("web_server", "file_cache", "size"),
        *contradictions.file_cache_too_large(reason, memory_at_most(largest)),
        (memory_at_most(largest), {"web_server.file_cache": f"{{up_to: {format_memory(asked.size)}}}"}),
    )


def _clients_stay_connected(farm: FarmParts) -> Iterator[Finding]:
    web, session = farm.web_server, farm.workload.session
    longest = web.connection_timeout / 5
    if session.requests > 1 and session.think_time.mean > longest:
        yield Finding(
            ("workload", "session", "think_time", "mean"),
            *contradictions.think_time_too_long(
                _text(web.connection_timeout, DURATION), format_quantity(longest, DURATION)
            ),
            (format_quantity(longest, DURATION),),
        )
    for position, client in enumerate(farm.workload.clients):
        if client.rate <= web.minimum_client_rate:
            yield Finding(
                ("workload", "clients", position, "rate"),
                *contradictions.client_too_slow(format_quantity(web.minimum_client_rate, DATA_RATE)),
            )


def _returning_clients_let_time_pass(farm: FarmParts) -> Iterator[Finding]:
    if farm.workload.population is not None and farm.workload.retries.back_off == 0.0:
        yield Finding(("workload", "retries", "back_off"), *contradictions.REFUSED_COME_BACK_AT_ONCE, ("1 s",))


def _pool_has_room(farm: FarmParts) -> Iterator[Finding]:
    system = farm.operating_system
    pool = system.kernel_pool_for(farm.server.ram)
    needed = system.pool_reserve + (system.pool_per_sending_connection or 0.0)
    if system.kernel_pool is not None and pool < needed:
        yield Finding(
            ("operating_system", "kernel_pool"),
            *contradictions.pool_too_small(format_memory(pool), memory_at_least(needed)),
        )


def _power_rises_with_load(farm: FarmParts) -> Iterator[Finding]:
    if farm.server.busy_power < farm.server.idle_power:
        yield Finding(
            ("server", "busy_power"),
            *contradictions.busy_below_idle(_text(farm.server.idle_power, POWER)),
            (format_quantity(farm.server.idle_power, POWER),),
        )


def _what_leaves_a_cloud_has_a_price(farm: FarmParts) -> Iterator[Finding]:
    rented = [server for server in (farm.server, *(tier.server for tier in farm.tiers)) if server.is_rented]
    if rented and farm.datacenter.prices.egress is None:
        yield Finding(
            ("datacenter", "prices", "egress"),
            *contradictions.egress_without_price(_with_egress(farm.datacenter.prices)),
            (f"0.05 {farm.datacenter.prices.currency}/GB",),
        )


def _instances_have_a_price_on_their_terms(farm: FarmParts) -> Iterator[Finding]:
    rent = farm.datacenter.rent
    servers = (farm.server, *(tier.server for tier in farm.tiers)) if rent else ()
    for server in servers:
        known = [each for each in RENTS if server.instance and server.instance.a_month_on(each) is not None]
        if rent and server.instance and rent not in known:
            yield Finding(
                ("datacenter", "rent"),
                *contradictions.no_price_on_terms(server.name, price_key(rent), " or ".join(known)),
                (ON_DEMAND,),
            )
            return


def _spot_instances_have_a_price(farm: FarmParts) -> Iterator[Finding]:
    if not farm.datacenter.spot_share:
        return
    at = ("datacenter", "spot_share")
    instances = [server.instance for server in (farm.server, *(tier.server for tier in farm.tiers))]
    if not any(instance is not None and instance.spot is not None for instance in instances):
        yield Finding(at, *contradictions.NO_SPOT_PRICE, ("0 %",))
    elif farm.growth is not None:
        yield Finding(at, *contradictions.SPOT_SHARE_OF_MONTHS_AHEAD, ("0 %", {"growth": "none"}))


def _gateways_have_a_price(farm: FarmParts) -> Iterator[Finding]:
    datacenter, prices = farm.datacenter, farm.datacenter.prices
    for key, stated, billed, price in (
        ("load_balancers", datacenter.load_balancers, prices.bills_balancers, "load_balancer_hour"),
        ("nat_gateways", datacenter.nat_gateways, prices.bills_nat, "nat_hour"),
    ):
        if farm.server.is_rented and stated is not None and not billed:
            example = f"{price}: 0.0225 {prices.currency}/h"
            yield Finding(("datacenter", key), *contradictions.gateway_without_price(example), ("none",))


def _with_egress(prices: Prices) -> str:
    """A price of a GB that leaves as one writes it: beside the price list, if it is one of the catalogue."""
    egress = f"egress: 0.05 {prices.currency}/GB"
    listed = is_known(prices.name, Prices.catalogue_folder)
    return f"`prices: {{model: {prices.name}, {egress}}}`" if listed else f"`{egress}` in its prices"


def _burst_is_more_than_the_baseline(farm: FarmParts) -> Iterator[Finding]:
    instance, baseline = farm.server.instance, farm.server.cards_rate
    if instance is not None and instance.burst is not None and instance.burst < baseline:
        yield Finding(
            ("server", "instance", "burst"),
            *contradictions.burst_below_baseline(format_quantity(baseline, DATA_RATE, digits=4)),
            ("none",),
        )


def _unit_has_a_working_node(farm: FarmParts) -> Iterator[Finding]:
    if farm.unit.spare_nodes >= farm.unit.nodes:
        yield Finding(
            ("unit", "spare_nodes"),
            *contradictions.no_working_node(farm.unit.nodes, farm.unit.nodes - 1),
            (str(farm.unit.nodes - 1),),
        )


def _server_fits_the_rack(farm: FarmParts) -> Iterator[Finding]:
    prices, server = farm.datacenter.prices, farm.server
    if server.rack_units > prices.rack_height:
        yield Finding(
            ("server", "rack_units"), *contradictions.higher_than_rack(prices.rack_height), (str(prices.rack_height),)
        )
    if prices.rack_power is not None and server.busy_power > prices.rack_power:
        yield Finding(
            ("server", "busy_power"),
            *contradictions.more_power_than_rack(_text(prices.rack_power, POWER)),
            ({"datacenter.prices.rack_power": format_quantity(server.busy_power, POWER)},),
        )


def _run_has_windows(farm: FarmParts) -> Iterator[Finding]:
    run = farm.run
    if run.seconds < 5 * run.window:
        yield Finding(
            ("run", "duration"),
            *contradictions.run_too_short(_text(run.window, DURATION), format_quantity(5 * run.window, DURATION)),
            (format_quantity(5 * run.window, DURATION),),
        )


_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _kernel_is_as_wide_as_its_processes,
    _process_runs,
    _process_fits,
    _file_cache_fits,
    _clients_stay_connected,
    _returning_clients_let_time_pass,
    _pool_has_room,
    _power_rises_with_load,
    _what_leaves_a_cloud_has_a_price,
    _instances_have_a_price_on_their_terms,
    _spot_instances_have_a_price,
    _gateways_have_a_price,
    _burst_is_more_than_the_baseline,
    _unit_has_a_working_node,
    _server_fits_the_rack,
    _run_has_windows,
    *BALANCER_RULES,
    *PROCESS_RULES,
    *WORKLOAD_RULES,
    *MEMORY_RULES,
    *CONTENT_RULES,
    *DISK_RULES,
    *DAY_RULES,
    *TARGET_RULES,
    *TIER_RULES,
    *POD_RULES,
    *POOL_RULES,
    *DATABASE_RULES,
    *REPLICA_RULES,
    *CACHE_RULES,
    *QUEUE_RULES,
    *SHORTFALL_RULES,
    *CORRELATION_RULES,
    *FAILURE_RULES,
    *GROWTH_RULES,
    *GROUP_RULES,
    *ZONE_RULES,
    *VOLUME_RULES,
)
