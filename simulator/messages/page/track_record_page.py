"""What the page of the track record says, and the page of a plan about keeping it for that."""

from models.messages.template import sentence

ABOUT = (
    "Whether earlier plans came true. Keep a plan when you buy by it; once the farm has run for a while, drop its"
    " counters here. Each figure of the plan is held beside what was measured, at the load that came."
)
WHICH = "Scenario"
COUNTERS = "Counters since the plan"
HINDCAST = "Also counters from before the plan"
HINDCAST_HELP = "Shows how the plan would have done. Such a score is not kept, and does not enter the track record."
NO_PLAN = "No plan is kept yet: use the button Keep this plan on the page Plan, or `headroom plan --keep`."
KEEP = "Keep this plan"
KEEP_HELP = "Writes down what this answer predicts, so that counters can show later whether it came true."
NOT_SIMULATED = "Only an answer that is simulated, and recommended, is kept."
FULL = "The store holds as many plans as a page may keep; `headroom plan --keep` keeps more."
SCORE_NOT_KEPT = "Shown only, and not kept: whoever runs this page adds it to the track record by `headroom score`."
no_store = sentence(
    "This page keeps no plans. Start it with {variable}={own} to use your own store on this machine; whoever runs it"
    " for others names a file for them there."
)
kept = sentence('Kept as "{name}" of {day}. The page Track record scores it by later counters.')
