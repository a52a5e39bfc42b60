"""A farm that runs, in sentences: the verdict, what it rests on, whether the model describes it, what to change."""

from collections.abc import Iterator, Mapping, Sequence

from models.messages.template import sentence
from models.parts.operating_system import MOST_WITHOUT_REQUESTS
from models.quantities.formatting import count_text, listed, long_duration, significant, size_text
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import Farm
from simulator.farm.misfit import Misfit
from simulator.farm.running_farm import FarmVerdict, RunningFarm
from simulator.messages.prediction import money, probability

_PERCENT, _LEAST = 100.0, 0.001
_DAY = 86_400.0  # Seconds.
title = sentence("{scenario}: what runs")
BY_HOUR = "By the hour of the day"
MEASURED_LINE, MODEL_LINE, HOURS_AXIS = "measured", "model", "hour of the day, UTC"
HOURS_CHART = "The CPU of a server by the hour of the day: as it was measured, and as the model has it."
DOES_IT_DESCRIBE = "Does the model describe this farm?"
OTHER_WORK = "the model does not describe this farm, see below"
MEASURED = "measured: counters of the farm that runs"
_WEEK = 7.0  # Days: in less than that not every day of the week was there.


def verdict(running: RunningFarm, peak: str, stands: bool = True) -> str:
    """Whether the farm that runs is enough, as one repeats it; `peak`: the demand that was measured; stands:
    whether the model is that of this farm, and says anything of it."""
    if not stands:
        return f"Whether {_servers(running, running.units)} can carry the measured peak is not known: {OTHER_WORK}."
    has, must = f"{_servers(running, running.units)} can carry", f"the measured peak of {peak}{_reserve(running)}"
    match running.verdict:
        case FarmVerdict.SHORT:
            return f"Short by {_servers(running, running.missing)}: {has} {_times(running.carries)} {must}."
        case FarmVerdict.TOO_LARGE:
            return f"Too large by {_servers(running, running.give_back)}: {has} {_times(running.carries)} {must}."
        case _:
            return f"Enough: {has} {_times(running.carries)} {must}."


def change(running: RunningFarm) -> str:
    """What to add or to give back, with its money, and how likely the farm is enough for the peak."""
    told = list[str]()
    if running.sure is not None:
        told.append(f"For that peak it is enough with {probability(running.sure)} probability{_down(running)}.")
    if running.missing:
        told.append(f"Add {_servers(running, running.missing)}: {_money(running)} more.")
    if running.give_back:
        sure = "" if running.sure_then is None else f", enough with {probability(running.sure_then)} probability"
        left = count_text((running.units - running.give_back) * running.nodes, "server")
        back = f"Give back {_servers(running, running.give_back)}: {_money(running)} less"
        told.append(f"{back}. That leaves {left}{sure}.")
    return " ".join(told)


def held(running: RunningFarm, ended: str) -> str:
    """That the verdict is that of the last review, whose record ended at a time, and what this record alone says; ""
    where it is not held on to."""
    alone = running.instead_of
    if alone is None:
        return ""
    side = "higher" if running.right > alone.right else "lower"
    right, of_alone = _servers(running, running.right), _servers(running, alone.right)
    return (
        f"Held on to from the review of {ended} UTC: {right} are right. By this record alone {of_alone} would be, but a"
        f" peak less than {_percent(running.tolerance)} {side} would say the same as then, and noise moves a peak."
    )


review_kept = sentence("Kept in {file}: the next `review --keep` holds on to this verdict, within the tolerance.")
NOT_KEPT = "Without a verdict there is nothing to keep."


def last_note(ended: str, verdict: str, servers: int, right: int) -> str:
    """What the last review said."""
    then = "" if right == servers else f", and {right} are right"
    return f"Last review, of counters until {ended} UTC: {verdict} with {count_text(servers, 'server')}{then}."


def not_given_back(running: RunningFarm) -> str:
    """Why not all goes that the model could do without; "" where it does."""
    if running.sure_fewer is None or running.fewer >= running.units - running.give_back:
        return ""
    fewer = count_text(running.fewer * running.nodes, "server")
    return (
        f"By the model {fewer} would do, but with {probability(running.sure_fewer)} probability only: no server was"
        " measured at such a load. Take some out of service for an hour at the peak, and review again."
    )


def until(likely: str | None, between: str, horizon: str, from_history: bool) -> str:
    """Until which month the farm is enough with its reserve; None beyond the `horizon`."""
    by = "the forecast of this record" if from_history else "the growth that the scenario states"
    if likely is None:
        return f"By {by} it stays enough beyond {horizon} ({between})."
    return f"By {by} it is too small in {likely} ({between})."


