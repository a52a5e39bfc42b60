"""Where the value of a parameter comes from."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

# given: an input of the documents that the program is built from. published: read in a public source.
# vendor: read in the maker's documentation. measured: fitted to what was measured on the planner's own servers, with
# its interval. assumed: a stated guess with a range. scenario: written in the
# scenario without a source. default: not written anywhere, so the declared default holds.
SourceKind = Literal["given", "published", "vendor", "measured", "assumed", "scenario", "default"]


class Provenance(BaseModel):
    """The origin of one parameter: its text as written, the source cited, and the range of a guess or the
    interval of a measurement."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value_text: str
    kind: SourceKind
    source: str
    low: str | None = None
    high: str | None = None
