"""What is said of the links of a site."""

from models.messages.template import problem

BURST_WITHOUT_COMMIT = (
    "a price above a commitment, and nothing is committed",
    "write what is paid for at least, e.g. `commit: 10 Gbps`, or none",
)
COMMIT_WITHOUT_PRICE = (
    "a commitment without the price of a Mbps",
    "write that price, e.g. `price: 0.2 USD/Mbps-month`, or a commitment of 0 Mbps",
)
STEPS_WITHOUT_FIRST = (
    "steps without the price of what is below the first",
    "write it, e.g. `gb_price: 0.02 USD/GB`",
)
commit_beyond_ports = problem("more than its ports carry, {carried}", "write at most that, or more `ports`")
shares_of_links = problem("the shares of the links sum to {percent:.6g} %", "make them sum to 100 %")
link_named_twice = problem('two links are called "{name}"', "give each a name of its own")
too_many_links = problem("{count} links are more than anybody looks at one by one", "write at most {most}")
SPARE_WITHOUT_LINKS = (
    "no links are stated that could be down",
    "write 0, or the links of the site: `links: [{name: ..., capacity: ..., share: ...}]`",
)
too_few_transits = problem(
    "with so many links down no transit may be left, for the site has {transits}",
    "write at most {most}, or another link of kind transit, which may have a share of 0 %",
)
