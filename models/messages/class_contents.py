"""What is said of classes of requests that ask for content of their own."""

from models.messages.template import problem

NO_SHARED_CONTENT = (
    "there is no `workload.content`, which the other classes ask for and which says where all of it comes from",
    "write `workload.content`, for what the class with the largest catalogue asks for, or `content: none`",
)
NO_ORIGIN_TO_WRITE_TO = (
    "there is no origin that objects could be written to",
    "write 0, or `workload.content.origin`, e.g. `{latency: 30 ms, rate: 10 Gbps, write_price: 0.005 USD/thousand}`",
)
NO_ORIGIN_TO_ASK = (
    "there is no origin that could be asked whether a copy has changed",
    "write none, or `workload.content.origin`, e.g. `{latency: 30 ms, rate: 10 Gbps}`",
)
AGE_AND_LIFE = (
    "an object that lives for a time is followed by another one, whose copies nobody has yet",
    "write none, or `life: for ever` where the object stays and its content changes",
)
no_shield_asked = problem(
    "a shield, {tier}, stands before the origin, and how old its copies are is not reckoned",
    "leave out the calls of {tier}, so that each node asks the origin: the plan then has what that delivers at most",
)
nobody_asks = problem(
    "every class that reads files has `content` of its own, so that nobody asks for this",
    "write here what {name} asks for, beside the `origin` of all, and leave out the `content` of {name}",
)
no_file_is_read = problem(
    "the kernel answers {name} without a file, for the class has no `pool`",
    "name a pool of `web_server.pools`, or write `content: none`",
)
slice_larger_than_object = problem(
    "larger than an object, {size}",
    "write at most {size}, or none to keep objects whole",
)
sizes_of_slices = problem(
    "objects vary in size ({distribution}), and slices are told for objects of one size",
    "write `object_size: {{mean: {size}, distribution: constant}}`, or classes each with `content` of its own",
)
sliced_with = problem(
    "there is `{key}` too, which is not told of slices",
    "write none, or leave `{key}` out",
)
