"""The process and the machine: errors, standard streams, signals, threads, files, limits."""
