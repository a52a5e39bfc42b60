"""Settings of a server in sentences: which stated one to raise first, and which a server needs at the peak."""

from models.quantities.formatting import count_text, listed, number
from simulator.experiment.estimate import Estimate
from simulator.farm.outcome import Outcome
from simulator.farm.raised_setting import RaisedSetting, SettingFirst
from simulator.farm.settings import Setting, needed_settings
from simulator.messages.numbers import short_text


def setting_first_sentence(outcome: Outcome) -> str:
    """What to raise where a stated setting stops a server, and what stops it then; "" where hardware does."""
    first = outcome.setting_first
    return "" if first is None else raised_first(first)


def raised_first(first: SettingFirst) -> str:
    """What to raise, and what stops a server then."""
    raised = " and ".join(map(_raised, first.raised))
    fewer = [
        f"{count_text(each.then, 'server')} of {name} {'are' if each.then > 1 else 'is'} enough instead of {each.now}"
        for name, each in first.tiers.items()
    ]
    then = f"one server can serve {short_text(first.mbps)} ({short_text(first.requests)})"
    stop = f", and its bottleneck is the {first.stop.name}" if first.stop is not None else ""
    return f"Setting first: {raised}. That costs nothing. Then, in theory, {listed([*fewer, then], ', and ')}{stop}."


def _raised(each: RaisedSetting) -> str:
    if each.raised is None or each.stated is None:
        return f"change {each.path}"
    return f"raise {each.path} from {number(each.stated)} to {number(each.raised)}"


def needed_settings_sentence(outcome: Outcome) -> str:
    """The settings without which a server cannot have the connections that it has at the peak; "" where there are
    none."""
    needed = settings_at_peak(outcome)
    if not needed:
        return ""
    lines = "; ".join(f"{each.file} {each.name} {each.value}" for each in needed)
    return f"Settings, which cost nothing: {lines}. `plan --out DIR` writes their files."


def settings_at_peak(outcome: Outcome) -> tuple[Setting, ...]:
    """Those that a server needs at the demand, with its spares down; empty without a farm."""
    if not outcome.operating_points:
        return ()
    held = outcome.operating_points[-1].results.measures.get("connections")
    return needed_settings(outcome.scenario, held.value) if isinstance(held, Estimate) else ()
