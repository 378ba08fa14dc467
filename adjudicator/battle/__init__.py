"""What hex battles share: a tool box of functions. Rules say what happens, these say how."""
