# Completion of bolide for bash.
_bolide() {
    local IFS=$'\n'
    COMPREPLY=($(bolide completion --words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _bolide bolide
