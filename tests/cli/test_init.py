"""`init`: five questions make a first scenario, by options, at a terminal or through a pipe."""

import io
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
import yaml

from models.load import load
from simulator.studies.init.first_scenario import ENCRYPTED, Answers, answer_problems, scenario_text
from simulator.studies.init.five_questions import default_answers
from simulator.studies.init.presets import PRESETS, SAFETIES
from simulator.studies.init.servers import CLOUD, ERAS, server_software, servers_by_year

ROOT = Path(__file__).parents[2]


@pytest.fixture
def piped(headroom, monkeypatch):
    """`init` in a folder, with what comes through a pipe."""

    def called(folder, *words, answers=b""):
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answers), encoding="utf-8"))
        return headroom("init", *words)

    return called


@pytest.mark.parametrize("what", PRESETS)
def test_plan_answers_what_init_wrote_from_usual_answers(headroom, tmp_path, what):
    file = tmp_path / f"{what}.yaml"
    assert headroom("init", str(file), "--what", what, "--usual").code == 0
    planned = headroom("plan", str(file), "--engine", "theory")
    # 1 where it cannot judge a percentile; the farm is there in either case.
    assert planned.code in (0, 1) and "Buy" in planned.out and planned.err == "", planned.err


def test_five_options_ask_nothing(headroom, tmp_path):
    file = tmp_path / "edge.yaml"
    server = servers_by_year()[-1][0]
    said = headroom("init", str(file), "--what", "video", "--peak", "40 Gbps", "--size", "4 MB", "--server", server,
                    "--safe", "careful")  # fmt: skip
    assert (said.code, said.err) == (0, "")
    assert said.out == f"Wrote {file}. Next: headroom plan {file}\n"
    scenario = load(file)
    assert scenario.demand.wire == 40e9 / 8 and scenario.workload.request.size.mean == 4e6
    assert scenario.server.name == server and scenario.reserve == 0.4


