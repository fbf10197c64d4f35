# Completion of bolide for fish.
complete -c bolide -a '(bolide completion --words (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
