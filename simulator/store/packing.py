"""A tally as bytes and back: a compressed npz of plain arrays. Nothing in it can run, whoever wrote it."""

import io
import json
import zipfile
import zlib

import numpy as np

from simulator.engines.plan import RunPlan
from simulator.engines.tally import Tally


def packed(tally: Tally) -> bytes:
    """A tally without its plan, which is part of its key. The same tally gives the same bytes."""
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        columns=np.frombuffer(json.dumps(tally.columns).encode(), dtype=np.uint8),
        edges=np.ascontiguousarray(tally.edges),
        histogram=np.ascontiguousarray(tally.histogram),
        log=np.ascontiguousarray(tally.log),
        events=np.int64(tally.events),
        by_window=np.ascontiguousarray(tally.by_window),
        by_group=np.ascontiguousarray(tally.by_group),
    )
    return buffer.getvalue()


def unpacked(content: bytes, plan: RunPlan) -> Tally | None:
    """The tally, or None where the bytes are damaged: a run is then made again, for it always gives the same."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            columns = json.loads(arrays["columns"].tobytes())
            return Tally(
                plan=plan,
                columns=tuple(tuple(column) for column in columns),
                edges=arrays["edges"],
                histogram=arrays["histogram"],
                log=arrays["log"],
                events=int(arrays["events"]),
                by_window=arrays["by_window"],
                by_group=arrays["by_group"],
            )
    except (ValueError, KeyError, EOFError, OSError, zipfile.BadZipFile, zlib.error):
        return None
