"""What is wrong with the arguments of a command or of a function of the library; nothing slow is loaded for it."""

TWO_AT_LEAST = "a comparison needs at least two scenarios"
NAME_ANOTHER = "name another one after it"
NO_REPORT_OF_OPTIONS = "--report draws the load curve; ask for it without --what-would-help"
RENTED_AND_OWNED = "--rented and --owned contradict each other; leave both out to look at all servers"
OWNED_AND_ZONE = "--owned and --zone contradict each other; a server that is bought stands in no zone"
