"""What is not known of a plan: its distribution, the worlds that are drawn from it, and theory's answer in each."""
