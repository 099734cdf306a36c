"""What readers say of games and rules judge: kinds of facts, the facts of a game, and the two readers."""