def too_short(days: float) -> str:
    """Why no forecast is made of counters."""
    return (
        f"Counters of {_days(days)} are too short for a forecast, which takes 24 months;"
        " write `growth: {start: ..., a_year: ...}`."
    )


no_date = sentence("Until when it is enough is not known: {reason}")
RESTS = ", and the verdict rests on what was measured"
CPU_SHARES = "No CPU is above 1 %: if these are shares from 0 to 1, head the column `CPU 0-1`."
bottleneck = sentence("Bottleneck: {name}; one {node} can serve {server}.")


def model_sentence(
    misfit: Misfit | None, work: float | None, error: float | None, described: float | None, has_tiers: bool
) -> str:
    """Whether the model describes the farm, and if not, why. work: the CPU time of a request in times that of the
    scenario; has_tiers: whether the CPU of others was measured too."""
    off = "" if error is None else f", {_percent(error)} off on average"
    near = f"its CPU is near in {_percent(described or 0.0)} of the time{off}"
    told = [] if misfit is None else [f"The model does not describe this farm: {_why(misfit, work, off, near)}."]
    if work is None or described is None:
        of = " of the front servers" if has_tiers else ""
        told.append(f"No CPU{of} was measured, or hardly any was used: the scenario's CPU times are taken as they are.")
        return " ".join(told)
    if misfit is None:
        told.append(f"The model describes this farm: {near}.")
    if misfit not in (Misfit.REQUEST_CPU, Misfit.CPU_WITHOUT_REQUESTS):
        known = misfit is None or not misfit.leaves_no_verdict
        told.append(f"A request takes {_work(work)} the scenario{RESTS if known else ''}.")
    return " ".join(told)


def _why(misfit: Misfit, work: float | None, off: str, near: str) -> str:
    """Why a model does not describe a farm."""
    match misfit:
        case Misfit.CPU_WITHOUT_REQUESTS:
            return "nearly all of its CPU is used without any request, see below; stop what else runs, and review again"
        case Misfit.REQUEST_CPU:
            remedy = "correct `workload.request.cpu`, or count all requests that the servers work for"
            return f"a request takes {_work(work or 0.0)} the scenario, too far off to be the same work; {remedy}"
        case Misfit.CALL_CPU:
            return "the calls of a tier do other work, see below"
        case Misfit.TIER_DISKS:
            return "the disks of a tier do more work than it says, see below"
        case Misfit.OTHER_BYTES | Misfit.RESPONSE_BYTES:
            return "its responses have other bytes"
        case Misfit.CPU_AT_PEAK:
            return f"its CPU is off where the load is largest{off}"
        case Misfit.CPU_BEYOND_PEAK:
            return (
                "its CPU grows faster or slower with the load than the model says, so that at the peak with the reserve"
                f" it is not known ({near}); take servers out of service for an hour at the peak, and review again"
            )
        case Misfit.CPU_IN_OTHER_HOURS:
            return near


def _work(work: float) -> str:
    return "as much CPU time as in" if _times(work) == _times(1.0) else f"{_times(work)} the CPU time of"


def cpu_always(share: float, low: float, high: float, stands: bool) -> str:
    """What share of the CPU is used without any request, with its interval; stands: whether a verdict rests on it."""
    points, ends = significant(_PERCENT * share, 2), f"{significant(_PERCENT * low, 2)} to {_percent(high)}"
    remedy = f"`operating_system: {{cpu_without_requests: {points if share >= _LEAST else 0} %}}`"
    if share < _LEAST:
        return f"By the hours hardly any of the CPU ({ends}) is used without a request: state {remedy}."
    told = f"By the hours {points} % of the CPU ({ends}) is used without any request, such as by agents"
    if share > MOST_WITHOUT_REQUESTS:
        return f"{told}: look at what runs there."
    counts = ", and counts once for each server" if stands else ""
    return f"{told}{counts}: {remedy}."


def misfits(above: Sequence[int], below: Sequence[int]) -> Iterator[str]:
    """The hours of the day in which more, and less, CPU is used than the model says."""
    if above:
        yield f"More CPU than the model at {_hours(above)} UTC: work that is no request, such as a backup?"
    if below:
        yield f"Less CPU than the model at {_hours(below)} UTC: cheaper requests, or some that never came this far?"


