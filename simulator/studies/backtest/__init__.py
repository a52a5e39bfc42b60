"""`backtest`: a recorded week through the autoscaler of a scenario: servers, money, minutes outside targets."""
