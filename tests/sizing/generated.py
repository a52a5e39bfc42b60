"""Farms drawn at random: servers, software, workloads, targets, spares and demands of every kind, so small that each is
planned in about a second."""

from collections.abc import Mapping
from random import Random

from simulator.network.transport import TCP

Document = Mapping[str, object]
# Requests in a replication, about.
REQUESTS = 12_000
# What a header takes by default, bytes.
HEADER = 350.0
SYSTEMS = ("rhel-4", "windows-2003-x64", "windows-2003-x86", "solaris-10")


def document(seed: int, requests: int = REQUESTS) -> Document:
    """The scenario with that number, as a file would have it, with so many requests in a replication.

    Whether its targets can be met is left open.
    """
    return _Drawn(Random(seed)).document(seed, requests)


class _Drawn:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.size = self.between(2e3, 5e5)
        self.rate = self.between(150.0, 3_000.0)
        self.think = self.between(0.2, 2.0)
        self.visits = random.choice([1, 2, 5, 8])
        self.clients = [self.between(5e4, 5e6) for _ in range(random.choice([1, 1, 2]))]
        self.cores, self.speed = random.choice([1, 2, 4, 8, 16]), random.choice([0.5, 1.0, 4.0])
        self.work = self.cores / self.rate * self.between(0.2, 2.0)
        self.ram = random.choice([1, 2, 4, 16]) * 2.0**30

    def between(self, low: float, high: float) -> float:
        """A value that is as likely to be in every octave."""
        return low * (high / low) ** self.random.random()

    def maybe(self, part: Document, chance: float = 0.5) -> Document:
        """The part, or nothing."""
        return part if self.random.random() < chance else {}

    @property
    def slowness(self) -> float:
        """Seconds that a client takes for a byte, on average over the clients."""
        return sum(1.0 / rate for rate in self.clients) / len(self.clients)

    @property
    def alone(self) -> float:
        """Seconds of a request that meets nobody, about."""
        return self.work / self.speed + self.size * self.slowness

    def document(self, seed: int, requests: int) -> Document:
        """All parts of a scenario."""
        session = self.visits * self.alone + (self.visits - 1) * self.think
        duration = max(requests / self.rate, 2.0 * session, 2.0)
        return {
            "format": 1,
            "scenario": f"drawn {seed}",
            "demand": self.demand(),
            "reserve": f"{self.random.choice([0, 0, 10, 20, 50])} %",
            "spare_units": self.random.choice([0, 0, 1, 2]),
            "workload": self.workload(),
            "server": self.server(),
            "operating_system": self.random.choice(SYSTEMS),
            "web_server": self.web_server(),
            "unit": self.unit(),
            "targets": self.targets(),
            "datacenter": {"prices": self.random.choice(["us-2006", "us-2026"])},
            "run": {
                "duration": f"{duration:.3g} s", "window": f"{duration / 10.0:.2g} s", "seed": seed,
                "precision": "5 %", "tail_precision": "10 %",
            },
        }  # fmt: skip

    def demand(self) -> object:
        """About as much as some servers carry, in one of the ways of planners."""
        requests = self.rate * self.between(0.2, 30.0)
        payload = requests * self.size
        users = requests * (self.alone + self.think)
        at_once = [f"{max(1, round(users))} users"] if self.visits > 1 else []  # Single requests are no users at once.
        day = f"{payload * 86_400.0 / 3.0 / 1e9:.4g} GB"
        return self.random.choice([
            f"{requests * TCP.wire_rate(self.size + HEADER) * 8e-6:.4g} Mbps",
            {"payload": f"{payload * 8e-6:.4g} Mbps"},
            f"{requests:.4g} requests/s", f"{requests / self.visits:.4g} sessions/s",
            {"volume_a_day": day, "peak_to_mean": 3}, *at_once,
        ])  # fmt: skip

    def workload(self) -> Document:
        """What clients ask for."""
        laws = [{"distribution": law} for law in ("constant", "exponential", "uniform")]
        law = self.random.choice([*laws, {"distribution": "pareto", "shape": round(self.between(1.5, 4.0), 2)}])
        share = f"{100.0 / len(self.clients):g} %"
        request = {
            "size": {"mean": f"{self.size:.4g} B", **law},
            "cpu": f"{self.work * 1e6:.4g} us",
            "cpu_distribution": self.random.choice(["constant", "exponential"]),
            **self.maybe({"wait": {"mean": f"{self.between(1.0, 200.0):.3g} ms"}}, 0.2),
        }
        content = {
            "catalogue": f"{self.ram * self.between(0.05, 8.0):.4g} B",
            "object_size": {"mean": f"{max(self.size, self.ram / 2e4):.4g} B", "distribution": "constant"},
            "popularity": {"zipf": round(self.random.uniform(0.4, 1.2), 2)},
        }
        return {
            "cpu_measured_on": 1,
            "request": request,
            "session": {"requests": self.visits, "think_time": f"{self.think:.3g} s"},
            "clients": [{"rate": f"{rate:.4g} B/s", "share": share} for rate in self.clients],
            **self.maybe({"content": content}, 0.6),
            **self.maybe({"offered": f"{self.between(1.0, 1e5):.3g} /s"}, 0.3),
            **self.maybe({"retries": {"attempts": 2, "back_off": "1 s"}}, 0.15),
        }

    def server(self) -> Document:
        """A machine with one or several cards, cores and disks."""
        cards = self.random.choice([1, 1, 2, 4])
        line = self.rate * TCP.wire_rate(self.size + HEADER) * 8e-6 * self.between(0.3, 4.0) / cards
        return {
            "name": "drawn", "sockets": 1, "cores_per_socket": self.cores, "clock": "2 GHz", "core_speed": self.speed,
            "ram": f"{self.ram / 2.0**30:g} GiB", "cards": [f"{max(1.0, line):.4g} Mbps"] * cards,
            "disks": {
                "count": self.random.choice([1, 2, 6, 12]), "service_time": f"{self.between(0.1, 12.0):.3g} ms",
                "distribution": self.random.choice(["constant", "exponential"]),
            },
            "rack_units": 2, "idle_power": "200 W", "busy_power": "500 W", "price": "5,000 USD",
        }  # fmt: skip

    def web_server(self) -> Document:
        """With a file cache that fits, and at times with limits that refuse."""
        cache = round(min(self.ram, 3 * 2.0**30) / 2.0**20 * self.random.uniform(0.1, 0.5))
        size = self.random.choice([f"{cache} MiB", {"up_to": f"{4 * cache} MiB"}])
        most = round(self.rate * self.alone * self.between(1.0, 20.0)) + 1
        return {
            "model": "iis-6",
            "file_cache": size,
            **self.maybe({"queue_limit": most}, 0.3),
            **self.maybe({"connection_limit": most + round(self.rate * self.think)}, 0.2),
        }

    def unit(self) -> Document:
        """Nodes, some of which may be spares."""
        nodes = self.random.randint(1, 6)
        return {"nodes": nodes, "spare_nodes": self.random.randint(0, nodes - 1)}

    def targets(self) -> Document:
        """Targets that may be easy, hard or impossible."""
        return {
            "errors": f"{self.random.choice([0, 0.01, 0.1, 1, 5])} %",
            **self.maybe({"p95_response": f"{1e3 * self.alone * self.between(1.5, 30.0):.4g} ms"}, 0.3),
            **self.maybe({"p99_response": f"{1e3 * self.alone * self.between(30.0, 60.0):.4g} ms"}, 0.3),
            **self.maybe({"client_speed": f"{self.between(0.2, 0.99) / self.slowness:.4g} B/s"}, 0.3),
            **self.maybe({"utilisation": f"{self.random.choice([40, 60, 75, 90])} %"}, 0.5),
            **self.maybe({"connections": round(self.between(20.0, 5_000.0))}, 0.2),
        }
