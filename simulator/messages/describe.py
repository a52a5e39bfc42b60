"""A scenario in words: where its memory goes."""

from models.messages.template import sentence

worker_process = sentence("  a worker process of this scenario is {process}: {space}")
ram_of_one = sentence("RAM of one server, {ram}")
