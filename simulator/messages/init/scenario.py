"""The parts of a first scenario as YAML, with comments that say what each key means and what is a guess."""

from models.messages.template import sentence

VOLUME_OF_PEOPLE = "a volume is none of sessions or users", 'write a share of the peak, e.g. "40 %"'


def opening(what: str, file: str, title: str, peak: str, reserve: str) -> str:
    """The name, the demand and the reserve; `file` is what the scenario will be called."""
    return f"""\
# A first scenario: {what}. `headroom plan {file}` answers it as it stands.
# kB, MB, GB are powers of 1,000, KiB, MiB, GiB of 1,024; Gbps are bits a second and GB/s bytes a second.
# What nobody has told yet is a guess of the kind: replace what is marked so by what you measure.
# Every key there is: docs/scenario-keys.md, or `headroom schema`.
scenario: {title}

# What the whole farm must carry at its peak: also requests/s, sessions/s, users, or {{volume_a_day: 50 TB,
# peak_to_mean: 2.5}}.
demand: {peak}
reserve: {reserve}  # bought beyond that, for growth and for days above the peak

"""


def request(size: str, cpu: str, wait: str, measured_on: int) -> str:
    """What a request takes; `wait` is "" where it waits for nobody."""
    waits = f"    wait: {wait}  # a guess: what it waits for other machines, such as a database\n" if wait else ""
    return f"""\
workload:
  request:
    size: {size}  # of a response, on average; {{mean: ..., distribution: constant}} for all alike
    cpu: {cpu}  # a guess: work of a request on the core that comes next
{waits}  cpu_measured_on: {measured_on}  # a core of today: leave it out once `cpu` is measured on this server
"""


def session(requests: int, pause: str, encrypted: str, line: str, guessed: bool) -> str:
    """How clients come; guessed: whether nobody has said how fast their line is."""
    return f"""\
  session:
    requests: {requests}  # a guess: requests over one connection
    think_time: {pause}  # a guess: pause between two of them
    # Nothing is encrypted so far. HTTPS takes work for handshakes and bytes; its line counts without its #:
    # {encrypted}  # a guess: sessions that resume an earlier one, and skip the work of the key
  clients: {line}  # {"a guess: " if guessed else ""}a client's line; a list of {{rate, share}} for several kinds
"""


content = sentence(
    "  content:\n    catalogue: {catalogue}  # a guess: all files together; what no cache holds comes from the"
    " disks\n    popularity: {{zipf: {zipf}}}  # a guess: the k-th most popular is asked for 1 / k^{zipf} as often as"
    " the first\n"
)


def server(name: str, system: str, web_server: str, calls: bool, is_cheapest: bool) -> str:
    """On what it runs; calls: whether it calls other servers, and so keeps its connections to them; is_cheapest:
    whether it was chosen for its price."""
    cheapest = "# The cheapest that fits by theory, with its units below; `headroom optimise` looks again.\n"
    chosen = cheapest if is_cheapest else ""
    kept = "  upstream: {kept_alive: true}  # false takes a port for each request, and keeps it for a minute after\n"
    return f"""
{chosen}# A name of models/catalog/servers, or written out; {{model: NAME, ram: 64 GiB}} changes one of its values.
server: {name}
operating_system: {system}
""" + (f"web_server:\n  model: {web_server}\n{kept}" if calls else f"web_server: {web_server}\n")


def safety(
    word: str, meaning: str, nodes: int, spares: int, errors: str, utilisation: str, patience: str, prices: str
) -> str:
    """How safe it is, and at which prices; patience: within which 95 of 100 answers must be there, or ""."""
    key = "  p95_response: "
    patient = f"{key}{patience}  # 95 of 100 answers are there by then, the way to the client included\n"
    return f"""
# How safe: {word}, {meaning}.
unit:
  nodes: {nodes}  # servers behind one balancer
  spare_nodes: {spares}  # of them, so many may fail at the peak
targets:
  errors: {errors}  # of the requests, at most, may not be completed
  utilisation: {utilisation}  # the most that any limit of a server may be in use
{patient if patience else ""}
datacenter:
  prices: {prices}  # a name of models/catalog/prices
"""
