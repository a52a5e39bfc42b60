"""The report of the last simulated answer: on the page, and as files."""

import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import streamlit as st

from models.scenario import Scenario
from simulator.engines.engine import Engine
from simulator.farm.outcome import Outcome
from simulator.farm.stamp import fingerprint
from simulator.messages.page import plan_page
from simulator.output.blocks import Block, Heading, Text
from simulator.output.brand import HEADROOM
from simulator.output.figure import to_json
from simulator.output.formats import FORMATS as RENDERED
from simulator.output.formats import Format
from simulator.output.sections import data_of
from simulator.service import answers
from simulator.service.budget import fit_budget
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.studies.plan.decision import DECISION_STEPS, with_decision
from simulator.studies.plan.decision_files.folder import decision_files
from simulator.studies.plan.document import SECTIONS, Plan, report_of
from simulator.ui.plans.file_names import file_name
from simulator.ui.session import BrowserSession, current_session, shared_desk
from simulator.ui.track_record import page_record
from simulator.ui.widgets.blocks import escaped
from simulator.ui.widgets.blocks import show as show_blocks
from simulator.ui.widgets.problems import require_scenario
from simulator.ui.widgets.tickets import RUNS, is_answered

# The level of the headings of its parts, and how many of those stand open: the answer and the decision.
PART, OPEN_PARTS = 2, 2
TITLE = "Report"
ICON = ":material/description:"
SLOT = "decision"


@dataclass(frozen=True)
class Download:
    """A kind of file that a report comes as, and what makes its contents."""

    name: str
    file: str
    media_type: str
    make: Callable[[Outcome], bytes]


def _rendered(record: str, format: Format) -> Download:
    """One of the formats of reports, as a file to download, without the details that the page has; record: its last
    line, "" for none."""
    name, file, media_type = format.name.upper(), format.file, format.media_type

    def make(outcome: Outcome) -> bytes:
        return format.render(report_of(outcome, every=False).ending_with(record), HEADROOM)

    return Download(name, file, media_type, make)


def _json(outcome: Outcome) -> bytes:
    return to_json(data_of(SECTIONS, Plan(outcome))).encode()


def _zipped(outcome: Outcome) -> bytes:
    """The files of the decision in one, the same bytes for the same answer."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        for path, text in decision_files(outcome).items():
            folder.writestr(zipfile.ZipInfo(path), text)
    return packed.getvalue()


def formats(record: str = "") -> tuple[Download, ...]:
    """What a report is rendered as, with its last line, and the figures themselves."""
    figures = Download("JSON", "report.json", "application/json", _json)
    return *(_rendered(record, each) for each in RENDERED.values()), figures


# Settings, variables, inventory and alert rules, as `plan --out` writes them.
DECISION = Download("settings and alerts", "decision.zip", "application/zip", _zipped)


def show() -> None:
    """The page: the last simulated answer of this browser session, or that of its scenario if there is none yet."""
    st.title(TITLE, anchor=False)
    session = current_session()
    _bring_up_to_date(session, require_scenario(session))
    if session.simulated is not None and _is_decided(session, session.simulated):
        # Known here: a file is made when it is asked for, and then nobody knows of whose visit it is.
        record = page_record(session.simulated.scenario.name)
        _downloads(session.simulated, record, _called(session, session.simulated))
        _show_report(report_of(session.simulated).blocks)
        if record:
            show_blocks([Text(record)])


def _is_decided(session: BrowserSession, outcome: Outcome) -> bool:
    """Whether the answer has what its farm is decided by, which takes seconds of the whole catalogue."""
    if outcome.deciding is not None or outcome.farm is None:
        return True
    ticket = ask_decision(shared_desk(), session.owner, outcome)
    if not is_answered(ticket, plan_page.DECIDING, key="deciding"):
        return False
    session.simulated = ticket.answer
    return True


def ask_decision(desk: Desk, owner: str, outcome: Outcome) -> Ticket[Outcome]:
    """Asks for an answer with what its farm is decided by: what the catalogue has instead, by theory."""

    def work(engine: Engine, progress: Callable[[], None]) -> Outcome:
        return with_decision(outcome, progress)

    return desk.ask(owner, SLOT, f"decision {outcome.stamp!r}", 0.0, work, DECISION_STEPS)


def _show_report(blocks: Sequence[Block]) -> None:
    """The parts of the report that decide, and the others by their names: each is drawn once somebody opens it, for all
    of them are thirty screens of a phone. What is downloaded has every part."""
    starts = [at for at, block in enumerate(blocks) if isinstance(block, Heading) and block.level == PART]
    first, *others = [*starts[OPEN_PARTS:], len(blocks)]
    show_blocks(blocks[:first])
    for start, end in pairwise([first, *others]):
        heading = blocks[start]
        if isinstance(heading, Heading):
            st.fragment(_show_part, key=f"part {heading.text}")(heading.text, blocks[start + 1 : end])


def _show_part(title: str, blocks: Sequence[Block]) -> None:
    part = st.expander(escaped(title), key=f"open {title}", on_change="rerun")
    if part.open:
        with part:
            show_blocks(blocks, PART)


def _bring_up_to_date(session: BrowserSession, scenario: Scenario) -> None:
    """Simulates the scenario unless its answer is there; the last answer stays until the new one comes."""
    if session.simulated is not None and session.simulated.stamp.scenario_sha256 in _prints(scenario):
        return
    ticket = answers.ask_simulation(shared_desk(), session.owner, scenario, session.kept_changes)
    if is_answered(ticket, "Simulating", "reporting", RUNS):
        if isinstance(ticket.result, answers.NoFarm):
            session.simulated = None
            st.text(plan_page.no_farm(ticket.result.reason))
        else:
            session.simulated = ticket.result
    elif session.simulated is not None:
        st.text(plan_page.last_answer(session.simulated.scenario.name))


def _prints(scenario: Scenario) -> tuple[str, str]:
    """The fingerprints of the scenario as it is and as it is shortened for the page: a report of either is its own."""
    return fingerprint(scenario), fingerprint(fit_budget(scenario))


def _called(session: BrowserSession, outcome: Outcome) -> str:
    """What the plan is called that an outcome answers: the open one, unless it is still that of another."""
    is_of_open = outcome.stamp.scenario_sha256 in _prints(session.readable)
    return session.title if is_of_open else outcome.scenario.name


def _downloads(outcome: Outcome, record: str, plan: str) -> None:
    """A button for each format, and for the files of a farm that is recommended, whose file bears the name of the plan;
    it is made when it is asked for."""
    is_bought = outcome.farm is not None and outcome.recommended
    with st.container(horizontal=True):
        for each in (*formats(record), DECISION) if is_bought else formats(record):
            st.download_button(
                f"Download {each.name}",
                partial(each.make, outcome),
                file_name(plan, f"-{each.file}"),
                each.media_type,
                key=f"download {each.name}",
                on_click="ignore",
                icon=":material/download:",
            )
