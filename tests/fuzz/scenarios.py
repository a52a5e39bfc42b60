"""Valid scenarios drawn at random, of all parts that a scenario can have, so small that both engines run each quickly.

The farms of tests/sizing are the ground; on top come classes and application pools that grow and recycle, heaps that
are collected, encryption, floods, ramps, populations, page faults and every limit of system and web server.
"""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from random import Random

import yaml

from models.errors import ScenarioError
from models.load import load
from tests.sizing.generated import document as farm

Document = dict[str, object]
# Requests of a run, about, and how often a draw may contradict itself before that is a fault of this file.
REQUESTS, TRIES = 700, 200
WINDOWS = ("windows-2003-x64", "windows-2003-x86", "windows-2003-x86-3gb")
SYSTEMS = (*WINDOWS, "rhel-4", "solaris-10", "sles-10", "sles-10-32")


def write_valid(seed: int, folder: Path) -> Path:
    """The file of the first scenario of that seed that does not contradict itself."""
    for attempt in range(TRIES):
        file = folder / f"drawn_{seed}.yaml"
        file.write_text(yaml.safe_dump(drawn(seed * TRIES + attempt), sort_keys=False), encoding="utf-8")
        try:
            load(file)
        except ScenarioError:
            continue
        return file
    raise AssertionError(f"none of {TRIES} draws of seed {seed} is valid")


def drawn(number: int) -> Document:
    """A scenario as a file would have it; whether its parts contradict each other is left open."""
    return _Drawn(Random(number)).parts_over(deepcopy(dict(farm(number, REQUESTS))))


