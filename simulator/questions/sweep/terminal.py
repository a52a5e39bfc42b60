"""What a terminal shows of a sweep: the best, what is as good, the variants, and what has no answer."""

from collections.abc import Iterator, Sequence

from simulator.questions.sweep.answer import Answer, Swept, ranked
from simulator.questions.sweep.document import variants
from simulator.questions.sweep.sentences import headline, how_to_read, ties, what_ran
from simulator.report.blocks import Block, Text

WIDTH = 200  # So that the names of variants, by which they are known, are not broken.
MOST_ROWS = 100


def sweep_blocks(swept: Swept) -> list[Block]:
    """The answer in sentences and a table, what was left out, and how it was run."""
    return [
        Text(headline(swept), lead=True),
        *([Text(told)] if (told := ties(swept)) else []),
        *_variants(swept),
        *(Text(line, tone="bad") for line in _left_out(swept)),
        *(Text(line, aside=True) for line in (*what_ran(swept), how_to_read(swept))),
    ]


def _variants(swept: Swept) -> Iterator[Block]:
    answered = ranked(swept.answers)
    if answered:
        table = variants("Variants, the best first", swept, answered[:MOST_ROWS])
        yield table.only("variant", "units", "cost", "unit", "binding limit", "headroom", "targets", "front")
    if len(answered) > MOST_ROWS:
        yield Text(f"{len(answered) - MOST_ROWS:,} more are in --csv FILE and --json FILE.")


def _left_out(swept: Swept) -> Iterator[str]:
    """What meets its targets at no load, and what has no answer, by reason; what could not be, by problem."""
    for reason, answers in by_reason(swept.hopeless).items():
        yield f"Targets missed by {_who([each.name for each in answers])}: {reason}"
    for reason, answers in by_reason(swept.failed).items():
        yield f"No answer for {_who([each.name for each in answers])}: {reason}"
    for each in swept.left_out:
        yield f"Left out {each.variants:,}, first {each.first}: {each.problem}"


def by_reason(failed: Sequence[Answer]) -> dict[str, list[Answer]]:
    """Variants without an answer by their reason: many fail for one."""
    found: dict[str, list[Answer]] = {}
    for answer in failed:
        found.setdefault(answer.reason, []).append(answer)
    return found


def _who(names: Sequence[str]) -> str:
    others = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
    return f"{names[0]}{others}"
