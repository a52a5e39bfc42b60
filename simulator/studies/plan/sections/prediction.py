"""How sure the farm is, over all that is not known."""

from simulator.farm.outcome import Outcome
from simulator.messages.prediction import prediction_sentences
from simulator.output.blocks import Block, Text
from simulator.output.figure import Data
from simulator.output.prediction_data import prediction_data


def section(outcome: Outcome) -> list[Block]:
    """The probability that the farm is enough, and its prediction intervals; nothing without a farm."""
    return [Text(sentence) for sentence in prediction_sentences(outcome)]


def data(outcome: Outcome) -> Data:
    """The same as data, with quantiles."""
    return {} if outcome.prediction is None else {"prediction": prediction_data(outcome.prediction)}
