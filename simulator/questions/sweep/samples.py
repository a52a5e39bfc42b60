"""Points of the space that ranges span, spread more evenly than independent draws would be."""

from collections.abc import Iterator, Mapping

from models.variations.portfolio_axis import Sample


def drawn(sample: Sample) -> Iterator[Mapping[str, object]]:
    """The points of a sample, each as values by path; the same seed gives the same points.

    Latin hypercube (McKay, Beckman and Conover 1979, A Comparison of Three Methods): each range is cut into `size`
    parts, and each part is met once. Sobol (1967), scrambled after Owen (1998): balanced in all projections.
    """
    # scipy.stats takes most of a second to load: only who samples waits for it.
    from scipy.stats import qmc

    kind = {"latin-hypercube": qmc.LatinHypercube, "sobol": qmc.Sobol}[sample.method]
    points = kind(d=len(sample.ranges), rng=sample.seed).random(sample.size)
    for point in points:
        yield {each.path: each.at(float(share)) for each, share in zip(sample.ranges, point, strict=True)}
