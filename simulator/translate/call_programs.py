"""The steps that calls of other tiers take, with all the calls that follow from them."""

from collections.abc import Iterable
from dataclasses import replace

from models.caller_pools import caller_pools
from models.message_queue import as_posted
from models.parts.tier import TierCall
from models.replication import call_routes
from models.scenario import Scenario
from models.shield import is_shield
from models.tier_flows import Flows, TierFlow
from simulator.messages.stages import resource_origins
from simulator.network.distribution import constant
from simulator.network.key_store import KeyStore
from simulator.network.steps import Call, Chance, Delay, KeyLookup, Post, Serve, Step, change_steps
from simulator.translate.caller_pools import ELSEWHERE, PoolNames, in_pool, pools_of_server
from simulator.translate.data_path import origin_wait
from simulator.translate.locks import lock_steps
from simulator.translate.tier_balancing import at_any_server
from simulator.translate.tier_choices import TierChoice, tier_choices
from simulator.translate.tier_servers import streams_of_work, tier_work_steps

# The first random stream of calls, far above those of the programs that make them.
FIRST_STREAM = 64


class CallPrograms:
    """The programs of the calls of one translation. A tier is called by many, of whom each draws from streams of its
    own: its calls are worked out once, and put behind the streams of each caller. law: whether nobody will ever draw,
    so that these may stay as they are."""

    def __init__(self, scenario: Scenario, flows: Flows, law: bool = False) -> None:
        self.law = law
        self.scenario = scenario
        self.flows = flows
        self.pools = caller_pools(scenario)
        # By the call, what its request has drawn and the pools of its caller: the first stream, and the steps.
        self._known = dict[tuple[object, ...], tuple[int, tuple[Step, ...]]]()
        self._streams_known = dict[TierCall, int]()

    def steps(
        self,
        calls: Iterable[TierCall],
        chosen: TierChoice,
        pools: PoolNames = ELSEWHERE,
        stream: int = FIRST_STREAM,
        missed: str = "",
    ) -> tuple[Step, ...]:
        """The steps of some calls, one after the other: a call takes a connection of its caller's pool and one of the
        tier, or waits for them, is worked on, makes calls of its own, and gives them back. Each call draws its work
        from a stream of its own, from `stream` on, and where only some make it, whether it is made. missed: the class
        whose misses make them, "" where they are always made."""
        steps: list[Step] = []
        for call in (each for each in calls for _ in range(each.times)):
            seldom = call.share < 1.0
            made = in_pool(pools, call.tier, self._called(call, chosen, pools, stream + seldom, missed))
            steps += (Chance(KeyStore(1.0 - call.share), made, stream),) if seldom else made
            stream += self._streams_of(call)
        return tuple(steps)

    def streams(self, calls: Iterable[TierCall]) -> int:
        """How many random streams some calls take, with those that they make."""
        return sum(each.times * self._streams_of(each) for each in calls)

    def _called(
        self, call: TierCall, chosen: TierChoice, pools: PoolNames, stream: int, missed: str
    ) -> tuple[Step, ...]:
        """The steps of a call whose caller has some pools, as they were worked out before with other streams."""
        key = (call, chosen.locked, chosen.drawn, tuple(pools.items()), missed)
        if key not in self._known:
            self._known[key] = stream, self._program(call, chosen, pools, stream, missed)
        first, steps = self._known[key]
        return steps if stream == first or self.law else _drawn_later(steps, stream - first)

    def _program(
        self, call: TierCall, chosen: TierChoice, pools: PoolNames, stream: int, missed: str
    ) -> tuple[Step, ...]:
        """The steps of a call whose caller has some pools."""
        scenario, flows = self.scenario, self.flows
        call = chosen.route(flows[call.tier], as_posted(flows[call.tier].tier, call))
        flow = flows[call.tier]
        locked = lock_steps(flow) if call.tier in chosen.locked else ()
        after = stream + streams_of_work(flow.tier, call)

        def further(own: PoolNames) -> tuple[Step, ...]:
            return self.steps(flow.tier.awaited, chosen, own, after, missed)

        # What a cache does not have, whoever called it asks for itself; what a shield does not have, of the origin too.
        waited = origin_wait(scenario) if is_shield(scenario, flow.tier) else ()
        by_caller = (*waited, *further(pools)) if flow.tier.cache is not None else None
        # Where its servers may die that happens inside of a call to one of them, which has none of its caller's pools.
        inside = (*waited, *further(ELSEWHERE)) if by_caller is not None and flow.by_call else by_caller

        def work(server: int) -> tuple[Step, ...]:
            asked = further(pools_of_server(self.pools, flow, server)) if inside is None else inside
            return tier_work_steps(scenario, flow, call, server, (*asked, *locked), stream, missed)

        steps = at_any_server(flow, work, by_caller, stream) if flow.by_call else work(1)
        if flow.tier.queue is not None:
            steps = (*steps, Post(_job_kinds(flows, flow), stream))
        return steps if call.latency == 0.0 else (Delay(constant(call.latency)), *steps)

    def _streams_of(self, call: TierCall) -> int:
        """How many random streams one call takes, with those that it makes."""
        if call not in self._streams_known:
            flows = self.flows
            ways = [way for _, way in call_routes(flows[call.tier].readers, as_posted(flows[call.tier].tier, call))]
            tiers = [flows[way.tier].tier for way in ways]
            self._streams_known[call] = (call.share < 1.0) + max(
                streams_of_work(tier, way) + self.streams(tier.awaited) for tier, way in zip(tiers, ways, strict=True)
            )
        return self._streams_known[call]


def _job_kinds(flows: Flows, queue: TierFlow) -> tuple[tuple[str, float], ...]:
    """The kinds of jobs that the messages of a queue are, by what they draw, each with its share."""
    told, choices = resource_origins.posted_jobs(queue.tier.name), tier_choices(flows, queue.tier.calls)
    return tuple((told + chosen.told({}), chosen.share) for chosen in choices)


def _drawn_later(steps: tuple[Step, ...], by: int) -> tuple[Step, ...]:
    """The steps of a call that draws from streams so much further on; what has a stream before those of calls draws
    nothing, such as an answer of a size that is known."""

    def later(step: Step) -> Step:
        if not isinstance(step, Serve | KeyLookup | Call | Post) or step.stream < FIRST_STREAM:
            return step
        if isinstance(step, Serve):
            return Serve(step.at, step.demand, step.stream + by, step.process)
        return replace(step, stream=step.stream + by)

    return change_steps(steps, later)
