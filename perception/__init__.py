"""From what the simulator shows to scene graphs."""
