"""What the formulas of theory ask of their arguments, and where they have no answer."""

from models.messages.template import sentence

RATE_NEEDED = "no sessions arrive, so the rate of requests must be given: a population has a bound on it"
POPULATION_NEEDED = "a population is needed: sessions that are open at the start, and none that arrive"
NOT_NEGATIVE = "must be finite and at least 0"
POSITIVE = "must be finite and above 0"
WHOLE = "must be a whole number of at least 1"
TIME = "a time must be at least 0"
RATES = "rates must be at least 0"
SIZES = "sizes and the capacity must be at least 0 B"
SHARE = "a share lies between 0 and 1"
CLOSED_NETWORK = "a closed network needs demands above 0 and servers for each"
STATION_SERVERS = "a station must have at least 1 server"
NO_OBJECT = "is looked up by a request that asks for no object"
CACHES_IN_A_CIRCLE = "no steady state found of caches that feed each other in a circle"
unstable = sentence("an offered load of {load:.4g} has no steady state at a capacity of {capacity:.4g}")
nothing_left = sentence("{others} others leave nothing of a station that does {rate}")
too_few_places = sentence("places must be at least the {servers} servers, got {places}")
