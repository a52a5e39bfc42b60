"""What a file is called that somebody takes along: by the plan that it is about."""

import re

LONGEST = 60  # Characters of the name of a plan.


def file_name(plan: str, rest: str) -> str:
    """The name of a plan as the name of a file may have it, and what follows: "Edge-site-evening-report.pdf"."""
    name = re.sub(r"[^\w.]+", "-", plan).strip("-.")[:LONGEST].rstrip("-.")
    return f"{name or 'plan'}{rest}"
