"""The figures of an outcome as data, the same that the report shows: what `plan --json` writes.

At the top stand units (exact, as the documents count), whole_units and whole servers, racks, cost_per_month (of what
is bought, without bandwidth), cost_in_all_per_month (what traffic costs too, and its parts), capacity_mbps (what one
unit carries as planned), binding_limit (what stops it) and next_limit by name; under "carries" what one server carries
and which way it was sized, under "as_bought" a server of the farm at its share of the demand; then saving and
footprint; the same for the baseline under "baseline". Every figure is {value, half_width, confidence, samples, unit},
or {refused: reason} where too few samples stand behind it. The same outcome gives the same bytes.
"""

from collections.abc import Mapping, Sequence
from math import isfinite

from models.parts.targets import Targets
from models.quantities.units import USD
from models.scenario import Scenario
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.limits import Limit
from simulator.experiment.node_failure import NodeFailure
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import ServerCapacity
from simulator.experiment.verdicts import Verdict
from simulator.farm.alternatives import LargerCache
from simulator.farm.cache_at_work import CacheAtWork
from simulator.farm.checkpoints import checkpoints
from simulator.farm.comparison import Comparison, Saving
from simulator.farm.costs.origin_share import joint_traffic, origin_traffic
from simulator.farm.disk_wear import disk_wear
from simulator.farm.farm import Farm, MonthlyPayment
from simulator.farm.job_queues import MINUTE, JobQueue, job_queues
from simulator.farm.operating_point import OperatingPoint
from simulator.farm.outcome import Outcome
from simulator.farm.prediction import PREDICTED
from simulator.farm.raised_setting import SettingFirst
from simulator.farm.replica_lag import HOUR, ReplicaLag, replica_lags
from simulator.farm.settings import Setting, settings
from simulator.farm.sizing import Sizing
from simulator.farm.stopping_limit import stopping_limit
from simulator.farm.tier_failure import TierFailure
from simulator.farm.tiers import TierServers
from simulator.messages.output import EACH_REPEATS
from simulator.messages.wording import node_word
from simulator.output.figure import FORMAT, Data, counted_data, figure_data
from simulator.output.provenance import provenance_data

_HOUSED = ("racks", "rack_units", "power_kw", "provisioned_kw", "exact_power_kw", "exact_provisioned_kw")


def figures(outcome: Outcome) -> Data:
    """Every figure of a plan, its baseline, and where they come from."""
    compared = _compared(outcome.comparison) if outcome.comparison else {}
    baseline = _one(outcome.baseline) if outcome.baseline else None
    fails = {"baseline_fails": outcome.baseline_fails} if outcome.baseline_fails else {}
    return {"format": FORMAT, **_one(outcome), **compared, "baseline": baseline, **fails, **provenance_data(outcome)}


def _one(outcome: Outcome) -> Data:
    """The figures of one side of the comparison."""
    results, capacity, binding = outcome.results, outcome.capacity, outcome.binding
    return {
        "scenario": outcome.scenario.name,
        "recommended": outcome.recommended if outcome.farm else None,
        **farm_data(outcome.farm),
        "far_too_large": outcome.is_far_too_large,
        "fits": _fits(outcome),
        "last_unit": outcome.last_unit._asdict() if outcome.last_unit else None,
        "carries": _carries(outcome.carried, outcome.scenario.targets),
        "as_bought": [operating_point_data(each, outcome.farm) for each in outcome.operating_points if outcome.farm],
        **tiers_down_data(outcome.tiers_down),
        "capacity_mbps": figure_data(capacity.unit_mbps),
        "capacity_mbps_with_spares": figure_data(capacity.unit_mbps_full),
        "server_mbps": figure_data(capacity.server_mbps),
        "capacity_requests": figure_data(capacity.unit_requests),
        "binding_limit": outcome.bottleneck.name,
        "turned_away_at": binding.turned_away_at.name if binding.turned_away_at else None,
        "next_limit": binding.next.name if binding.next else None,
        "limits": [_limit(limit) for limit in outcome.limits],
        "settings": [_setting(each) for each in settings(outcome.scenario)],
        "setting_first": setting_first_data(outcome.setting_first) if outcome.setting_first else None,
        "larger_cache": larger_cache_data(outcome.larger_cache) if outcome.larger_cache else None,
        "servers_by_work": dict(outcome.by_work),
        "measures": _figures(results.measures),
        "refused": _figures(results.refused),
        "failed": _figures(results.failed),
        "targets": {verdict.target: verdict_data(verdict) for verdict in outcome.verdicts},
        "targets_met": outcome.met,
    }