def response_off(ratio: float, is_other: bool) -> str:
    """That responses have another size than the model says; is_other: that the bytes are those of other cards."""
    if is_other:
        return (
            f"The servers send {_times(ratio)} the bytes of the model for these requests, too far off to be theirs:"
            " what goes over `lo`, bridges and tunnels is not counted."
        )
    return f"A response has {_times(ratio)} the bytes of the model on the wire: correct `workload.request.size`."


def call_work(tier: str, work: float, is_other: bool, stands: bool) -> str:
    """The CPU time of the calls of a tier in times that of the scenario; stands: whether a verdict is given, which
    rests on it."""
    told = f"A call of {tier} takes {_work(work)} the scenario"
    if is_other:
        return f"{told}, too far off to be the same work: correct its `cpu`."
    return f"{told}{RESTS if stands else ''}."


pods_off = sentence("{tier} had {most:,} pods at the most, and the scenario has {stated:,}: correct `pods.replicas`.")
pod_asks = sentence("A pod of {tier} asks for {asks}, and in the scenario for {stated}: correct `pods`.")


def pod_cpu(request: float, limit: float | None) -> str:
    """The threads that a pod asks for, and how many it may use."""
    return f"{request:g} threads, {'without a limit' if limit is None else f'at the most {limit:g}'}"


def pod_memory(request: float, limit: float | None) -> str:
    """The memory that a pod asks for, and how much it may use."""
    most = "without a limit" if limit is None else f"at the most {size_text(limit)}"
    return f"{size_text(request)} of memory, {most}"


def throttled(tier: str, hours: Sequence[int], most: float) -> str:
    """The hours of the day in which the pods of a tier are throttled often."""
    share, remedy = _percent(most), "raise `pods.cpu.limit`"
    return f"Pods of {tier} are throttled in up to {share} of their periods at {_hours(hours)} UTC: {remedy}."


pods_by_hour = sentence("{tier}: its pods by the hour")


def tier_bytes_off(tier: str, ratio: float) -> str:
    """That a tier sends other bytes than its answers have."""
    return f"Hosts of {tier} send {_times(ratio)} the bytes of the model: correct `answer` of its calls."


# What to correct where the hosts of a tier do other things than the model says.
_USES = {
    "calls": ("calls", "`times` and `share` of its calls"),
    "disk_reads": ("disk reads", "`pages` or `reads` of its calls, `data` and the `buffer_pool`"),
    "disk_writes": ("disk writes", "`writes` of its calls"),
    "disk_read_bytes": ("bytes read from disks", "the `page` of its software, or the size of its objects"),
    "disk_written_bytes": ("bytes written to disks", "`writes` of its calls"),
    "disks_busy": ("work of the disks", "`server.disks`"),
}


def tier_use_off(tier: str, use: str, measured: float, model: float) -> str:
    """That the hosts of a tier do other things at the largest loads than the model says, by the key of what."""
    what, keys = _USES[use]
    off = f"{_times(measured / model)} the {what} of the model" if model > 0.0 else f"{what}, where the model has none"
    return f"At the peak the hosts of {tier} have {off}: correct {keys}."


def tier_memory_off(tier: str, measured: float, stated: float) -> str:
    """That the hosts of a tier have other RAM than its server."""
    own, other = size_text(measured), size_text(stated)
    return f"Hosts of {tier} have {own} of RAM, and in the scenario {other}: is it the same `server`?"


uses_at_peak = sentence("{tier} at the peak")
hosts_measured = sentence("{tier}: its {hosts} that were measured count as its servers: state `servers: {servers:,}`.")
pods_measured = sentence(
    "{tier}: its {pods} that ran at the peak count as its replicas: state `pods: {{replicas: {replicas:,}}}`."
)
count_not_known = sentence(
    "How many servers or pods of {tier} run is not known: as many as the peak takes are assumed. Measure them, or state"
    " `{key}`."
)
hosts_left = sentence(
    "{most:,} of {stated:,} hosts of {tier} were measured; the others are taken to do as much. If there are no others,"
    " correct `servers`."
)


def hosts_off(tier: str, most: int, stated: int) -> str:
    """That more hosts of a tier were measured than the scenario has."""
    return f"{tier} had {count_text(most, 'host')}, and the scenario has {stated:,}: correct `servers`."


hosts_by_hour = sentence("{tier}: its hosts by the hour")


def cores_off(measured: int, stated: int) -> str:
    """That the servers have other CPUs than that of the scenario."""
    own = count_text(measured, "CPU")
    return f"Servers have {own}, and that of the scenario has {stated}: is it the same `server`?"


