"""What is said of distributions and of their quantiles."""

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


def shape_of_another(distribution: str) -> tuple[str, str]:
    """A shape of a distribution that has none."""
    return (
        f"shape has no meaning for a distribution that is {distribution}",
        "remove `shape` or write `distribution: pareto`",
    )


def no_variation(distribution: str, key: str) -> tuple[str, str]:
    """A distribution without the coefficient of variation that it is named by."""
    return (f"a {distribution} distribution needs its coefficient of variation", f"add e.g. `{key}: 1.5`")


def variation_of_another(key: str, distribution: str, word: str) -> tuple[str, str]:
    """A coefficient of variation of a distribution that has its own."""
    return (
        f"{key} has no meaning for a distribution that is {distribution}",
        f"remove `{key}` or write `{word}: lognormal`",
    )


def too_little_variation(key: str, cv: float, word: str) -> tuple[str, str]:
    """A hyperexponential distribution that varies too little."""
    return (
        f"a hyperexponential distribution varies at least as much as an exponential one, and a {key} of {cv:g} is less",
        f"write `{word}: gamma`, or a {key} of at least 1",
    )


def quantiles_of_another(distribution: str) -> tuple[str, str]:
    """Quantiles of a distribution that has a formula."""
    return (
        f"quantiles have no meaning for a distribution that is {distribution}",
        "write `distribution: empirical`, or remove them",
    )


def another_mean(mean: str) -> tuple[str, str]:
    """A mean that is not that of the quantiles."""
    return (f"the mean of these quantiles is {mean}, and another one is stated", "remove `mean`")


def quantiles_expected(example: str) -> tuple[str, str]:
    """What is no group of quantiles."""
    return ("expected a group of quantiles", f"write e.g. `quantiles: {example}`")


def no_share(key: str, example: str) -> tuple[str, str]:
    """A key of quantiles that is no share."""
    return (f'"{key}" is no share of all draws', f"write shares from 0 % to 100 %, e.g. {example}")


def share_twice(share: str) -> tuple[str, str]:
    """Two values of one share."""
    return (f"{share} is there twice", "keep one of its values")


def out_of_order(more: str, above: str, less: str, below: str) -> tuple[str, str]:
    """Values that fall while their shares rise."""
    return (
        f"out of order: {more} at {above} is less than {less} at {below}",
        "a larger share of all draws has a larger value",
    )


def ends_below_all(last: str) -> tuple[str, str]:
    """Quantiles that do not go up to 100 %."""
    return (f"they end at {last}: nothing says how large the rest is", "add the largest, `100 %: ...`")
