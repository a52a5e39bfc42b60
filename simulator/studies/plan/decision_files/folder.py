"""All files of a decision, by their paths in a folder, and whether they can be written there."""

from pathlib import Path

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.errors import STATE_A_DEMAND, ReportError
from simulator.farm.outcome import Outcome
from simulator.messages.plan import files
from simulator.output.formats import check_folder
from simulator.studies.plan.decision_files.alerts import alert_rules
from simulator.studies.plan.decision_files.inventory import inventory
from simulator.studies.plan.decision_files.settings_files import settings_files
from simulator.studies.plan.decision_files.terraform import terraform_values

ALERTS, INVENTORY, DECLARED, VALUES, SETTINGS = (
    "alerts.yaml", "inventory.yaml", "variables.tf", "headroom.auto.tfvars", "settings",
)  # fmt: skip


def decision_files(outcome: Outcome) -> dict[str, str]:
    """The text of each file by its path, for an outcome with a farm: rules of Prometheus, an inventory of Ansible,
    variables of Terraform and the settings of a server."""
    settings = {f"{SETTINGS}/{name}": text for name, text in settings_files(outcome.scenario).items()}
    return {
        VALUES: terraform_values(outcome),
        DECLARED: files.VARIABLES,
        INVENTORY: inventory(outcome),
        ALERTS: alert_rules(outcome),
        **settings,
    }


def require_farm(scenario: Scenario) -> None:
    """Raises ScenarioError for a scenario without a demand: there is no decision to write out."""
    if scenario.demand is None:
        remedy, ways = f"state one, e.g. {STATE_A_DEMAND}", (STATE_A_DEMAND,)
        message = files.NO_DEMAND
        raise ScenarioError((Problem(scenario.file, 0, "demand", "none", message, remedy, ways),))


def require_room(folder: Path) -> None:
    """Raises ReportError, before long work, where files could not be written to a folder or one is there already."""
    check_folder(folder)
    for name in (VALUES, DECLARED, INVENTORY, ALERTS, SETTINGS):
        if (folder / name).exists():
            raise ReportError(str(folder / name), "is there already", files.MOVE_AWAY)
