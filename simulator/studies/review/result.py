"""A farm that runs beside its model, as data: what `review --json` writes."""

from collections.abc import Mapping
from dataclasses import dataclass

from models.quantities.instants import minute_text
from models.quantities.months import month_text
from simulator.experiment.results import Unavailable
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import Farm
from simulator.farm.running_farm import FarmVerdict, RunningFarm
from simulator.farm.stamp import Stamp
from simulator.growth.growth_plan import GrowthPlan
from simulator.network.lines import MBPS_PER_BYTE
from simulator.output.blocks import Block, Report
from simulator.output.data import farm_data, setting_first_data
from simulator.output.figure import Data
from simulator.output.sections import terminal_blocks
from simulator.studies.result import Result
from simulator.studies.review.answer import Review
from simulator.studies.review.document import SECTIONS, notes, review_report
from simulator.studies.review.tier_fit import TierFit
from simulator.studies.review.tiers_first import TiersFirst
from simulator.telemetry.model_fit import HourFit
from simulator.telemetry.record_noise import CONFIDENCE, MeasuredRange


@dataclass(frozen=True, repr=False, eq=False)
class ReviewResult(Result):
    """Whether the farm that runs is enough, until when, and whether the model describes it."""

    review: Review
    stamp: Stamp
    kept_in: str | None = None  # The store in which the verdict was kept.

    @property
    def verdict(self) -> str | None:
        """ "enough", "short" or "too large"; None where the model does not describe the farm, and nobody knows."""
        return str(self.review.running.verdict) if self.review.stands else None

    @property
    def met(self) -> bool:
        """Whether the farm is known not to be short."""
        return self.review.stands and self.review.running.verdict is not FarmVerdict.SHORT

    @property
    def held(self) -> bool:
        """Whether the verdict is that of the last review, and by these counters alone it would be another."""
        return self.review.stands and self.review.running.instead_of is not None

    @property
    def servers(self) -> int:
        """Servers that run."""
        return self.review.running.servers

    @property
    def missing(self) -> int | None:
        """Servers to be added; 0 where the farm is not short, None where nobody knows."""
        return self.review.running.missing * self.review.running.nodes if self.review.stands else None

    @property
    def give_back(self) -> int | None:
        """Servers that may go; 0 where the farm is not too large, None where nobody knows."""
        return self.review.running.give_back * self.review.running.nodes if self.review.stands else None

    @property
    def too_small_in(self) -> str | None:
        """The month in which the farm is likely too small, as "2027-03"; None beyond the horizon, and where nobody
        knows."""
        ahead = self.review.ahead
        if isinstance(ahead, Unavailable) or not self.review.stands:
            return None
        likely = ahead.reserve_gone.likely
        return None if likely is None else month_text(ahead.start + likely)

    @property
    def bottleneck(self) -> str:
        """What stops a server, by its name, in the model."""
        return self.review.bottleneck

    @property
    def describes(self) -> bool | None:
        """Whether the model describes the farm; None where no CPU was measured."""
        return self.review.describes

    @property
    def no_verdict_because(self) -> str | None:
        """Why there is no verdict, as "cpu_at_peak"; None where there is one."""
        return None if self.review.stands else str(self.review.no_verdict_because)

    def to_dict(self) -> Data:
        return review_data(self.review)

    def blocks(self) -> list[Block]:
        return terminal_blocks(SECTIONS, self.review)

    def report(self) -> Report:
        return review_report(self.review, self.stamp)

    def summary(self) -> Mapping[str, object]:
        return {
            "scenario": self.review.scenario.name, "verdict": self.verdict, "servers": self.servers,
            "missing": self.missing, "give_back": self.give_back, "describes": self.describes,
        }  # fmt: skip


# What rests on the model, and is None where that does not describe the farm.
_BY_MODEL = (
    "verdict", "carries", "carries_low", "carries_high", "enough_probability", "needed_servers", "missing_servers",
    "give_back_servers", "cost_then_per_month", "binding_limit", "until", "raise_first", "tiers_first", "upgrade",
    "other_server", "farm",
)  # fmt: skip


def review_data(review: Review) -> Data:
    """Every figure of the answer that can be stood by. Shares are from 0 to 1; months are "2027-03"."""
    data = _every_figure(review)
    return data if review.stands else data | dict.fromkeys(_BY_MODEL)


def _every_figure(review: Review) -> Data:
    return {
        "scenario": review.scenario.name,
        "verdict": str(review.running.verdict),
        "no_verdict_because": None if review.stands else str(review.no_verdict_because),
        "peak": _peak(review),
        **_running(review.running),
        "last": _last(review),
        **_ends("carries_", review.carries_between),
        "confidence": CONFIDENCE,
        "binding_limit": review.bottleneck,
        "model": _model(review),
        "hours": [_hour(each) for each in review.fit.hours],
        "tiers": [_tier(each) for each in review.tiers],
        "until": None if isinstance(review.ahead, Unavailable) else _until(review.ahead),
        "raise_first": setting_first_data(review.raise_first) if review.raise_first else None,
        "tiers_first": _tiers_first(review.tiers_first) if review.tiers_first else None,
        "upgrade": review.upgrade.name if review.upgrade else None,
        "other_server": _other(review.instead) if review.instead else None,
        "record": {
            "days": review.record.days,
            "step_seconds": review.record.step,
            "steps": len(review.record.at),
            "left_out": review.record.left_out,
            "servers_measured": review.measured,
        },
        "farm": farm_data(review.running.farm),
        "notes": notes(review),
    }


