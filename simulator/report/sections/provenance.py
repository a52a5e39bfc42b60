"""What makes this result again."""

from simulator.report.blocks import Block, Column, Heading, Preformatted, Table, Text
from simulator.report.how_long import how_long
from simulator.rollup.outcome import Outcome


def section(outcome: Outcome) -> list[Block]:
    """The stamp of the result, and the command that reproduces it."""
    stamp, results = outcome.stamp, outcome.results
    libraries = ", ".join(f"{name} {version}" for name, version in sorted(stamp.libraries.items()))
    rows = (
        ("scenario", stamp.scenario_file),
        ("SHA-256 of its values", stamp.scenario_sha256),
        ("model version", stamp.model_version),
        ("engine", stamp.engine),
        ("seed", str(stamp.seed)),
        ("how long", how_long(results)),
        ("confidence of the intervals", f"{results.confidence * 100:g} %"),
        ("libraries", libraries),
        ("day", stamp.day),
    )
    table = Table("Stamp", (Column(""), Column("")), rows)
    text = Text("The same command on the same versions gives the same figures, digit by digit:")
    return [Heading("Provenance", 2), table, text, Preformatted(stamp.command)]
