"""How many hands of the deck have each category."""