class _Drawn:
    def __init__(self, random: Random) -> None:
        self.random = random

    def between(self, low: float, high: float) -> float:
        """A value that is as likely to be in every octave."""
        return low * (high / low) ** self.random.random()

    def maybe(self, part: Mapping[str, object], chance: float = 0.3) -> Document:
        """The part, or nothing."""
        return dict(part) if self.random.random() < chance else {}

    def parts_over(self, scenario: Document) -> Document:
        """The scenario with the parts that farms of downloads do not have."""
        random, workload, run = self.random, scenario["workload"], scenario["run"]
        rate = self.between(50.0, 1_500.0)
        workload |= {"offered": f"{rate:.4g} /s"} | self.maybe({"retries": self.retries()}) | self.shape()
        workload["session"] |= self.session()
        scenario["operating_system"] = self.system()
        scenario["web_server"] |= self.web_server()
        if random.random() < 0.5:
            self.classes(workload, scenario["web_server"])
        else:
            workload["request"] |= self.maybe({"page_faults": round(self.between(1.0, 300.0))})
            scenario["web_server"] |= self.maybe({"recycling": self.recycling()})
        scenario |= self.maybe({"runtime": self.runtime()}, 0.25)
        if random.random() < 0.1:
            del workload["offered"]
            workload.pop("ramp", None)
            workload["population"] = random.randint(1, 60)
            scenario["demand"] = "none"
        duration = max(2.0, REQUESTS / rate)
        start = {"start": random.choice(("warm", "cold")), "warm_up": "0 s", "replications": 2}
        scenario["run"] = {**run, "duration": f"{duration:.4g} s", "window": f"{duration / 10.0:.4g} s", **start}
        return scenario

    def shape(self) -> Document:
        """A load that is no steady stream of visits."""
        flood = {
            "rate": f"{self.between(5.0, 300.0):.3g} /s", "time_out": f"{self.between(0.2, 30.0):.3g} s",
            "kernel_pool": f"{self.between(500.0, 1e5):.0f} B",
        }  # fmt: skip
        ramp = {
            "over": f"{self.between(1.0, 20.0):.3g} s", "shape": self.random.choice(("linear", "constant")),
            "until_failed": f"{self.between(0.1, 100.0):.3g} %",
        }  # fmt: skip
        return self.maybe({"half_open": flood}) | self.maybe({"ramp": ramp}, 0.15)

    def retries(self) -> Document:
        """Clients that come again."""
        return {"attempts": self.random.choice((0, 1, 3)), "back_off": f"{self.between(0.01, 3.0):.3g} s"}

    def session(self) -> Document:
        """How long sessions are, and what setting them up costs."""
        tls = {
            "handshake_cpu": f"{self.between(0.01, 5.0):.3g} ms",
            "handshake_round_trips": self.random.choice((0, 1, 6)),
            "request_round_trips": self.random.choice((0, 1, 2)),
        }
        think = {"mean": f"{self.between(0.05, 2.0):.3g} s", **self.law()}
        return {
            "requests_distribution": self.random.choice(("geometric", "constant")),
            "think_time": think,
            **self.maybe({"connect_cpu": f"{self.between(0.01, 3.0):.3g} ms"}),
            **self.maybe({"tls": tls}),
        }

    def law(self) -> Document:
        """How a size or a time varies."""
        law = self.random.choice(("constant", "exponential", "uniform", "pareto"))
        return {"distribution": law} | ({"shape": round(self.between(1.2, 4.0), 2)} if law == "pareto" else {})

    def system(self) -> Document:
        """An operating system with limits that it has not by itself."""
        return {
            "model": self.random.choice(SYSTEMS),
            **self.maybe({"page_faults": f"{self.between(100.0, 1e5):.3g} /s"}),
            **self.maybe({"listen_backlog": self.random.choice((1, 2, 20, 200))}),
            **self.maybe({"connection_cores": self.random.choice((1, 2, 64))}),
            **self.maybe({"kernel_pool": f"{self.between(24.0, 300.0):.3g} MiB", "kernel_pool_per_ram": "none"}),
            **self.maybe({"user_mode_round_trip": f"{self.between(1.0, 500.0):.3g} us"}),
        }

    def web_server(self) -> Document:
        """Limits of the web server, and how it caches."""
        allocator = {
            "share": f"{self.random.randint(0, 100)} %", "keeps": self.random.random() < 0.5,
            "patterns": round(self.between(1.0, 5_000.0)), "zipf": round(self.random.uniform(0.0, 2.0), 2),
        }  # fmt: skip
        return {
            **self.maybe({"queue_limit": self.random.choice((0, 1, 5, 100))}, 0.2),
            **self.maybe({"connection_limit": self.random.choice((1, 10, 1_000))}, 0.2),
            **self.maybe({"time_to_live": f"{self.between(0.1, 60.0):.3g} s"}),
            **self.maybe({"admission_window": f"{self.between(0.01, 10.0):.3g} s"}),
            **self.maybe({"largest_cached_file": f"{self.between(1.0, 1e4):.4g} kB"}),
            **self.maybe({"read_buffer": f"{self.between(1.0, 10_000.0):.4g} kB"}),
            **self.maybe({"kernel_mode_tls": True}),
            **self.maybe({"allocator": allocator}, 0.2),
        }

    def classes(self, workload: Document, web: Document) -> None:
        """Several kinds of requests, some of them served by pools of processes."""
        kinds = range(self.random.randint(1, 3))
        pools = [self.pool(letter) for letter in "ab"[: self.random.randint(0, 2)]]
        size = workload["request"]["size"]
        workload["classes"] = [
            {
                "name": f"kind {'xyz'[kind]}",
                "rate": f"{self.between(1.0, 100.0):.3g} /s",
                "size": {**size, **self.law()},
                "cpu": f"{self.between(0.02, 5.0):.3g} ms",
                "cpu_distribution": self.random.choice(("constant", "exponential")),
                **self.maybe({"wait": {"mean": f"{self.between(0.1, 100.0):.3g} ms", **self.law()}}),
                **self.maybe({"page_faults": round(self.between(1.0, 300.0))}),
                **({"pool": self.random.choice(pools)["name"]} if pools and self.random.random() < 0.7 else {}),
            }
            for kind in kinds
        ]
        del workload["request"]
        if pools:
            web["pools"] = pools

    def pool(self, letter: str) -> Document:
        """A pool of processes that grow, and are at times replaced."""
        return {
            "name": f"pool {letter}",
            "processes": self.random.choice((1, 1, 2, 4)),
            **self.maybe({"threads": self.random.choice((1, 2, 25))}),
            **self.maybe({"queue_limit": self.random.choice((0, 1, 10, 1_000))}),
            "base_memory": f"{self.between(1.0, 60.0):.3g} MB",
            "request_memory": f"{self.between(0.001, 10.0):.3g} MB",
            "growth": {"per_request": f"{self.between(0.1, 3_000.0):.3g} kB", **self.maybe({"plateau": "100 MB"})},
            **self.maybe({"recycling": self.recycling()}, 0.6),
        }

    def recycling(self) -> Document:
        """When and how a process is replaced."""
        reasons = (
            {"requests": self.random.choice((1, 20, 500))}, {"period": f"{self.between(1.0, 10.0):.3g} s"},
            {"virtual_memory": f"{self.between(100.0, 1_500.0):.4g} MiB"}, {"address_space_share": "60 %"},
            {"private_memory": f"{self.between(100.0, 1_500.0):.4g} MiB"},
        )  # fmt: skip
        return {
            **self.random.choice(reasons), **self.maybe(self.random.choice(reasons)),
            "initialise": f"{self.between(1.0, 900.0):.3g} ms",
            "start_up_work": f"{self.between(0.01, 2.0):.3g} s",
            "start_up_threads": self.random.choice((1, 2, 8)),
            "cold_factor": round(self.random.uniform(1.0, 4.0), 2),
            "warm_time": f"{self.between(0.1, 10.0):.3g} s",
            **self.maybe({"start_limit": f"{self.between(1.0, 5.0):.3g} s"}),
            **self.maybe({"stop_limit": f"{self.between(1.0, 5.0):.3g} s"}),
        }  # fmt: skip

    def runtime(self) -> Document:
        """A heap that is collected, often in a run of seconds."""
        live = self.between(1.0, 200.0)
        return {
            "model": "j9-6",
            "pointers": self.random.choice(("32-bit", "64-bit", "compressed")),
            "heap": f"{live * self.between(2.2, 5.0):.4g} MiB",
            "live_data": f"{live:.4g} MiB",
            "garbage": f"{self.between(10.0, 1_000.0):.3g} kB",
        }
