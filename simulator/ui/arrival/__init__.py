"""What a browser sees before the program of the page has arrived."""
