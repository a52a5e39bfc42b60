"""What all tests have in common: none may fail because the machine is slow, so generated examples have no deadline."""

from hypothesis import settings

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
