"""What the page of the months ahead says."""

ABOUT = (
    "A farm whose demand grows: when it is too small, what to order by when, and what that costs. Theory answers"
    " here; the command below simulates what a unit carries, and asks about a scenario of your own."
)