def _carries(carried: ServerCapacity, targets: Targets) -> Data:
    """What one server carries, and what stops it there."""
    return {
        "sized_by": carried.way,
        "server_mbps": figure_data(carried.mbps),
        "server_requests": figure_data(carried.requests),
        "stopped_by": stopping_limit(carried, targets).name or None,
        "missed_beyond": carried.target or None,
        "missed_in": dict(carried.missed_in),
        "limits": [_limit(limit) for limit in carried.limits],
        **rated_data(carried.together, carried.through),
        **(_by_path(carried) if carried.group else {}),
    }


def _by_path(carried: ServerCapacity) -> Data:
    """The group of nodes that stops the unit first, and the requests/s of the unit at which each is full."""
    return {"group": carried.group, "groups_full_at": {name: figure_data(rate) for name, rate in carried.of_groups}}


def rated_data(together: int, through: NodeFailure | None) -> Data:
    """The same as data: `nodes_in_one_world`, and `through_failure`, None where nothing is said of failures."""
    return {
        "nodes_in_one_world": together,
        "through_failure": None
        if through is None
        else {
            "nodes_that_die": through.dead,
            "noticed_after_s": through.noticed,
            "within_targets_after_s": through.within,
            "share_of_load": None if through.share is None else figure_data(through.share),
            "lowers_the_load": through.lowers,
            "missed_beyond": through.target,
            "limit": through.limit or None,
        },
    }


def operating_point_data(operating_point: OperatingPoint, farm: Farm) -> Data:
    """One server of the farm at its share of the demand, and what all that are at work draw."""
    drawn, rented = farm.power_of(operating_point), farm.scenario.server.is_rented
    return {
        "state": operating_point.state,
        f"{node_word(farm.scenario)}s": operating_point.servers,
        "requests": figure_data(operating_point.requests),
        "power_kw": None if rented else figure_data(drawn.average),
        "provisioned_kw": None if rented else figure_data(drawn.provisioned),
        "limits": [_limit(limit) for limit in operating_point.limits],
        "measures": _figures(operating_point.results.measures),
        "targets": {verdict.target: verdict_data(verdict) for verdict in operating_point.verdicts},
    }


def spares_down_data(scenario: Scenario, down: OperatingPoint | Unavailable) -> Data:
    """A server, or a pod, of a unit at a stated load while its spares are down."""
    if isinstance(down, Unavailable):
        return {"reason": down.reason}
    return {
        "state": down.state,
        f"{node_word(scenario)}s": down.servers,
        "requests": figure_data(down.requests),
        "limits": [_limit(limit) for limit in down.limits],
        "measures": _figures(down.results.measures),
        "targets": {verdict.target: verdict_data(verdict) for verdict in down.verdicts},
    }


def tiers_down_data(tier_failures: Sequence[TierFailure]) -> Data:
    """Each tier with one of its servers down, under `tiers_down`, and each while a new version of its pods is rolled
    out, under `rollouts`; nothing without any."""
    down = [_tier_down(each) for each in tier_failures if not each.rollout]
    out = [_tier_down(each) for each in tier_failures if each.rollout]
    return {**({"tiers_down": down} if down else {}), **({"rollouts": out} if out else {})}


def _tier_down(tier_failure: TierFailure) -> Data:
    """A tier with one of its servers down."""
    return {
        "tier": tier_failure.tier,
        "pods_left" if tier_failure.rollout else "servers_left": tier_failure.left,
        "in_use": None if tier_failure.used is None else figure_data(exact(tier_failure.used, "%")),
        "enough": tier_failure.enough,
        "most_used": tier_failure.at,
        "targets": {verdict.target: verdict_data(verdict) for verdict in tier_failure.verdicts},
    }


def _fits(outcome: Outcome) -> Data | None:
    """The farm that fits the demand better, and what of the scenario is other then, by path."""
    farm = outcome.fits
    if farm is None:
        return None
    return {"server": farm.scenario.server.name, "changes": outcome.changes_to_fit, **farm_data(farm)}


def farm_data(farm: Farm | None) -> Data:
    """Units, servers, racks, power and money of what is bought, and which other numbers of units the interval of what
    one carries holds; null without a demand."""
    if farm is None:
        return dict.fromkeys(("demand", "units", "whole_units", "servers", "racks", "cost_per_month", "costs"))
    few, many = farm.sizing.units_between
    counts = {**_counts(farm.decided.sizing), "units_within_the_interval": {"fewest": few, "most": many}}
    if farm.enough is not None:
        counts["units_enough"] = figure_data(farm.enough.sizing.units.whole)
    counts |= _from_origin(farm) | _replicas(farm) | _checkpoints(farm) | _queues(farm)
    if farm.scenario.server.is_rented:  # The provider has the racks, and tells no power.
        counts |= dict.fromkeys(_HOUSED)
        counts.pop("in_all", None)
    return {**counts, **_costs(farm.decided)}


