"""What a measurement of the engines is called, and what it shows."""

from models.messages.template import sentence

one_minute = sentence("{scenario}, one minute of a unit")
one_hour = sentence("{scenario}, one hour of a unit")
times_as_fast = sentence("The kernel does {times:,.0f} times the requests of the reference on {scenario}.")
