"""Why a plan has no alternatives, and values that are not judged."""

NOTHING_ELSE = "Nothing else in the catalogue carries the demand within the targets."
NOT_BY_LOAD = (
    "The farm is sized by the load that is stated, so values that move what a server carries at most are not judged."
)


def months_unknown(why: str) -> str:
    """Why nothing is known of the months ahead."""
    return f"The months ahead are not known. {why}."


def no_farm(why: Exception) -> str:
    """Why theory has no farm to compare with."""
    return f"Theory knows no farm to compare with. {why}"


def influences_unknown(why: str) -> str:
    """Why nobody knows which assumed values matter."""
    return f"Theory cannot say which assumed values matter. {why}."
