"""Why a range is left out of what is drawn."""

NO_WIDTH = "its range has no width"
CHOSEN = "a setting: it is chosen, and what others choose says nothing about it"
CANCELS = "CPU times were measured with it, so that it says nothing about how long their work takes"
