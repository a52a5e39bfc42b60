"""What the stage of a day says: that none is stated, and that a part of one was not simulated."""

NO_DAY = "nothing is said of a day", "write `day: {hours: [...]}` with 24 factors, midnight first"
NOT_SIMULATED = "not all of it was simulated"
