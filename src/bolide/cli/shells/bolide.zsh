#compdef bolide
_bolide() {
    local -a answers
    answers=(${(f)"$(bolide completion --words "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( $#answers )); then compadd -a answers; else _files; fi
}
if [[ $funcstack[1] == _bolide ]]; then _bolide "$@"; else compdef _bolide bolide; fi
