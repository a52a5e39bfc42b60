"""What was read: the answer in a line, what may not be what it seems, and an account of every line."""

from collections.abc import Iterator

from simulator.calibration.log.summary import LogSummary
from simulator.messages.calibrate.log import account, lead, shared
from simulator.output.blocks import Block, Text


def section(log_summary: LogSummary) -> Iterator[Block]:
    """The blocks of this section."""
    yield Text(lead(log_summary), lead=True)
    yield from (Text(line) for line in shared(log_summary))
    yield from (Text(line) for line in account(log_summary))
    yield from _skipped(log_summary)


def _skipped(log_summary: LogSummary) -> Iterator[Text]:
    for reason, count in log_summary.account.skipped.most_common():
        yield Text(f"{count:,} skipped: {reason}, such as:")
        for sample in log_summary.account.samples.get(reason, ()):
            yield Text(f"{sample.file}:{sample.line}: {sample.text}", aside=True)
