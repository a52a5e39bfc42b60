"""The one resource, limit or measure that has a role. That there is none is an error, never a reason to guess."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from simulator.errors import InternalError
from simulator.messages.stages import program
from simulator.network.roles import Role


class HasRole(Protocol):
    """Whatever says what it is to the program; None is what has no role."""

    @property
    def role(self) -> Role | None: ...


OfRole = TypeVar("OfRole", bound=HasRole)


def find_role(resources: Iterable[OfRole], role: Role, of: str) -> OfRole:
    """The one of some things `of` a server, such as its limits, that has a role.

    Raises InternalError, with the role, if none has it or several do.
    """
    known = [each for each in resources if each.role is role]
    if len(known) != 1:
        raise InternalError(program.role_not_found(of, role.value, len(known)))
    return known[0]
