"""What a planner is asked: the front door, and a knob for every part of a scenario."""
