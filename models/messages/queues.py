"""What is said of tiers that take messages in."""

from models.messages.template import problem

NEEDS_QUEUE = (
    "a queue needs what it takes in",
    "write e.g. `queue: {software: rabbitmq-4, message: 2 kB}`",
)
NO_PODS = ("a queue keeps messages, and has its servers to itself", "write `pods: none`")
NO_POOL = ("a queue hands jobs out and waits for nobody", "write none, and `connections` of who works on them")
NO_POST_ON_MISS = ("how often a message is posted on a miss is not known of other servers", "write always")
nothing_posted = problem(
    "no tier is a queue, so that no job is posted", "write `{target}: none`, or a tier of `kind: queue`"
)
no_queue_has = problem("{tier} is no queue, and only a queue has a `queue`", "write `kind: queue`, or take this out")
no_workers = problem(
    "nobody works on what is posted to {tier}",
    "write e.g. `calls: [{{tier: workers, cpu: 200 ms}}]`, with a tier `workers`",
)
nothing_read = problem(
    "{tier} is a queue, which reads nothing for a post",
    "write 0, and what a job reads among the `calls` of {tier}",
)
no_post_after_a_miss = problem(
    "{tier} is called on misses, and how often a message is posted on a miss is not known of other servers",
    "post it where requests call always",
)
no_answer = problem(
    "{tier} is a queue, which answers a post without waiting for the job",
    "write none, and how large a message is as `queue.message` of {tier}",
)
no_room = problem(
    "{wanted} for messages do not fit into the RAM of a server",
    "write at most {room}, or a server with more RAM",
)
