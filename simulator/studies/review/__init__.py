"""`review`: what runs, held beside the model: is it enough, until when, and what to change first."""
