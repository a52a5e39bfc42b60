"""What is said of distributions and of their quantiles."""

from models.messages.template import problem

PARETO_WITHOUT_SHAPE = ("a pareto distribution needs its shape", "add e.g. `shape: 1.5`")
NO_QUANTILES = (
    "an empirical distribution needs its quantiles",
    "add `quantiles: {50 %: ..., 100 %: ...}` or `csv: FILE`",
)
QUANTILES = (
    "Shares of all draws, each with the value that they do not exceed, up to 100 %, in place of the mean: straight"
    " lines between them, from 0 unless 0 % is stated."
)
ALL_0 = ("all of them are 0", "state at least one that is larger")
shape_of_another = problem(
    "shape has no meaning for a distribution that is {distribution}",
    "remove `shape` or write `distribution: pareto`",
)
no_variation = problem("a {distribution} distribution needs its coefficient of variation", "add e.g. `{key}: 1.5`")
variation_of_another = problem(
    "{key} has no meaning for a distribution that is {distribution}",
    "remove `{key}` or write `{word}: lognormal`",
)
too_little_variation = problem(
    "a hyperexponential distribution varies at least as much as an exponential one, and a {key} of {cv:g} is less",
    "write `{word}: gamma`, or a {key} of at least 1",
)
quantiles_of_another = problem(
    "quantiles have no meaning for a distribution that is {distribution}",
    "write `distribution: empirical`, or remove them",
)
another_mean = problem("the mean of these quantiles is {mean}, and another one is stated", "remove `mean`")
quantiles_expected = problem("expected a group of quantiles", "write e.g. `quantiles: {example}`")
no_share = problem('"{key}" is no share of all draws', "write shares from 0 % to 100 %, e.g. {example}")
share_twice = problem("{share} is there twice", "keep one of its values")
out_of_order = problem(
    "out of order: {more} at {above} is less than {less} at {below}",
    "a larger share of all draws has a larger value",
)
ends_below_all = problem("they end at {last}: nothing says how large the rest is", "add the largest, `100 %: ...`")
