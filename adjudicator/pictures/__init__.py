"""Maps and charts as pictures: drawn from a view, whatever the game."""
