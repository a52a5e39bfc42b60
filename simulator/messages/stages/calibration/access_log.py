"""What an access log does not tell."""

from models.messages.template import sentence

too_few_times = sentence("the log tells {count:,} response times, and it needs {needed:,}")
