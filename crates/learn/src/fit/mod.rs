//! The trainer: positions and what became of them, to the weights of a network.