def upgrade_first(name: str, servers: float | None) -> str:
    """What else to change where a farm is short, by theory."""
    more = "" if servers is None else f", {count_text(round(servers), 'server')} in all"
    return f"Or change first: {name}{more}. `plan --what-would-help` compares all options."


def tiers_first(servers: Mapping[str, int], then: RunningFarm, running: RunningFarm) -> str:
    """That more servers, or pods, of tiers are enough, by theory."""
    now, later = cost_in_all(running.farm), cost_in_all(then.farm)
    told = listed([f"{tier} to {count:,}" for tier, count in servers.items()])
    more = f"for {money(later.value - now.value)} {now.unit} more, by theory"
    return f"Or add to tiers first: {told}{' in each unit' if running.units > 1 else ''}, {more}."


def precision_note(peak: str, carries: str, work: str) -> str:
    """How far another record of the same load would be off. peak, work: the intervals of the peak and of the CPU time
    of a request; carries: that of what the farm can carry in times what it must; "" where nobody knows."""
    told = [f"peak {peak}"] if peak else []
    told += [f"CPU time of a request {work} times that of the scenario"] if work else []
    told += [f"the farm can carry {carries} times what it must"] if carries else []
    return f"95 % intervals: {'; '.join(told)}." if told else ""


def other_server(running: RunningFarm, farm: Farm) -> str:
    """That a farm of another server costs less than what is left of one that is too large, by theory."""
    less = cost_in_all(running.after).value - cost_in_all(farm).value
    name, servers = farm.scenario.server.name, count_text(round(farm.sizing.servers.whole.value), "server")
    return (
        f"Or another server: {servers} of {name}, by theory, for {money(less)} {cost_in_all(farm).unit} less than those"
        " that are left. `optimise` compares all."
    )


def record_note(days: float, step: float, peak_at: str, left_out: int, of: int) -> str:
    """What the answer rests on."""
    gaps = f" {left_out:,} of {of:,} steps, in which not every server was measured, are left out." if left_out else ""
    short = "" if days >= _WEEK else " In less than a week the highest peak may not have come."
    return f"Measured: {_days(days)} in steps of {step / 60.0:g} min; peak at {peak_at} UTC.{gaps}{short}"


sampled_note = sentence("{measured} of {servers} servers were measured; the others are taken to do as much.")


def of_servers(pods: float) -> str:
    """What is counted where nodes are pods."""
    return f"Counters are read as those of servers, each with {round(pods, 1):g} pods of this unit on it."


def tolerance_note(tolerance: float) -> str:
    """How far a verdict is kept."""
    share = _percent(tolerance)
    return (
        f"Tolerance {share}: the farm is short if it can carry {share} less than it must, too large if fewer units can"
        f" carry {share} more."
    )


def _servers(running: RunningFarm, units: int) -> str:
    servers = count_text(units * running.nodes, "server")
    return servers if running.nodes == 1 else f"{servers} ({count_text(units, 'unit')})"


def _reserve(running: RunningFarm) -> str:
    reserve = running.must - 1.0
    return f" plus {_percent(reserve)} reserve" if reserve > 0.0 else ""


def _down(running: RunningFarm) -> str:
    unit, spare = running.farm.scenario.unit.spare_nodes, running.farm.scenario.spare_units
    told = [f"{count_text(unit, 'node')} of each unit"] if unit else []
    told += [count_text(spare, "unit")] if spare else []
    return f", with {' and '.join(told)} down" if told else ""


def _money(running: RunningFarm) -> str:
    before, after = cost_in_all(running.farm), cost_in_all(running.after)
    return f"{money(abs(after.value - before.value))} {after.unit}"


def _times(ratio: float) -> str:
    return f"{significant(ratio, 3)} times"


def _percent(share: float) -> str:
    return "under 0.1 %" if 0.0 < share < _LEAST else f"{significant(_PERCENT * share, 2)} %"


def _days(days: float) -> str:
    if days < 1.0:
        return long_duration(_DAY * days)
    return count_text(float(f"{days:.3g}"), "day")


def _hours(hours: Sequence[int]) -> str:
    """Hours as stretches: "02:00-05:00"."""
    found: list[list[int]] = []
    for hour in sorted(hours):
        if found and found[-1][1] == hour:
            found[-1][1] = hour + 1
        else:
            found.append([hour, hour + 1])
    return ", ".join(f"{first:02d}:00-{end:02d}:00" for first, end in found)
