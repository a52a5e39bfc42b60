"""The settings of a server as the files that hold them."""

from collections.abc import Callable, Mapping, Sequence

from models.scenario import Scenario
from simulator.farm.settings import (
    APACHE,
    EVENTS,
    FREEBSD,
    HAPROXY,
    IIS,
    LISTEN,
    METABASE,
    NGINX,
    REGISTRY,
    SYSCTL,
    SYSTEMD,
    Setting,
    settings,
)
from simulator.messages.plan import files

_SERVICES = "HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Services"
# Where the registry has the values of IIS 6, and of the driver beneath it.
_OF_IIS_6 = "InetInfo"


def settings_files(scenario: Scenario) -> dict[str, str]:
    """The text of each file by its name; none where nobody knows what the settings are called."""
    found: dict[str, list[Setting]] = {}
    for each in settings(scenario):
        found.setdefault(each.file, []).append(each)
    return {name: _FILES[name](each) for name, each in found.items()}


def _comment(each: Setting, mark: str = "#") -> str:
    usual = f", {each.unless_set} unless set" if each.unless_set else ""
    return f"{mark} {each.name}: {each.bound}{usual}"


def _plain(found: Sequence[Setting], line: Callable[[Setting], str], mark: str = "#") -> list[str]:
    """A comment and a line each."""
    return [text for each in found for text in (_comment(each, mark), line(each))]


def _text(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def _nginx(found: Sequence[Setting]) -> str:
    lines = _plain(_in(found, ""), lambda each: f"{each.name} {each.value};")
    events = _plain(_in(found, EVENTS), lambda each: f"{each.name} {each.value};")
    lines += [f"{EVENTS} {{", *(f"    {line}" for line in events), "}"]
    for each in _in(found, LISTEN):
        lines += [_comment(each), files.in_each_block(each.name, each.value)]
    return _text(lines)


def _in(found: Sequence[Setting], block: str) -> list[Setting]:
    """Those of a block of a file."""
    return [each for each in found if each.block == block]


def _systemd(found: Sequence[Setting]) -> str:
    return _text(["[Service]", *_plain(found, lambda each: f"{each.name}={each.value}")])


def _haproxy(found: Sequence[Setting]) -> str:
    lines: list[str] = []
    for block in dict.fromkeys(each.block for each in found):
        inside = _plain(_in(found, block), lambda each: f"{each.name} {each.value}")
        lines += [block, *(f"    {line}" for line in inside)]
    return _text(lines)


def _apache(found: Sequence[Setting]) -> str:
    lines = _plain(found, lambda each: f"{each.name} {each.value}")
    return _text(["<IfModule mpm_event_module>", *(f"    {line}" for line in lines), "</IfModule>"])


def _assigned(found: Sequence[Setting]) -> str:
    return _text(_plain(found, lambda each: f"{each.name} = {each.value}"))


def _iis(found: Sequence[Setting]) -> str:
    pool = 'appcmd set apppool "DefaultAppPool"'
    return _text(_plain(found, lambda each: f"{pool} /{each.name}:{each.value}", "rem"))


def _metabase(found: Sequence[Setting]) -> str:
    pool = "cscript adsutil.vbs set W3SVC/AppPools/DefaultAppPool"
    return _text(_plain(found, lambda each: f"{pool}/{each.name} {each.value}", "rem"))


def _registry(found: Sequence[Setting]) -> str:
    lines = ["Windows Registry Editor Version 5.00"]
    for each in found:
        value = f'"{each.name}"=dword:{int(each.value):08x}'
        lines += ["", f"[{_SERVICES}\\{each.block or _OF_IIS_6}\\Parameters]", _comment(each, ";"), value]
    return _text(lines)


_FILES: Mapping[str, Callable[[Sequence[Setting]], str]] = {
    NGINX: _nginx,
    SYSTEMD: _systemd,
    HAPROXY: _haproxy,
    APACHE: _apache,
    SYSCTL: _assigned,
    FREEBSD: _assigned,
    IIS: _iis,
    METABASE: _metabase,
    REGISTRY: _registry,
}
