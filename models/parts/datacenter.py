"""The data centre: what power, space, bandwidth and people cost."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, TypeGuard

from pydantic import ValidationInfo, field_validator

from models.messages import price_lists, site_links
from models.parts.instance import RENTS
from models.parts.link import SiteLink
from models.parts.volume_price import VolumeStep, price_changes, require_rising, volume_cost
from models.quantities.fields import (
    Name,
    Part,
    number,
    optional,
    parameter,
    price,
    problem,
    quantity,
    require_currency,
    whole,
    words,
)
from models.quantities.formatting import count_text
from models.quantities.units import (
    CARBON,
    CURRENCIES,
    LIST_PRICE_PER_HOUR,
    POWER,
    SHARE,
    USD,
    USD_PER_GB,
    USD_PER_KW_MONTH,
    USD_PER_KWH,
    USD_PER_MBPS_MONTH,
    USD_PER_SERVER_MONTH,
    USD_PER_U_MONTH,
    YEARS,
)

MOST_LINKS = 32


class Prices(Part):
    """Prices of one year in one currency; each attribute is stored in the unit that its description names.

    Raises a validation error for a currency other than US dollars without its rate, for servers and licences are
    priced in US dollars.
    """

    catalogue_folder: ClassVar[str] = "prices"

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    currency: Annotated[str, words(*CURRENCIES)] = parameter(
        "Currency of these prices, in which answers are told: USD or EUR.",
        default=USD,
        source="US dollars unless a list says otherwise",
    )
    usd_rate: Annotated[float | None, optional(number(0.01, 100.0))] = parameter(
        "US dollars for one unit of the currency, by which servers, licences and upgrades are converted.",
        default="none",
        source="nothing is converted",
    )
    year: Annotated[int, whole(1990, 2100)] = parameter("Year whose money the prices are in.")
    server_life: Annotated[float, quantity(YEARS, "0.5 years", "20 years")] = parameter(
        "Years over which a server and its licence are paid off."
    )
    interest: Annotated[float, quantity(SHARE, "0 %", "50 %")] = parameter("Interest as a fraction per year.")
    electricity: Annotated[float, price(USD_PER_KWH, "0 USD/kWh", "5 USD/kWh")] = parameter(
        "Price of a kWh of electricity."
    )
    pue: Annotated[float, number(1.0, 5.0)] = parameter("Power of the data centre per power of its servers.")
    hosting: Annotated[float, price(USD_PER_KW_MONTH)] = parameter(
        "Price a month of each kW of server power that is provisioned, without the electricity itself."
    )
    rack_space: Annotated[float, price(USD_PER_U_MONTH)] = parameter("Price a month of each rack unit occupied.")
    bandwidth: Annotated[float, price(USD_PER_MBPS_MONTH)] = parameter(
        "Price a month of each Mbps of traffic to the Internet."
    )
    administration: Annotated[float, price(USD_PER_SERVER_MONTH)] = parameter(
        "Price a month of administering one server."
    )
    rack_height: Annotated[int, whole(1, 60)] = parameter("Usable height of a rack in rack units.")
    rack_power: Annotated[float | None, optional(quantity(POWER, "100 W", "1 MW"))] = parameter(
        "Largest power of a rack in watts; none means that only its height limits it.", default="none"
    )
    egress: Annotated[float | None, optional(price(USD_PER_GB, "0 USD/GB", "10 USD/GB"))] = parameter(
        "Price of a GB (10^9 bytes) that leaves a rented server for the Internet; none: this is no list of a cloud.",
        default="none",
        source="no cloud",
    )
    egress_steps: tuple[VolumeStep, ...] = parameter(
        "Other prices of a GB that leaves, each above a volume a month; `egress` is that of what is below the first."
        " All that leaves the cloud for a farm counts together.",
        default=(),
        source="every GB costs the same",
    )
    load_balancer_hour: Annotated[float | None, optional(price(LIST_PRICE_PER_HOUR, "0 USD/h", "1,000 USD/h"))] = (
        parameter(
            "Price of an hour of a load balancer of the cloud; none means that none is billed by the hour.",
            default="none",
            source="nobody bills one",
        )
    )
    load_balancer_gb: Annotated[float | None, optional(price(USD_PER_GB, "0 USD/GB", "10 USD/GB"))] = parameter(
        "Price of a GB of responses that passes a load balancer of the cloud; none means that no volume is billed.",
        default="none",
        source="nobody bills it",
    )
    nat_hour: Annotated[float | None, optional(price(LIST_PRICE_PER_HOUR, "0 USD/h", "1,000 USD/h"))] = parameter(
        "Price of an hour of a NAT gateway of the cloud; none means that none is billed by the hour.",
        default="none",
        source="nobody bills one",
    )
    nat_gb: Annotated[float | None, optional(price(USD_PER_GB, "0 USD/GB", "10 USD/GB"))] = parameter(
        "Price of a GB that passes a NAT gateway, which is what rented servers fetch from the origin; none means that"
        " no volume is billed.",
        default="none",
        source="nobody bills it",
    )
    zone_gb: Annotated[float | None, optional(price(USD_PER_GB, "0 USD/GB", "10 USD/GB"))] = parameter(
        "Price of a GB (10^9 bytes) that crosses from one zone of a cloud to another, in each direction: it is paid"
        " once where it leaves and once where it arrives. none means that nobody bills it.",
        default="none",
        source="nobody bills it",
    )
    carbon: Annotated[float | None, optional(quantity(CARBON, "0 kg/kWh", "2 kg/kWh"))] = parameter(
        "CO2 in kg of a kWh from the grid; none means that it is not told.", default="none", source="not told"
    )

    administration_of_bought: Annotated[float | None, optional(price(USD_PER_SERVER_MONTH))] = parameter(
        "Price a month of administering a server that is bought, under a list of a cloud, whose `administration` has no"
        " hardware to look after; none: that is the price of bought ones too.",
        default="none",
        source="one price for all servers",
    )

    def administering(self, rented: bool) -> float:
        """What administering a server costs a month, in the currency of these prices."""
        of_bought = self.administration_of_bought
        return self.administration if rented or of_bought is None else of_bought

    @property
    def bills_balancers(self) -> bool:
        """Whether a cloud bills its load balancers."""
        return self.load_balancer_hour is not None or self.load_balancer_gb is not None

    @property
    def bills_nat(self) -> bool:
        """Whether a cloud bills its NAT gateways."""
        return self.nat_hour is not None or self.nat_gb is not None

    @property
    def egress_changes(self) -> tuple[tuple[float, float], ...]:
        """Above how many GB a month the price of one that leaves a cloud changes, and by how much."""
        return price_changes(self.egress or 0.0, self.egress_steps)

    def egress_cost(self, gigabytes: float) -> float:
        """What so many GB cost that leave a cloud in a month: each at the price of the step that it falls in."""
        return volume_cost(self.egress or 0.0, self.egress_steps, gigabytes)

    def egress_of_next(self, gigabytes: float) -> float:
        """What one GB more costs in a month in which so many leave a cloud."""
        return (self.egress or 0.0) + sum(by for above, by in self.egress_changes if gigabytes >= above)

    def from_usd(self, amount: float) -> float:
        """An amount of US dollars in the currency of these prices."""
        return amount if self.usd_rate is None or self.currency == USD else amount / self.usd_rate

    @field_validator("usd_rate")
    @classmethod
    def _has_a_rate(cls, rate: float | None, info: ValidationInfo) -> float | None:
        currency = info.data.get("currency", USD)
        if rate is None and currency != USD:
            raise problem(*price_lists.currency_without_rate(currency, USD))
        return rate

    @field_validator("egress_steps", mode="before")
    @classmethod
    def _steps_are_in_its_currency(cls, steps: object, info: ValidationInfo) -> object:
        for step in steps if isinstance(steps, list | tuple) else ():
            if isinstance(step, Mapping):
                require_currency(step.get("price"), info.data.get("currency", USD))
        return steps

    @field_validator("egress_steps")
    @classmethod
    def _steps_rise(cls, steps: tuple[VolumeStep, ...], info: ValidationInfo) -> tuple[VolumeStep, ...]:
        if steps and info.data.get("egress", 0.0) is None:
            raise problem(*price_lists.STEPS_WITHOUT_FIRST)
        require_rising(steps)
        return steps


class Datacenter(Part):
    """Where the units stand."""

    name: Name = parameter("Name for reports.", default="data centre")
    prices: Prices = parameter("What power, space, bandwidth and people cost.")
    rent: Annotated[str | None, optional(words(*RENTS))] = parameter(
        "On which terms all instances are rented, whichever servers they are; none means on those that each instance"
        " states.",
        default="none",
        source="as each instance says",
    )
    spot_share: Annotated[float, quantity(SHARE)] = parameter(
        "Share of the instances of each kind that has a `spot` price which are rented at it, the others on their terms;"
        " the farm is sized as if none were taken back, and how likely it is enough says what that leaves out.",
        default="0 %",
        source="all are rented on the same terms",
    )
    load_balancers: Annotated[int | None, optional(whole(1, 100_000))] = parameter(
        "Load balancers of the cloud that its prices bill for the whole farm; none means one for each unit, and one for"
        " all where a unit is a server full of pods.",
        default="none",
        source="a unit stands behind a balancer of its own",
    )
    nat_gateways: Annotated[int | None, optional(whole(1, 10_000))] = parameter(
        "NAT gateways of the cloud that its prices bill for the whole farm; none means one.",
        default="none",
        source="one is enough, where all stands in one zone",
    )
    links: tuple[SiteLink, ...] = parameter(
        "Links of the site to the Internet, which what leaves servers that are bought is paid by in place of the price"
        " of `bandwidth`; rented ones pay egress.",
        default=(),
        source="all traffic is paid by the price of bandwidth",
    )
    spare_links: Annotated[int, whole(0, 2)] = parameter(
        "Links that may be down at the peak, whichever they are, while the others carry all traffic.",
        default=0,
        source="all links are up; a plan shows what one that is down does to the others",
    )

    @field_validator("links", mode="before")
    @classmethod
    def _links_are_in_its_currency(cls, links: object, info: ValidationInfo) -> object:
        prices = info.data.get("prices")
        currency = prices.currency if isinstance(prices, Prices) else USD
        for link in links if isinstance(links, list | tuple) else ():
            stated = dict(link) if isinstance(link, Mapping) else {}
            steps = stated.get("gb_steps")
            stated |= {at: step.get("price") for at, step in enumerate(steps)} if _are_mappings(steps) else {}
            for each in stated.values():
                require_currency(each, currency)
        return links

    @field_validator("links")
    @classmethod
    def _links_share_the_traffic(cls, links: tuple[SiteLink, ...]) -> tuple[SiteLink, ...]:
        names = [link.name for link in links]
        if len(links) > MOST_LINKS:
            raise problem(*site_links.too_many_links(len(links), MOST_LINKS))
        for twice in (name for name in names if names.count(name) > 1):
            raise problem(*site_links.link_named_twice(twice))
        total = sum(link.share for link in links)
        if links and abs(total - 1.0) > 1e-6:
            raise problem(*site_links.shares_of_links(100.0 * total))
        return links

    @field_validator("spare_links")
    @classmethod
    def _a_transit_is_left(cls, spare_links: int, info: ValidationInfo) -> int:
        links = info.data.get("links")
        if spare_links and links == ():
            raise problem(*site_links.SPARE_WITHOUT_LINKS)
        transits = sum(link.is_transit for link in links or ())
        if links and spare_links >= max(1, transits):
            kinds = count_text(transits, "link of kind transit", "links of kind transit")
            raise problem(*site_links.too_few_transits(kinds, max(0, transits - 1)))
        return spare_links


def _are_mappings(steps: object) -> TypeGuard[Sequence[Mapping[str, object]]]:
    return isinstance(steps, list | tuple) and all(isinstance(step, Mapping) for step in steps)