def _counts(sizing: Sizing) -> Data:
    servers = sizing.capacity.servers / sizing.capacity.nodes
    return {
        "demand": figure_data(sizing.demand),
        "demanded": {
            "stated": sizing.demanded.stated,
            "counted_by": sizing.demanded.basis,
            "amount": figure_data(sizing.demanded.amount),
            "requests": sizing.demanded.requests,
        },
        "reserve": sizing.reserve,
        "spare_units": sizing.spare_units,
        "stated": {
            "reserve": figure_data(exact(sizing.reserve, "")),
            "spare_units": figure_data(exact(sizing.spare_units, "")),
            "servers_of_a_unit": figure_data(exact(sizing.capacity.servers, "")),
        },
        "unit_carries": figure_data(sizing.unit_carries),
        **({"busiest_unit": figure_data(exact(sizing.busiest_unit, ""))} if sizing.busiest_unit > 1.0 else {}),
        "units": figure_data(sizing.units.exact),
        "whole_units": figure_data(sizing.units.whole),
        "servers": figure_data(sizing.servers.whole),
        **(_pods(sizing) if sizing.capacity.in_pods else {}),
        "exact_servers": figure_data(sizing.servers.exact),
        "needed_servers": figure_data(sizing.needed_servers.times(servers, "servers")),
        "spare_servers": figure_data(sizing.spare_servers.times(servers, "servers")),
        "racks": figure_data(sizing.racks),
        "rack_units": counted_data(sizing.rack_units),
        "farm_mbps": figure_data(sizing.farm_mbps),
        "residual_mbps": figure_data(sizing.residual_mbps),
        "supports": figure_data(sizing.supports),
        "power_kw": figure_data(sizing.whole_power.average),
        "provisioned_kw": figure_data(sizing.whole_power.provisioned),
        **(_with_tiers(sizing) if sizing.tiers else {}),
        "exact_power_kw": figure_data(sizing.power.average),
        "exact_provisioned_kw": figure_data(sizing.power.provisioned),
    }


def _pods(sizing: Sizing) -> Data:
    """The pods that stand on the servers: all, and those of a unit."""
    return {"pods": figure_data(sizing.nodes.whole), "pods_of_a_unit": sizing.capacity.nodes}


def _from_origin(farm: Farm) -> Data:
    """What the origin delivers to all servers at the demand; nothing without an origin."""
    found = origin_traffic(farm.scenario, farm.sizing)
    if found is None:
        return {}
    told: Data = {"mbps": figure_data(found.mbps), "share_of_wire": figure_data(found.share), "by": found.by}
    if found.by_class:
        told["misses_by_class"] = {name: figure_data(missed) for name, missed in found.by_class.items()}
    if found.revalidated is not None:
        told["revalidations"] = figure_data(found.revalidated)
    if (joint := joint_traffic(farm.scenario, farm.sizing, farm.carried)) is not None:
        told["fetches"] = {"each": joint.each._asdict(), "one_for_all": joint.one._asdict()}
    wear = disk_wear(farm.scenario, farm.sizing)
    if wear is None:
        return {"from_origin": told}
    worn = {
        "tb_a_day": figure_data(wear.written),
        "years": figure_data(wear.years) if wear.years else None,
        "at_most": wear.at_most,
    }
    return {"from_origin": told, "disk_wear": worn}


def _replicas(farm: Farm) -> Data:
    """How far the replicas of databases lag at the demand, and how long they take to catch up; nothing without any."""
    lags = replica_lags(farm)
    return {"replicas": [_replica(each) for each in lags]} if lags else {}


def _checkpoints(farm: Farm) -> Data:
    """What databases write back at the demand, and how often; nothing without any."""
    found = [
        {
            "tier": each.tier,
            "apart": figure_data(exact(each.seconds, "s")),
            "pages_changed": figure_data(exact(each.changed, "")),
            "pages_written_back": figure_data(exact(each.written, "")),
            "disk_writes": figure_data(exact(each.disks, "B/s")),
            "log_writes": figure_data(exact(each.log, "B/s")),
            "log_whole_pages": figure_data(exact(100.0 * each.whole, "%")),
            "timer": each.timed,
        }
        for each in checkpoints(farm)
    ]
    return {"checkpoints": found} if found else {}


