"""How a program behaves on a machine: errors, standard streams, signals, threads, files, limits."""
