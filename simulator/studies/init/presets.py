"""What the first scenario of each kind of service begins with: priors of today, to be replaced by what is measured.

Their CPU times are those of a core of speed MEASURED_ON: guesses of an order of magnitude, without encryption.
"""

from dataclasses import dataclass

from simulator.messages.init import questions

# The speed of a core of about 2020, beside the 2.2 GHz Opteron of 2005 that is 1.
MEASURED_ON = 4
BYTES = "{each: 0.1 ms, per_byte: 0.15 ns}"


@dataclass(frozen=True)
class Preset:
    """What is served, and what it is taken to be like until somebody measures it.

    size and peak: the answers that are taken where nobody gives one. cpu: work of a request, and of each byte of it
    where it is large. requests and pause: of a session. client: speed of a client's line. objects: how many there are
    to ask for, None where answers are computed; zipf: how unevenly they are asked for. wait: for other machines, ""
    where the server answers by itself. patience: seconds within which 95 of 100 small answers must be there, None where
    only their completeness matters.
    """

    what: str
    title: str
    peak: str
    size: str
    cpu: str
    requests: int
    pause: str
    client: str
    objects: int | None = None
    zipf: float = 0.0
    wait: str = ""
    patience: float | None = None


PRESETS = {
    preset.what: preset
    for preset in (
        Preset("downloads", "Our downloads", "100 Gbps", "30 MB", BYTES, 2, "10 s", "50 Mbps", 100_000, 0.8),
        Preset("video", "Our video", "200 Gbps", "3 MB", BYTES, 200, "3 s", "25 Mbps", 500_000, 0.9),
        Preset("pages", "Our web pages", "50,000 requests/s", "60 kB", "1 ms", 12, "5 s", "50 Mbps", wait="20 ms",
               patience=1.0),
        Preset("api", "Our API", "100,000 requests/s", "8 kB", "0.5 ms", 20, "2 s", "50 Mbps", wait="15 ms",
               patience=0.5),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Safety:
    """How much is bought beyond what carries the peak, and how sure that must be.

    nodes and spares: of a unit; reserve: beyond the peak; errors: the most requests that may not be completed;
    utilisation: the most that any limit of a server may be in use.
    """

    meaning: str
    nodes: int
    spares: int
    reserve: str
    errors: str
    utilisation: str


SAFETIES = {
    "lean": Safety(questions.LEAN, 4, 0, "10 %", "1 %", "90 %"),
    "usual": Safety(questions.USUAL, 4, 1, "20 %", "0.1 %", "80 %"),
    "careful": Safety(questions.CAREFUL, 3, 1, "40 %", "0.01 %", "65 %"),
}