def _queues(farm: Farm) -> Data:
    """What is posted to queues at the demand, how fast workers catch up, and what brokers have room for; nothing
    without any."""
    queues = job_queues(farm)
    return {"queues": [_queue(each) for each in queues]} if queues else {}


def _queue(each: JobQueue) -> Data:
    """A queue; null where workers never catch up."""
    catch_up = each.catch_up(MINUTE)
    return {
        "tier": each.tier,
        "jobs": figure_data(exact(each.jobs, "/s")),
        "workers_can_do": figure_data(exact(each.capacity, "/s")),
        "limit": f"{each.place} of {each.at}",
        "limit_in_use": figure_data(exact(100.0 * each.used, "%")),
        "backlog_of_a_minute": figure_data(exact(each.backlog(MINUTE), "")),
        "catch_up_of_a_minute": figure_data(exact(catch_up, "s")) if isfinite(catch_up) else None,
        "room": figure_data(exact(each.messages, "")),
        "full_after": figure_data(exact(each.full_after, "s")),
        "job_alone": figure_data(exact(each.alone, "s")),
    }


def _replica(each: ReplicaLag) -> Data:
    """The replicas of a tier; null where they fall behind for ever."""
    known = isfinite(each.lag)
    return {
        "tier": each.tier,
        "primary": each.primary,
        "writes": figure_data(exact(each.writes, "/s")),
        "appliers_in_use": figure_data(exact(100.0 * each.used, "%")),
        "lag": figure_data(exact(each.lag, "s")) if known else None,
        "catch_up_of_an_hour": figure_data(exact(each.catch_up(HOUR), "s")) if known else None,
    }


def _with_tiers(sizing: Sizing) -> Data:
    """The servers of other tiers, which are in none of the other counts but the racks, and all servers together."""
    drawn = sizing.whole_power_in_all
    return {
        "tiers": [_tier(each) for each in sizing.tiers],
        "in_all": {
            "servers": sizing.servers_in_all.whole.value,
            "rack_units": counted_data(sizing.rack_units_in_all),
            "power_kw": figure_data(drawn.average),
            "provisioned_kw": figure_data(drawn.provisioned),
        },
    }


def _tier(each: TierServers) -> Data:
    """The servers of another tier."""
    return {
        "tier": each.tier.name,
        "servers_of_a_unit": figure_data(exact(each.a_unit, "")),
        "servers": figure_data(each.servers.whole),
        **({} if each.tier.pods is None else {"pods": figure_data(each.called.whole)}),
        "in_use": figure_data(exact(each.in_use, "%")),
        "fewest": figure_data(_fewest(each)),
        "power_kw": figure_data(each.whole_power.average),
        "provisioned_kw": figure_data(each.whole_power.provisioned),
        "rack_units": counted_data(each.rack_units),
        **({"cache": _cache(each.cache)} if each.cache else {}),
    }


def _cache(cache: CacheAtWork) -> Data:
    """How a tier works as a cache."""
    return {
        "hits": figure_data(exact(cache.hits, "%")),
        "hits_one_down": figure_data(exact(cache.hits_one_down, "%")),
        **({} if cache.origin_one_down is None else {"origin_one_down": figure_data(cache.origin_one_down)}),
        "items_held": cache.held,
        "evicted": figure_data(exact(cache.evicted, "/s")),
        "warms": None if cache.warms is None else figure_data(exact(cache.warms, "s")),
        "refills": None if cache.refills is None else figure_data(exact(cache.refills, "s")),
    }


def _fewest(each: TierServers) -> Estimate | Unavailable:
    if each.fewest is None:
        return Unavailable(EACH_REPEATS)
    return exact(each.fewest, "servers")


def _costs(farm: Farm) -> Data:
    """The bill: what is bought and run, its range over that of the prices, the bandwidth apart, and all of it."""
    cost, over_prices = farm.cost, farm.range
    items, capital, over_capital = (*cost.items, cost.bandwidth), farm.capital, farm.capital_range
    return {
        "capital": {
            "total": counted_data(capital.total),
            **{item.name: {**counted_data(item.amount), "basis": item.basis} for item in capital.items},
            "low": over_capital.low, "high": over_capital.high,
        },
        "cost_per_month": figure_data(cost.total.whole),
        "cost_per_month_over_prices": {
            "low": over_prices.low, "high": over_prices.high, "resting_on": list(over_prices.resting_on),
        },
        "cost_in_all_per_month": {
            **_paid(farm.in_all), "parts": {name: _paid(each) for name, each in farm.paid_for.items()},
            "probability_within": PREDICTED if farm.is_predicted else None,
            "origin_at_no_stated_price": farm.fetches_at_no_price,
        },
        **_carbon(farm),
        **_exchange(farm),
        **_egress_price(farm),
        "costs": {
            "year": cost.year,
            "total": counted_data(cost.total),
            "per_mbps": counted_data(cost.per_mbps),
            "total_with_bandwidth": counted_data(cost.with_bandwidth),
            **{item.name: {**counted_data(item.amount), "basis": item.basis} for item in items},
        },
    }  # fmt: skip


