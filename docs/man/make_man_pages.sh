#!/bin/sh
# Makes the manual pages from what the programs say of themselves: one for each program and each of its commands.
#
#     make_man_pages.sh FOLDER_OF_PROGRAMS FOLDER_OF_PAGES
#
# Needs help2man. The pages go to FOLDER_OF_PAGES/man1.
set -eu
[ $# -eq 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
programs=$1 pages=$2/man1
command -v help2man >/dev/null || { echo "make_man_pages.sh: help2man is not installed" >&2; exit 1; }
mkdir -p "$pages"
PATH=$programs:$PATH
version=$(farfield-node --version)

page() { # NAME COMMAND...
    name=$1
    shift
    what=$("$@" --help | sed -n '1{s/^\(.\)/\L\1/;p}')
    help2man --no-info --section 1 --source Farfield --version-string "$name ${version##* }" --name "$what" \
        --output "$pages/$name.1" "$*"
}

commands_of() { # COMMAND...
    "$@" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'
}

for program in farfield farfield-node farfield-relay; do
    [ -x "$programs/$program" ] || continue
    page "$program" "$program"
    for command in $(commands_of "$program"); do
        page "$program-$command" "$program" "$command"
        for part in $(commands_of "$program" "$command"); do
            page "$program-$command-$part" "$program" "$command" "$part"
        done
    done
done
