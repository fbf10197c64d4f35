"""How the program behaves on a machine: standard streams, signals, progress bars."""
