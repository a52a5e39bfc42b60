"""`describe`: the queueing network of a scenario and its system's address space, as a page that a person can check."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import wrap
from typing import Any

import typer

from models.quantities.units import format_memory
from models.ram_ledger import ram_table
from models.scenario import Scenario
from models.unit_pods import as_node
from models.visible import visible
from simulator.cli.arguments import EveryStep, Json, Overrides, OwnCatalogue, ScenarioFile
from simulator.cli.inputs import read_scenario
from simulator.cli.options import CommandOptions
from simulator.cli.outputs import check_writable, write_text
from simulator.exits import DONE
from simulator.messages.describe import ram_of_one, worker_process

WIDTH = 100


def describe(
    scenario: ScenarioFile,
    json: Json = "",
    override: Overrides = None,
    catalog: OwnCatalogue = "",
    every: EveryStep = False,
) -> None:
    """The queueing network of a scenario, in words."""
    raise typer.Exit(run_describe(scenario, json, override or [], catalog, every))


def run_describe(path: Path, json: str, assignments: Sequence[str], catalog: str = "", every: bool = False) -> int:
    """Prints the network that the scenario translates to, and the address-space table of its operating system; every:
    what is equal too."""
    from models.description.scaling import fitted_scaling
    from simulator.experiment.path_groups import require_nodes_alike
    from simulator.messages.description.describe import describe_network
    from simulator.output.blocks import Preformatted
    from simulator.output.figure import to_json
    from simulator.output.renderers.terminal import show
    from simulator.translate.translate import translate

    scenario = read_scenario(path, CommandOptions(settings={"catalog": catalog or None}, assignments=assignments))
    check_writable(json)
    require_nodes_alike(scenario)
    translation = translate(scenario)
    page = describe_network(translation.network, translation.origins, scenario.workload.states_a_load, every)
    lines = (*page.split("\n"), *_address_space(scenario), *_ram(scenario), *_measured(fitted_scaling(scenario)))
    show([Preformatted("\n".join(map(visible, lines)))], json)
    if json:
        origins = {name: asdict(origin) for name, origin in translation.origins.items()}
        data: dict[str, Any] = {"network": _plain(asdict(translation.network)), "origins": origins}
        data |= {"address_space": _data(scenario), "ram": [asdict(entry) for entry in ram_table(as_node(scenario))]}
        write_text(json, to_json(data))
    return DONE


def _plain(network: dict[str, Any]) -> dict[str, Any]:
    """A network without the arrays of a trace: of these their digest, their span and their rate."""
    for holder in (network["source"], *(each["catalogue"] for each in network["classes"] if each["catalogue"])):
        if holder["trace"] is not None:
            holder["trace"] = {key: holder["trace"][key] for key in ("digest", "span", "rate")}
    return network


def _measured(sentences: Iterator[str]) -> Iterator[str]:
    """What was fitted to measured rows, under a title of its own, if anything was."""
    for position, sentence in enumerate(sentences):
        yield from ("", "Measured scaling") if position == 0 else ()
        yield from wrap(sentence, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _address_space(scenario: Scenario) -> Iterator[str]:
    """The table "General Memory Limits" of the documents for this system, and where this scenario stands in it."""
    rows = scenario.operating_system.address_space.rows()
    width = max(len(label) for label, _ in rows)
    yield f"Address space of {scenario.operating_system.name}"
    for label, space in rows:
        yield f"  {label:<{width}}  {_size(space)}"
    yield worker_process(_process(scenario), _size(scenario.process_address_space))


def _ram(scenario: Scenario) -> Iterator[str]:
    """The ledger of the RAM of one server, or pod, where its system keeps one."""
    scenario = as_node(scenario)
    entries = ram_table(scenario)
    if not entries:
        return
    width = max(len(entry.what) for entry in entries)
    yield ""
    yield ram_of_one(format_memory(scenario.server.ram))
    for entry in entries:
        yield f"  {entry.what:<{width}}  {format_memory(entry.bytes)} ({entry.path})"


def _process(scenario: Scenario) -> str:
    if scenario.process_bits == 64:
        return "64-bit"
    aware = scenario.web_server.process.large_address_aware
    return f"32-bit, {'' if aware else 'not '}large-address-aware"


def _size(space: float | None) -> str:
    return "not applicable" if space is None else format_memory(space)


def _data(scenario: Scenario) -> dict[str, object]:
    """The same in bytes; null where a row does not apply."""
    process = {
        "bits": scenario.process_bits,
        "large_address_aware": scenario.web_server.process.large_address_aware,
        "bytes": scenario.process_address_space,
    }
    rows = [{"label": label, "bytes": space} for label, space in scenario.operating_system.address_space.rows()]
    return {"operating_system": scenario.operating_system.name, "rows": rows, "process": process}