def _egress_price(farm: Farm) -> Data:
    """What a GB costs that leaves a cloud, where its price has steps."""
    found = farm.cost.egress_price
    if found is None:
        return {}
    unit = f"{farm.cost.currency}/GB"
    return {
        "egress_price": {
            "volume": figure_data(exact(found.gigabytes, "GB/month")),
            "average": figure_data(exact(found.average, unit)),
            "next": figure_data(exact(found.next_one, unit)),
        }
    }


def _paid(monthly_payment: MonthlyPayment) -> Data:
    return {**figure_data(monthly_payment.amount), "low": monthly_payment.over.low, "high": monthly_payment.over.high}


def _carbon(farm: Farm) -> Data:
    """Tonnes of CO2 a year with their range; nothing where none are told."""
    found, over = farm.carbon, farm.carbon_range
    return {} if found is None else {"carbon": {**counted_data(found), "low": over.low, "high": over.high}}


def _exchange(farm: Farm) -> Data:
    """The currency of the bill and the US dollars that one of it costs, where it is not in US dollars."""
    prices = farm.scenario.datacenter.prices
    return {} if prices.currency == USD else {"currency": prices.currency, "usd_rate": prices.usd_rate}


def _compared(comparison: Comparison) -> Data:
    return {
        "capacity_ratio": figure_data(comparison.capacity),
        "footprint": {"exact": figure_data(comparison.footprint), "whole": figure_data(comparison.whole_footprint)},
        "saving": {
            saving.name.replace(" ", "_"): {
                "exact_percent": figure_data(saving.exact_percent),
                "whole_percent": figure_data(saving.whole_percent),
                **{f"{key}_{_currency(saving)}": value for key, value in counted_data(saving.money).items()},
            }
            for saving in comparison.savings
        },
        "changes": {change.name: figure_data(change.percent) for change in comparison.changes},
        "changed": {
            change.name: {"plan": figure_data(change.plan), "baseline": figure_data(change.baseline)}
            for change in comparison.changes
        },
    }


def _currency(saving: Saving) -> str:
    """The currency of what is saved, as a key has it."""
    return saving.money.whole.unit.partition("/")[0].lower()


def _limit(limit: Limit) -> Data:
    return {
        "name": limit.name,
        "kind": limit.kind,
        "category": limit.category,
        "limit": limit.limit,
        "origin": limit.origin,
        "utilisation": figure_data(limit.utilisation),
        "growth": figure_data(limit.growth),
        "turned_away": figure_data(limit.turned_away),
    }


def _setting(setting: Setting) -> Data:
    """A setting as its file has it."""
    return {
        "path": setting.path or None,
        "file": setting.file,
        "name": setting.name,
        "value": setting.value,
        "unless_set": setting.unless_set or None,
        "bound": setting.bound,
    }


def larger_cache_data(found: LargerCache) -> Data:
    """What of a cache makes a farm cheaper, with its servers and what it saves a month."""
    servers = figure_data(found.farm.sizing.servers.whole)
    return {"upgrade": found.name, "with": found.adapted, "servers": servers, "saved": figure_data(found.saved.amount)}


def setting_first_data(first: SettingFirst) -> Data:
    """What to raise first, and what stops a server then."""
    raised = [{"path": each.path, "stated": each.stated, "raised": each.raised} for each in first.raised]
    return {
        "raised": raised,
        "server_requests": figure_data(first.requests),
        "server_mbps": figure_data(first.mbps),
        "stopped_by": first.stop.name if first.stop else None,
        "tiers": {name: {"servers": each.now, "servers_then": each.then} for name, each in first.tiers.items()},
    }


def verdict_data(verdict: Verdict) -> Data:
    """A target, what was measured, and whether it is met."""
    return {
        "asked": verdict.asked,
        "bound": "at least" if verdict.at_least else "at most",
        "unit": verdict.unit,
        "measured": figure_data(verdict.measured),
        "met": verdict.met,
        "clear": verdict.clear,
        **({"state": verdict.state} if verdict.state else {}),
    }


def _figures(measures: Mapping[str, Estimate | Unavailable]) -> Data:
    return {name: figure_data(measure) for name, measure in measures.items()}
