"""The nodes behind their balancer: who is sent where, and what becomes of those who are in a node that dies."""

from collections.abc import Callable

from simpy import Interrupt
from simpy.events import Process as Running

from simulator.engines.balancing import build_groups, pick_group, placement_uniform
from simulator.engines.draws import SESSION, SESSION_DRAWS, uniforms
from simulator.engines.reference.client_timeouts import TimeoutRules
from simulator.engines.reference.clock import HAPPENING, Clock, Process
from simulator.engines.reference.job import Job
from simulator.engines.reference.load_balancer import LoadBalancer
from simulator.engines.reference.program import run_steps, work_on_posted
from simulator.engines.reference.statistics import ReferenceStatistics
from simulator.engines.reference.workload import SessionDraws
from simulator.engines.reference.world import Backend, Node
from simulator.network.cluster import POLICIES, NodeEvent
from simulator.network.network import Network
from simulator.network.steps import Step

# The life of a node in which a session that is at none is connected.
NOWHERE = -1


class NodeDown(Exception):  # noqa: N818 - what happens to a job, not an error of the program
    """The node that a job is in, or is sent to, is dead."""


class Nodes:
    """The nodes of a network, each as it stands now, and what the balancer believes of them."""

    def __init__(self, clock: Clock, network: Network, workload: SessionDraws, statistics: ReferenceStatistics) -> None:
        totals, self._sent = statistics.totals, statistics.count_first_piece
        self._clock, self._network, self._workload, self._totals = clock, network, workload, totals
        self._policy = POLICIES.index(network.balancer.policy)
        self._sources = network.balancer.sources or 0
        self._balancer, self._until = LoadBalancer(network), build_groups(network).until
        self.waiting = TimeoutRules(clock, network, workload)
        self._backend = Backend(clock, network, totals[0])
        self.nodes = [Node(clock, network, own, self._backend, self._sent) for own in totals]
        for number, node in enumerate(self.nodes):
            node.fill_caches(network, workload.key, number)
        self.coupled = network.coupled
        self._believed = [True] * network.nodes
        self._stands = [True] * network.nodes
        self._lives = [0] * network.nodes
        # How many sessions the balancer has sent to each node that have not left it.
        self._inside = [0] * network.nodes
        # What runs the jobs that are in a node, by their numbers; who thinks is not in it.
        self._residents: list[dict[int, Running]] = [{} for _ in totals]
        # What runs the jobs there whose clients have left, in the order in which they did.
        self._left_behind: list[dict[Running, None]] = [{} for _ in totals]

    def place(self, job: Job) -> bool:
        """Sends a session to a node of its group. False where the balancer believes in none of them."""
        if not self.coupled:
            return True
        _, _, _, drawn = uniforms(self._workload.key, job.session, SESSION, SESSION_DRAWS)
        balancer, now = self._network.balancer, self._clock.now
        u = placement_uniform(
            self._workload.key, job.session, drawn, job.placed, self._policy, self._sources, balancer.uneven
        )
        group = pick_group(self._workload.key, job.session, self._until)
        nodes = self._balancer.groups[group]
        node = self._balancer.choose(group, u, self._sent_sessions(nodes), self._inside, now)
        job.placed += 1
        if node is None:
            # It counts at a node of its group all the same.
            job.node = job.node if job.node in nodes else nodes.start
            return False
        job.node, job.life = node, self._lives[node]
        self._inside[node] += 1
        return True

    def _sent_sessions(self, group: range) -> list[bool]:
        """The nodes that sessions of a group are sent to: those that the balancer believes in, but those with open
        breakers where it goes around them and others of the group are left."""
        if not self._network.balancer.around:
            return self._believed
        sent = [believed and not self.waiting.lets_nobody_through(node) for node, believed in enumerate(self._believed)]
        return sent if any(sent[node] for node in group) else self._believed

    def leaves(self, job: Job) -> None:
        """A session is in its node no more."""
        if self.coupled and self.is_connected(job):
            self._inside[job.node] -= 1
            job.life = NOWHERE

    def is_connected(self, job: Job) -> bool:
        """Whether the node that a session was sent to is alive, and has not died since."""
        return self._lives[job.node] == job.life

    def perform(self, job: Job, steps: tuple[Step, ...]) -> Process:
        """Takes steps in the node that a job has been sent to. Raises StepRefused at the step that is refused, and
        NodeDown if the node is dead, or dies meanwhile."""
        if not self._stands[job.node]:
            raise NodeDown
        self._settles(job)
        try:
            yield from run_steps(self.nodes[job.node], self._workload, job, steps)
        except Interrupt:
            raise NodeDown from None
        finally:
            self._moves_out(job)

    def work(self, job: Job, steps: tuple[Step, ...]) -> Process:
        """Takes the steps of a job that was posted, which no node loses. Raises StepRefused."""
        yield from work_on_posted(self.nodes[job.node], self._workload, job, steps)

    def lets_post(self, name: str, begin: Callable[[int, int], None]) -> None:
        """Says what begins a job of a kind that is posted."""
        self._backend.begins[name] = begin

    def _settles(self, job: Job) -> None:
        """The job of the process that is active now is in its node, and is told when that dies."""
        if self._network.events and self._clock.active_process is not None:
            self._residents[job.node][job.session] = self._clock.active_process

    def _moves_out(self, job: Job) -> None:
        """A job is not in its node any more: it thinks, or leaves."""
        if not self._network.events:
            return
        if not job.left_behind:
            self._residents[job.node].pop(job.session, None)
        elif (running := self._clock.active_process) is not None:
            self._left_behind[job.node].pop(running, None)

    def abandons(self, job: Job) -> None:
        """The client of a job waits no longer; what runs the job stays in its node by itself."""
        if self._network.events:
            self._left_behind[job.node][self._residents[job.node].pop(job.session)] = None

    def happenings(self) -> Process:
        """Lets happen to nodes what is to."""
        for event in self._network.events:
            yield self._clock.at(event.at, HAPPENING)
            if event.server:
                yield from self._happens_behind(event)
            else:
                self._happens(event)

    def _happens_behind(self, event: NodeEvent) -> Process:
        """What happens to a server of the backend. Of the calls that it loses, whoever made one has gone on as far as
        they come by the time that the next is lost."""
        server = self._backend.servers[event.server]
        if event.what == "stands":
            server.stands = True
        elif event.what in ("leaves", "joins"):
            server.is_believed = event.what == "joins"
        elif server.stands:
            for running in server.die():
                self._clock.interrupt(running)
                yield self._clock.at(event.at, HAPPENING)

    def _happens(self, event: NodeEvent) -> None:
        if event.what == "dies":
            self._die(event.node)
        elif event.what == "stands":
            self._stands[event.node] = True
        elif event.stations:
            for name in event.stations:
                self._backend.slow(name, event.speed)
        elif event.what == "slows":
            self.nodes[event.node].slow(event.speed)
        else:
            joins = event.what == "joins"
            if joins and not self._believed[event.node]:
                self._balancer.join(event.node, event.at)
            self._believed[event.node] = joins

    def _die(self, number: int) -> None:
        """The node is empty from now on: everybody in it is told, in the order of their numbers."""
        if not self._stands[number]:
            return
        self._stands[number] = False
        self._lives[number] += 1
        self._inside[number] = 0
        self.nodes[number].stop()
        self.nodes[number] = Node(self._clock, self._network, self._totals[number], self._backend, self._sent)
        residents, self._residents[number] = self._residents[number], {}
        left_behind, self._left_behind[number] = self._left_behind[number], {}
        for running in (*(residents[session] for session in sorted(residents)), *left_behind):
            self._clock.interrupt(running)

    def advance(self) -> None:
        """Brings every area of every node, and of the backend, up to the present."""
        self._backend.advance()
        for node in self.nodes:
            node.advance()