def _peak(review: Review) -> Data:
    """The demand at peak, in its unit, with the ends of its interval; and as `requests` or `mbps`, by what was
    measured."""
    peak, in_bytes = review.peak, review.peak.wire is not None
    factor = MBPS_PER_BYTE if in_bytes else 1.0
    value = factor * getattr(peak, peak.way)
    return {
        "at": minute_text(review.peak_at),
        "value": value,
        "unit": "Mbps" if in_bytes else "/s",
        **_ends("", review.peak_between, factor),
        "requests": None if in_bytes else value,
        "mbps": value if in_bytes else None,
    }


def _running(running: RunningFarm) -> Data:
    now, then = cost_in_all(running.farm), cost_in_all(running.after)
    return {
        "tolerance": running.tolerance,
        "units": running.units,
        "servers": running.servers,
        "must_carry": running.must,
        "carries": running.carries,
        "enough_probability": running.sure,
        "needed_servers": running.needed * running.nodes,
        "missing_servers": running.missing * running.nodes,
        "give_back_servers": running.give_back * running.nodes,
        "cost_per_month": now.value,
        "cost_then_per_month": then.value,
        "currency": running.farm.cost.currency,
    }


def _last(review: Review) -> Data | None:
    """The review before, and what this record says alone; None where none is remembered."""
    last, alone = review.last, review.running.instead_of or review.running
    if last is None:
        return None
    return {
        "counters_until": last.ended,
        "made": last.made,
        "verdict": last.verdict,
        "servers": last.servers,
        "right_servers": last.right,
        "held": review.stands and review.running.instead_of is not None,
        "verdict_alone": str(alone.verdict) if review.stands else None,
        "right_servers_alone": alone.right * alone.nodes if review.stands else None,
    }


def _other(farm: Farm) -> Data:
    """A farm of another server."""
    servers, cost = round(farm.sizing.servers.whole.value), cost_in_all(farm)
    return {"server": farm.scenario.server.name, "servers": servers, "cost_per_month": cost.value}


def _tiers_first(first: TiersFirst) -> Data:
    """Servers, or pods, of a unit by tier, and what the farm costs then."""
    return {"servers": first.servers, "cost_per_month": cost_in_all(first.running.farm).value}


def _ends(name: str, between: MeasuredRange | None, factor: float = 1.0) -> Data:
    """The ends of an interval, None where it is not known."""
    low, high = (None, None) if between is None else (factor * each for each in between)
    return {f"{name}low": low, f"{name}high": high}


def _model(review: Review) -> Data:
    fit = review.fit
    return {
        "describes": review.describes,
        "cpu_time_times": fit.work,
        **_ends("cpu_time_", fit.work_between),
        "cpu_without_requests": None if fit.always is None else fit.always.work,
        **_ends("cpu_without_requests_", None if fit.always is None else fit.always.between),
        "mean_error": fit.error,
        "time_described": fit.described,
        "described_at_peak": fit.at_peak,
        "grows_as_measured": fit.grows,
        "response_bytes_times": fit.response,
        "most_requests_of_a_server": fit.most,
    }


def _hour(each: HourFit) -> Data:
    residual = None if each.cpu is None or each.model is None else each.cpu - each.model
    return {"hour": each.hour, "demand_requests": each.demand, "cpu": each.cpu, "model": each.model,
            "residual": residual, "fits": each.fits}  # fmt: skip


def _tier(tier: TierFit) -> Data:
    record = tier.record
    return {
        "tier": tier.name,
        "cpu_time_times": tier.work,
        **_ends("cpu_time_", tier.work_between),
        "sent_bytes_times": tier.sent,
        "at_peak": {each.quantity: {"measured": each.measured, "model": each.model} for each in tier.uses},
        "pods_at_peak": tier.pods_at_peak,
        "cpu_request": record.cpu_request,
        "cpu_limit": record.cpu_limit,
        "memory_request": record.memory_request,
        "memory_limit": record.memory_limit,
        "hours": [each._asdict() for each in tier.hours],
    }


def _until(growth_plan: GrowthPlan) -> Data:
    when = growth_plan.reserve_gone
    months = {"early": when.early, "likely": when.likely, "late": when.late}
    named = {key: None if month is None else month_text(growth_plan.start + month) for key, month in months.items()}
    return {**named, "within_the_horizon": when.chance, "forecast": growth_plan.ahead.forecast is not None}
