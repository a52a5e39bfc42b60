"""Every problem of a tier that is a message queue is told once, with its place and its remedy."""

from pathlib import Path

import pytest
import yaml

from models.errors import ScenarioError
from models.load import load
from tests.models.test_tier_problems import FETCHED
from tests.queues import APPLICATION, FARM, JOB, POST, QUEUE, SERVER, WORKERS, shop

PARTS = f"{QUEUE}.queue"
SPOILT = [
    ({PARTS: "none"}, f"{QUEUE}.kind", "a queue needs what it takes in; write e.g. `queue: {software: rabbitmq-4"),
    ({f"{WORKERS}.queue": "rabbitmq-4"}, f"{WORKERS}.queue", "workers is no queue, and only a queue has a `queue`"),
    (
        {f"{POST}.when": "miss", "workload.content": FETCHED},
        f"{POST}.when",
        "how often a message is posted on a miss is not known",
    ),
    ({f"{POST}.reads": 1}, f"{POST}.reads", "mail is a queue, which reads nothing for a post; write 0"),
    ({f"{POST}.answer": "1 kB"}, f"{POST}.answer", "mail is a queue, which answers a post without waiting for the job"),
    ({f"{POST}.pages": 1}, f"{POST}.pages", "mail is no database"),
    ({f"{POST}.writes": 1}, f"{POST}.writes", "mail is no database"),
    ({f"{POST}.stores": "1 kB"}, f"{POST}.stores", "mail is no object store"),
    ({f"{QUEUE}.data": "1 GB"}, f"{QUEUE}.data", "mail is no database"),
    ({f"{QUEUE}.pods": {"cpu": 1, "memory": "1 GB"}}, f"{QUEUE}.pods", "a queue keeps messages, and has its servers"),
    ({f"{JOB}.pool": 3}, f"{JOB}.pool", "a queue hands jobs out and waits for nobody; write none, and `connections`"),
    ({f"{PARTS}.software": "rabbitmq"}, f"{PARTS}.software", "rabbitmq-4"),
    ({f"{PARTS}.message": "0 B"}, f"{PARTS}.message", "1 B"),
    ({f"{PARTS}.software.memory_share": "100 %"}, f"{PARTS}.software.memory_share", "do not fit into the RAM"),
]


@pytest.mark.parametrize(("changes", "where", "told"), SPOILT, ids=[f"{where} {told}" for _, where, told in SPOILT])
def test_what_is_wrong_with_a_queue_is_told_once(changes, where, told):
    with pytest.raises(ScenarioError) as error:
        shop(**changes)
    (problem,) = error.value.problems
    assert where in str(problem) and told in str(problem)


def test_a_queue_without_workers_is_told():
    with pytest.raises(ScenarioError) as error:
        shop(**{f"{QUEUE}.calls": []})
    told = [str(problem) for problem in error.value.problems]
    assert any(
        "nobody works on what is posted to mail; write e.g. `calls: [{tier: workers, cpu: 200 ms}]`" in each
        for each in told
    )


def test_a_queue_that_nobody_posts_to_is_told():
    with pytest.raises(ScenarioError) as error:
        shop(**{"workload.request.calls": [{"tier": "application", "cpu": "20 ms"}]})
    (problem,) = error.value.problems
    assert f"{QUEUE}.name" in str(problem) and "no request and no other tier calls it" in str(problem)


def test_a_job_needs_its_work():
    with pytest.raises(ScenarioError) as error:
        shop(**{f"{QUEUE}.calls": [{"tier": "workers"}]})
    (problem,) = error.value.problems
    assert f"{JOB}.cpu" in str(problem) and "nothing says how much work a call of workers is" in str(problem)


def test_jobs_that_come_back_to_their_queue_are_told():
    with pytest.raises(ScenarioError) as error:
        shop(**{f"{WORKERS}.calls": [{"tier": "mail"}]})
    (problem,) = error.value.problems
    assert "calls in a circle: mail calls workers calls mail" in str(problem)


def test_a_target_of_jobs_without_a_queue_is_told():
    with pytest.raises(ScenarioError) as error:
        load(FARM, {"targets.done_in": "10 s"})
    (problem,) = error.value.problems
    assert "targets.done_in" in str(problem) and "no tier is a queue" in str(problem)


def test_what_a_queue_is_may_be_told_by_its_software_alone():
    assert shop(**{PARTS: "rabbitmq-4"}).tiers[1].queue.message == 1000.0
    assert shop(**{f"{QUEUE}.server": SERVER}).tiers[1].queue.room is None


def test_the_example_of_the_how_to_can_be_planned():
    page = Path("docs/plan-several-tiers.md").read_text(encoding="utf-8")
    blocks = [each.split("```")[0] for each in page.split("```yaml")[1:]]
    example = yaml.safe_load(next(block for block in blocks if "kind: queue" in block))
    written = yaml.safe_load(Path(FARM).read_text(encoding="utf-8"))
    written["workload"]["request"]["calls"] = example["workload"]["request"]["calls"]
    written["tiers"] = [*example["tiers"], APPLICATION, {"name": "database", "server": SERVER}]
    written["targets"] = example["targets"]
    scenario = load(FARM, text=yaml.safe_dump(written))
    assert scenario.targets.done_in == 30.0 and scenario.tiers[0].queue.message == 2000.0
