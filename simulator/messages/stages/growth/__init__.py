"""What the stage of the months ahead says: of its histories, and of what can be ordered."""
