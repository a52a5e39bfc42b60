"""What a file is called that somebody takes along: by the plan that it is about."""

import re
from datetime import date

LONGEST = 60  # Characters of the name of a plan.


def file_name(plan: str, rest: str) -> str:
    """The name of a plan as the name of a file may have it, and what follows: "Edge-site-evening-report.pdf"."""
    name = re.sub(r"[^\w.]+", "-", plan).strip("-.")[:LONGEST].rstrip("-.")
    return f"{name or 'plan'}{rest}"


def export_name(day: date) -> str:
    """What the export of all plans of a browser is called: "headroom-plans-2026-11-25.json"."""
    return f"headroom-plans-{day.isoformat()}.json"
