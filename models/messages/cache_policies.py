"""What is said of what a cache drops."""

from models.messages.template import problem

NOTHING_IS_FETCHED = (
    "nobody waits for what another request fetches: the content has no origin",
    "write none, or where it comes from as `workload.content.origin`",
)
page_cache_has = problem(
    "files lie in the page cache of the operating system, which has a policy of its own, like lru, and no {policy}",
    "write lru, or say it of `web_server.disk_cache`",
)
counts_nothing_new = problem(
    "tiny-lfu lets in what was asked for often, and nobody has asked yet for what is new (`{life}`)",
    "write lru, or `life: for ever`",
)
queue_knows_no_last_use = problem(
    "`web_server.time_to_live` counts from the last use of an object, which {policy} does not know",
    "write lru or tiny-lfu, or `time_to_live: never`",
)
