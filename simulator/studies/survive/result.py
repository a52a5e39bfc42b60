"""What becomes of a unit as data: what `survive --json` writes."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from simulator.failover.collapse import Collapse
from simulator.failover.job_backlogs import JobBacklog
from simulator.failover.phases import Phase
from simulator.failover.reconnection import ReconnectStorm
from simulator.failover.recovery_time import TargetViolation
from simulator.failover.session_outcomes import SessionOutcomes
from simulator.failover.survive import FailoverResult, GroupFailover
from simulator.failover.time_course import TimeCourse
from simulator.failover.year import FailureYear
from simulator.farm.stamp import Stamp
from simulator.network.cluster import NodeEvent
from simulator.output.blocks import Block, Report
from simulator.output.figure import figure_data
from simulator.output.sections import terminal_blocks
from simulator.studies.result import Result
from simulator.studies.survive.document import SECTIONS, survival_report


@dataclass(frozen=True, repr=False, eq=False)
class SurviveResult(Result):
    """What becomes of a unit whose nodes fail or are maintained, and of those who use it."""

    unit: FailoverResult
    stamp: Stamp

    @property
    def met(self) -> bool:
        return bool(self.unit.met)

    @property
    def outside_minutes(self) -> float:
        """Minutes outside the targets."""
        return self.unit.recovery.outside.value

    def to_dict(self) -> dict[str, object]:
        return survival_data(self.unit)

    def blocks(self) -> list[Block]:
        return terminal_blocks(SECTIONS, self.unit)

    def report(self) -> Report:
        return survival_report(self.unit, self.stamp)

    def summary(self) -> Mapping[str, object]:
        return {"scenario": self.unit.scenario.name, "outside_minutes": self.outside_minutes, "met": self.unit.met}


def survival_data(failover_result: FailoverResult) -> dict[str, object]:
    """The load, the events, the phases, what breaks, whom it hurts (one entry a replication), and the courses."""
    load, recovery, series = failover_result.load, failover_result.recovery, failover_result.over_time
    return {
        "scenario": failover_result.scenario.name,
        "load": {
            "requests_of_a_server": load.requests,
            "share_of_what_it_carries": figure_data(load.share) if load.share else None,
            "how": load.how,
        },
        "simulated_share_of_time": short.share if (short := failover_result.watch.shortened) else 1.0,
        "targets_met": failover_result.met,
        "outside_minutes": figure_data(recovery.outside),
        "outside_before": figure_data(recovery.before),
        "recovered_after": figure_data(recovery.recovered),
        "recovered_after_return": figure_data(recovery.after_return),
        "breaks": [_broken(each) for each in recovery.breaks],
        **({"queues": [_queue(each) for each in backlogs]} if (backlogs := failover_result.backlogs) else {}),
        "events": [
            _event(each, failover_result.watch.plan.warm_up)
            for each in failover_result.watch.network.events
            if failover_result.watch.away and not each.stations and not each.server
        ],
        "slow_tiers": [
            {"tier": each.tier, "server": each.node + 1, "from": each.begins, "to": each.ends, "speed": each.speed}
            for each in failover_result.watch.tiers
            if each.serves
        ],
        "dead_servers": [
            {
                "tier": each.tier,
                "server": each.node + 1,
                "from": each.dies,
                "to": each.stands,
                "calls_leave": each.leaves,
                "calls_join": each.joins,
            }
            for each in failover_result.watch.tiers
            if not each.serves
        ],
        "crowds": [
            {"from": each.begins, "to": each.ends, "times": each.times} for each in failover_result.watch.crowds
        ],
        **(
            {"groups": [_group(each) for each in failover_result.groups]}
            if failover_result.groups
            else _of_alike(failover_result)
        ),
        "sessions": [_session_data(each) for each in failover_result.session_outcomes],
        "year": _year(failover_result.year) if failover_result.year else None,
        **({"found_by_name": vars(failover_result.comes_still)} if failover_result.comes_still else {}),
        **({"reconnects": _reconnects(storm)} if (storm := failover_result.reconnects) else {}),
        "collapse": _collapse(failover_result.collapse) if failover_result.collapse else None,
        "over_time": {
            "time": [float(each) for each in series.time],
            "courses": [_course(each) for each in series.courses],
            "open_sessions_of_nodes": [_course(each) for each in series.at_nodes],
        },
    }


def _reconnects(storm: ReconnectStorm) -> dict[str, float | None]:
    """What comes to each node that is left; what is without end, or never over, is None."""
    return {name: value if isfinite(value) else None for name, value in vars(storm).items()}


def _of_alike(failover_result: FailoverResult) -> dict[str, object]:
    """What is told of a node that serves, where all of them get the same."""
    return {"phases": [_phase(each) for each in failover_result.phases], "at_worst": _phase(failover_result.worst)}


def _group(group: GroupFailover) -> dict[str, object]:
    """A group of nodes, as a unit by itself."""
    found = group.found
    recovery = found.recovery
    return {
        "name": group.name,
        "nodes": found.watch.nodes,
        "requests_of_a_server": found.load.requests,
        "targets_met": found.met,
        "outside_minutes": figure_data(recovery.outside),
        "recovered_after": figure_data(recovery.recovered),
        "breaks": [_broken(each) for each in recovery.breaks],
        **_of_alike(found),
        "sessions": [_session_data(each) for each in found.session_outcomes],
        "year": _year(found.year) if found.year else None,
    }


def _event(each: NodeEvent, since: float) -> dict[str, object]:
    return {"node": each.node + 1, "what": each.what, "at": each.at - since, "speed": each.speed}


def _collapse(loads: Collapse) -> dict[str, object]:
    return {
        "survives_up_to": figure_data(loads.survives),
        "recovers_below": figure_data(loads.recovers),
        "stays_down": loads.stays_down,
        "replications_at_an_end": loads.at_an_end,
    }


def _year(year: FailureYear) -> dict[str, object]:
    return {
        "minutes_outside": figure_data(year.minutes),
        "requests_lost": figure_data(year.lost),
        "of_the_error_budget": figure_data(year.of_budget) if year.of_budget else None,
        "node_unavailable_percent": year.unavailable,
        "minutes_beyond": year.beyond,
        "by_nodes_down": [
            {
                "nodes": each.servers,
                "percent_of_the_year": each.share,
                "outside": figure_data(each.outside),
                "failures": each.failures,
                "minutes_of_a_failure": figure_data(each.each) if each.each else None,
            }
            for each in year.down
        ],
    }


def _broken(each: TargetViolation) -> dict[str, object]:
    return {
        "target": each.target.value,
        "limit": each.limit or None,
        **({"group": each.group} if each.group else {}),
        "minutes": figure_data(each.minutes),
        "since": each.since,
        "until": each.until,
        "lost_in_its_worst_window": each.lost,
    }


def _phase(each: Phase) -> dict[str, object]:
    return {
        "from": each.begins,
        "to": each.ends,
        "nodes_away": each.away,
        "nodes_dead_and_not_noticed": each.unnoticed,
        "nodes_slow": each.slow,
        "tier_servers_down": each.servers_down,
        "requests_of_a_node": figure_data(each.node_requests),
        "times_before": figure_data(each.times),
        "errors": figure_data(each.errors),
        "response_mean": figure_data(each.response),
        "response_p95": figure_data(each.p95),
        "sessions_of_a_node": figure_data(each.sessions),
        "most_used": {"name": each.most_used, "utilisation": figure_data(each.used)},
    }


def _session_data(each: SessionOutcomes) -> dict[str, object]:
    return {
        "open_before": each.open_before,
        "came": each.came,
        "completed": each.completed,
        "lost": dict(each.lost),
        "open_after": each.open_after,
        "at_nodes_that_died": each.there,
        "reset": each.reset,
        "sent_to_dead_nodes": each.sent_to_dead,
        "connected_anew": each.came_again,
        "met_dead_servers": each.met_server,
        "tried_again": each.tried_again,
        **({"gave_up_waiting": dict(each.gave_up)} if each.gave_up else {}),
        "adds_up": each.adds_up,
    }


def _course(each: TimeCourse) -> dict[str, object]:
    return {
        "name": each.name,
        "unit": each.unit,
        "value": [float(value) for value in each.value],
        "half_width": [float(value) for value in each.half_width],
    }


def _queue(backlog: JobBacklog) -> dict[str, object]:
    """The jobs of a queue that are not done."""
    return {
        "queue": backlog.queue,
        "not_done_before": figure_data(backlog.before),
        "not_done_at_most": figure_data(backlog.most),
        "caught_up_after": figure_data(backlog.caught_up),
    }