def test_answers_come_through_a_pipe_and_empty_lines_take_the_usual(tmp_path):
    """A real one, to a process of its own."""
    command = [sys.executable, "-m", "simulator", "init", "shop.yaml"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"}
    answers = b"pages\n2,000 requests/s\n\n\nlean\n"
    said = subprocess.run(command, cwd=tmp_path, input=answers, capture_output=True, env=environment, check=False)
    assert said.returncode == 0, said.stderr
    scenario = load(tmp_path / "shop.yaml")
    assert scenario.demand.requests == 2000 and scenario.workload.request.size.mean == 60e3
    assert scenario.unit.spare_nodes == 0 and scenario.server.name in dict(servers_by_year())
    asked = said.stderr.decode()
    assert [f"{number}/5" in asked for number in range(1, 6)] == [True] * 5
    assert "How large is a response on average? [60 kB]" in asked


def test_a_wrong_answer_is_told_at_once_and_asked_again(piped, tmp_path):
    said = piped(tmp_path, "a.yaml", answers=b"vidoe\nvideo\n2 Gbpz\n2 Gbps\n3 MX\n0 B\n3 MB\n\n\n")
    asked = said.err
    assert said.code == 0
    assert '"vidoe": not one of those that are known here; did you mean video?' in asked.replace('"video"', "video")
    assert '"2 Gbpz": not a data rate' in asked and '"3 MX": not a size' in asked and '"0 B": ' in asked
    assert asked.count("2/5") == 2 and asked.count("3/5") == 3
    assert load(tmp_path / "a.yaml").demand.wire == 2e9 / 8


def test_an_input_that_ends_names_the_option(piped, tmp_path):
    said = piped(tmp_path, "a.yaml", "--what", "api", answers=b"")
    assert said.code == 2 and not list(tmp_path.iterdir())
    assert said.err.endswith(
        "question 2 of 5: the input ended without an answer; answer it, or write --peak ..., or --usual for the usual"
        " answers\n"
    )


def test_a_file_that_is_there_is_never_replaced_unless_asked(headroom, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("mine")
    said = headroom("init", str(file), "--usual")
    assert said.code == 2 and file.read_text() == "mine"
    assert said.err == f"{file}: there is such a file already; name another one, or add --force to replace it\n"
    assert headroom("init", str(file), "--usual", "--force").code == 0
    assert load(file).workload.request.size.mean == 30e6


def test_a_link_that_leads_nowhere_is_not_written_through(headroom, tmp_path):
    link = tmp_path / "link.yaml"
    link.symlink_to(tmp_path / "elsewhere.yaml")
    assert headroom("init", str(link), "--usual").code == 2
    assert not (tmp_path / "elsewhere.yaml").exists()


HOSTILE = ["1 Gbps\nrun: {seed: 3}", "1 Gbps # all", "{requests: 5}", "[1, 2]", "!!python/object:os.system", "&a *a",
           "'", '"', "\x1b[31mred", "\u202e1 Gbps", "1 Gbps: 2", "x" * 200, "- 5", "null", "../../etc/passwd",
           "1e400 Gbps", "-5 Gbps", "0 Gbps", "99999999 Tbps", "nan Gbps"]  # fmt: skip


@pytest.mark.parametrize("answer", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("option", ["--what", "--peak", "--size", "--server", "--safe"])
def test_hostile_answers_are_refused_in_a_line(headroom, tmp_path, option, answer):
    file = tmp_path / "a.yaml"
    said = headroom("init", str(file), "--usual", f"{option}={answer}")
    assert said.code == 2 and not file.exists()
    assert said.err.startswith(option) and said.err.count("\n") == 1 and "\x1b" not in said.err
    assert "Traceback" not in said.err and "failed" not in said.err


@pytest.mark.parametrize("file", ["no/such/folder.yaml", ".", "x" * 300])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_asked(piped, tmp_path, file):
    said = piped(tmp_path, file)
    assert said.code == 2 and "1/5" not in said.err and not list(tmp_path.iterdir())


def test_bytes_that_are_no_text_are_a_wrong_answer(piped, tmp_path):
    said = piped(tmp_path, "a.yaml", answers=b"\xff\xfe\n" + b"api\n" + b"9" * 30_000 + b"\n\n\n\n\n")
    assert said.code in (0, 2) and "Traceback" not in said.err and "Headroom failed" not in said.err
    assert "1/5" in said.err and said.err.count("1/5") == 2


def test_standard_output_gets_the_scenario_alone(piped, tmp_path):
    said = piped(tmp_path, "-", "--usual")
    assert said.code == 0 and yaml.safe_load(said.out)["demand"] == "100 Gbps" and not list(tmp_path.iterdir())


def test_what_is_written_has_comments_with_units_and_says_what_is_guessed():
    for what in PRESETS:
        text = scenario_text(Answers(what, "5 Gbps", "1 MB", servers_by_year()[0][0], "usual"), "first.yaml")
        assert "headroom plan first.yaml" in text and "powers of 1,000" in text
        assert text.count("# a guess") >= 4 and max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize(("what", "safe"), list(product(PRESETS, SAFETIES)))
def test_every_kind_of_service_is_as_safe_as_one_likes(what, safe):
    assert answer_problems(Answers(what, "7 Gbps", "1 MB", servers_by_year()[0][0], safe)) == ()


@pytest.mark.parametrize(("position", "server"), list(enumerate(name for name, _ in servers_by_year())))
def test_every_server_makes_a_scenario(position, server):
    what = list(PRESETS)[position % len(PRESETS)]
    assert answer_problems(Answers(what, "7 Gbps", "1 MB", server, "usual")) == ()


@pytest.mark.parametrize("size", ["1 B", "200 B", "1 kB", "1 GB", "1 TB"])
def test_sizes_at_their_ends_make_a_scenario(size):
    for what in PRESETS:
        assert answer_problems(Answers(what, "7 Gbps", size, servers_by_year()[0][0], "usual")) == ()


def test_servers_are_told_the_newest_first_and_run_what_is_of_their_time():
    years = [year for _, year in servers_by_year()]
    assert years == sorted(years, reverse=True) and min(years) > 1990
    assert server_software("dl585-2.2ghz-4gb") == ERAS[1] and server_software(servers_by_year()[0][0]) == ERAS[0]
    assert server_software("m7i.xlarge") == CLOUD


def test_the_newest_server_runs_software_of_today(tmp_path):
    for what in PRESETS:
        file = tmp_path / f"{what}.yaml"
        file.write_text(scenario_text(Answers(what, "7 Gbps", "1 MB", servers_by_year()[0][0], "usual"), file.name))
        scenario = load(file)
        assert scenario.operating_system.page_cache and scenario.datacenter.prices.year >= 2026
        assert scenario.workload.request.wait is None or scenario.web_server.upstream.kept_alive


@pytest.mark.parametrize("what", PRESETS)
def test_what_is_not_encrypted_says_so_and_is_once_its_line_counts(tmp_path, what):
    """The line of HTTPS stands where it belongs, without its #."""
    answers = default_answers(what)
    plain, encrypted = tmp_path / "plain.yaml", tmp_path / "encrypted.yaml"
    plain.write_text(text := scenario_text(answers, "first.yaml"))
    encrypted.write_text(text.replace(f"# {ENCRYPTED}", ENCRYPTED))
    assert "Nothing is encrypted so far" in text and load(plain).workload.session.tls is None
    tls = load(encrypted).workload.session.tls
    assert tls.resumed == 0.7 and tls.handshake_cpu > 0.0 and tls.per_byte > 0.0
