"""The core that CPU times are of: of which server, and with which operating system."""

from typing import Annotated, ClassVar

from models.quantities.fields import Name, Part, number, optional, parameter, quantity
from models.quantities.units import REQUEST_RATE

_REFERENCE = "stated as a speed, so they are those of 64-bit Windows Server 2003"


class MeasuredServer(Part):
    """A server as far as its cores tell how long work takes; of an entry of the catalogue nothing else is read."""

    shorthand: ClassVar[str] = "core_speed"
    catalogue_folder: ClassVar[str] = "servers"
    reads_own_fields: ClassVar[bool] = True

    name: Annotated[Name | None, optional()] = parameter(
        "Name of the server in the catalogue; none where only a speed is stated.", default="none", source="a speed"
    )
    core_speed: Annotated[float, number(0.01, 1000.0)] = parameter(
        "Speed of one of its cores, as the `core_speed` of a server: 40 us on a core of speed 6 are the work of 240 us"
        " on one of speed 1, a 2.2 GHz Opteron of 2005."
    )


class MeasuredSystem(Part):
    """An operating system as far as it tells how long work takes."""

    catalogue_folder: ClassVar[str] = "operating_systems"
    reads_own_fields: ClassVar[bool] = True

    name: Annotated[Name | None, optional()] = parameter(
        "Name of the system in the catalogue; none where no server is named.", default="none", source=_REFERENCE
    )
    cpu_factor: Annotated[float, number(0.1, 10.0)] = parameter(
        "CPU work of a request with it, relative to 64-bit Windows Server 2003.", default=1, source=_REFERENCE
    )


class MeasurementServer(Part):
    """What ran when CPU times were measured."""

    shorthand: ClassVar[str] = "server"

    server: MeasuredServer = parameter(
        "The server, by its name in the catalogue or by the speed of a core.", default=MeasuredServer(core_speed=1.0)
    )
    operating_system: MeasuredSystem = parameter(
        "Its system; when absent, the scenario's own where a server is named.", default=MeasuredSystem()
    )
    up_to: Annotated[float | None, optional(quantity(REQUEST_RATE, "0.001 /s", "100,000,000 /s"))] = parameter(
        "Most requests per second that one server did when CPU times were measured: what it is to do beyond is less"
        " sure, the further the less. none means that nobody says.",
        default="none",
        source="nobody says up to which load",
    )
