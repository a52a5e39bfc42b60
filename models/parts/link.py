"""Links of a site to the Internet: transit, peering and exchanges, how much they carry and what they cost."""

from typing import Annotated

from pydantic import ValidationInfo, field_validator

from models.messages import site_links
from models.parts.volume_price import VolumeStep, require_rising, volume_cost
from models.quantities.fields import Name, Part, inside_price, optional, parameter, problem, quantity, whole, words
from models.quantities.formatting import rate
from models.quantities.units import DATA_RATE, LINK_MONTH, SHARE, USD_PER_GB, USD_PER_MBPS_MONTH

TRANSIT, PEERING, EXCHANGE = "transit", "peering", "exchange"


class SiteLink(Part):
    """A link of the site: its ports, the share of the traffic that goes over it, and what that costs.

    Raises a validation error for a commitment that its ports do not carry, or that no price is paid for, and for
    prices that stand without the one that they follow.
    """

    name: Name = parameter("Name for reports.")
    kind: Annotated[str, words(TRANSIT, PEERING, EXCHANGE)] = parameter(
        "What it reaches: transit reaches everybody and takes over what a link that is down had; peering and exchange"
        " reach their own networks only.",
        default=TRANSIT,
        source="a link that is bought reaches everybody",
    )
    capacity: Annotated[float, quantity(DATA_RATE, "1 Mbps", "100 Tbps")] = parameter(
        "Bytes per second that one port of it carries."
    )
    ports: Annotated[int, whole(1, 1_000)] = parameter(
        "Ports of it, which carry its traffic together.", default=1, source="a link is one port"
    )
    share: Annotated[float, quantity(SHARE, "0 %", "100 %")] = parameter(
        "Share of the traffic that goes over it while all links are up.",
        default="100 %",
        source="it is the only link",
    )
    price: Annotated[float, inside_price(USD_PER_MBPS_MONTH)] = parameter(
        "Price a month of each Mbps of the 95th percentile of its five-minute means, in the currency of the prices.",
        default="0 USD/Mbps-month",
        source="it is not paid by the Mbps",
    )
    commit: Annotated[float, quantity(DATA_RATE, "0 Mbps", "100 Tbps")] = parameter(
        "Bytes per second that are paid for at least, whatever it carries.",
        default="0 Mbps",
        source="nothing is committed",
    )
    burst_price: Annotated[float | None, optional(inside_price(USD_PER_MBPS_MONTH))] = parameter(
        "Price a month of each Mbps above the `commit`; none means that of one within.",
        default="none",
        source="above the commitment a Mbps costs as much as within",
    )
    gb_price: Annotated[float, inside_price(USD_PER_GB, "0 USD/GB", "10 USD/GB")] = parameter(
        "Price of a GB (10^9 bytes) that leaves over it, in the currency of the prices.",
        default="0 USD/GB",
        source="it is not paid by the GB",
    )
    gb_steps: tuple[VolumeStep, ...] = parameter(
        "Other prices of a GB, each above a volume a month; `gb_price` is that of what is below the first.",
        default=(),
        source="every GB costs the same",
    )
    port_price: Annotated[float, inside_price(LINK_MONTH)] = parameter(
        "Price a month of one port, whatever it carries: the port itself, a cross connect, the fee of an exchange.",
        default="0 USD/month",
        source="ports cost nothing of their own",
    )

    @property
    def carries(self) -> float:
        """Bytes per second that its ports carry together."""
        return self.capacity * self.ports

    @property
    def is_transit(self) -> bool:
        """Whether it reaches everybody."""
        return self.kind == TRANSIT

    def cost(self, percentile: float, gigabytes: float) -> float:
        """What it costs a month in the currency of the prices. percentile: Mbps of the 95th percentile of its
        five-minute means; gigabytes: GB that leave over it in the month."""
        burst_price = self.price if self.burst_price is None else self.burst_price
        burst = max(0.0, percentile - self.committed)
        by_the_mbps = self.committed * self.price + burst * burst_price
        return self.ports * self.port_price + by_the_mbps + volume_cost(self.gb_price, self.gb_steps, gigabytes)

    @property
    def committed(self) -> float:
        """Mbps that are paid for at least."""
        return self.commit * 8.0 / 1e6

    @field_validator("commit")
    @classmethod
    def _its_ports_carry_the_commitment(cls, commit: float, info: ValidationInfo) -> float:
        known = info.data
        carries = known.get("capacity", commit) * known.get("ports", 1)
        if commit > carries:
            raise problem(*site_links.commit_beyond_ports(rate(carries)))
        if commit > 0.0 and known.get("price") == 0.0:
            raise problem(*site_links.COMMIT_WITHOUT_PRICE)
        return commit

    @field_validator("burst_price")
    @classmethod
    def _a_burst_is_above_something(cls, burst_price: float | None, info: ValidationInfo) -> float | None:
        if burst_price is not None and info.data.get("commit") == 0.0:
            raise problem(*site_links.BURST_WITHOUT_COMMIT)
        return burst_price

    @field_validator("gb_steps")
    @classmethod
    def _steps_rise(cls, steps: tuple[VolumeStep, ...], info: ValidationInfo) -> tuple[VolumeStep, ...]:
        if steps and info.data.get("gb_price") == 0.0:
            raise problem(*site_links.STEPS_WITHOUT_FIRST)
        require_rising(steps)
        return steps
