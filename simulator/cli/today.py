"""The day of a run: the only date in a result."""

import os
from datetime import UTC, date, datetime


def today() -> date:
    """Today in UTC, or the day of SOURCE_DATE_EPOCH where that is set: then a report comes out the same to the byte."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdigit():
        return datetime.fromtimestamp(int(epoch), UTC).date()
    return datetime.now(UTC).date()
