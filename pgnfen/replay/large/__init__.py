"""10x8 boards: pyffish (Fairy-Stockfish) plays them."""
