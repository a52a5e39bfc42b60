"""What is said of the pods of a unit or a tier."""

from models.messages.template import problem, sentence

KEEPS_DATA = ("what a database or a store keeps has its servers to itself", "write `pods: none`")
LIMIT_OF_PODS = ("each pod has a limit of its own", "write `pods.cpu.limit`, and `cpu_quota: none` here")
NO_HOSTS = (
    "a tier with pods is held beside the deployment of its name, and not beside hosts",
    "write `by-name`, or leave out its `pods`",
)
NO_READS = ("what pods read of the disks of their server is not known", "write 0, or no `pods`")
NO_DISKS = (
    "how the pods of a server share its disks, on which this content lies, is not known",
    "write its `origin`, from which each pod fills a cache in its memory, or `content: none`",
)
NO_DISK_CACHE = (
    "how the pods of a server share its disks is not known",
    "write `none`: each pod then fills a cache in its memory",
)
SPARE_SERVERS = ("a unit is one server full of pods", "write 0, and `spare_units` for the servers that may be down")
SERVER_IN_ZONES = ("a unit is one server full of pods, which stands in one zone", "write `unit.pods.replicas`")
TIERS_OF_A_SERVER = (
    "nobody states how many pods call the tiers, whose servers come with each unit",
    "write how many a unit has",
)
no_containers = problem("of {system} it is not known what of the RAM its containers have", "write `linux-6`")
one_server = sentence("all {pods:,} pods of the unit stand on one server, and with it nothing is left to take over")
more_pods = sentence("write `unit.pods.replicas: {pods}` and `most: {most}`, so that they stand on two")
apart = sentence("write `unit.pods.most: {most}`, so that they stand on two")
all_on_one = problem(
    "all {pods:,} pods of a unit stand on one server, so that it takes the spare ones with it",
    "write `unit.pods.most: {half}` and {half} here, so that they stand on two, or 0",
)
too_few_spares = problem(
    "one server takes {fullest:,} pods of a unit with it when it dies, and the number of spare ones is {spare:,}",
    "write at least {fullest:,}, or 0, or `unit.pods.most: {spare}`, so that they stand on more servers",
)
too_few_of_group = problem(
    "one server takes {dies:,} pods of {group} with it when it dies, and the number of spare ones is {spare:,}",
    "write at least {dies:,}, and the sum of all groups in `unit.spare_nodes`, or 0",
)
too_little_memory = problem("a pod has less than what stands in it: {entries}", "write at least {needed}")
too_many_processes = problem(
    "a pod has less than what stands in it: {entries}",
    "write `web_server.worker_processes: {processes}`, for `auto` starts one for each of the {cores:,} cores of the"
    " server, or at least {needed}",
)
counted_twice = problem(
    "{nodes} nodes are stated too, and the nodes are the pods", "write `unit.pods.replicas`, and leave `nodes` out"
)


def limit_below_request(request: str) -> tuple[str, str]:
    """A pod that may use less than it asks for."""
    return (f"the limit is below the request, {request}", f"write at least {request}")


def no_room(room: str, of: str) -> tuple[str, str]:
    """A pod that is larger than what a server has for pods."""
    return (
        f"one pod does not fit into the {room} that a server of {of} has for them",
        "write less, or choose a larger server",
    )
