# Sourced by the other scripts: finds Python 3.11 or newer and keeps .venv as pyproject.toml and constraints.txt want it.
# It sets `root`, the folder of the checkout.
# usage: setup EXTRAS    (one of those in `enough`, such as "[test,check]")

script=$0
[ -L "$script" ] && script=$(readlink -f "$script")
root=$(CDPATH='' cd -- "$(dirname -- "$script")/.." && pwd) || exit 1

# Python caches compiled files and compiles only what is used, because the tests start hundreds of programs.
unset PYTHONDONTWRITEBYTECODE

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        if new_enough "$PYTHON"; then
            echo "$PYTHON"
            return
        fi
        echo "The variable PYTHON names $PYTHON, which is no Python 3.11 or newer: change it, or leave it out." >&2
        return 1
    fi
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if new_enough "$name"; then
            echo "$name"
            return
        fi
    done
    echo "heckmeck needs Python 3.11 or newer: install it, or name it by the variable PYTHON." >&2
    return 1
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

# Runs a command that takes a while, and prints what it does; in a terminal also the elapsed seconds.
# usage: waiting SENTENCE COMMAND ...
waiting() {
    sentence=$1
    shift
    if [ ! -t 2 ]; then
        echo "$sentence ..." >&2
        "$@"
        return
    fi
    (
        # The clock runs in the background, so that the command has the terminal and Ctrl-C; it ends if this script is killed.
        passed=0
        while kill -0 $$ 2>/dev/null; do
            printf '\r\033[K%s ... %s s ' "$sentence" "$passed" >&2
            sleep 1
            passed=$((passed + 1))
        done
    ) &
    clock=$!
    trap 'kill $clock 2>/dev/null' EXIT
    "$@"
    status=$?
    kill $clock 2>/dev/null
    wait $clock 2>/dev/null
    trap - EXIT
    printf '\r\033[K' >&2
    [ $status = 0 ] && echo "$sentence: done." >&2
    return $status
}

setup() {
    (cd "$root" && setup_here "$1") || exit 1
}

# Whether .venv has these extras. Each in the list includes all before it, except that the last three do not include each other.
enough() {
    installed=$(cat .venv/heckmeck-setup 2>/dev/null)
    [ "$installed" = "$wanted $1" ] && return 0
    case "$1" in *bench* | *engines* | *learn*) return 1 ;; esac
    reached=
    for extras in "[cli]" "[server]" "[server,docs]" "[test,check]" "[test,check,bench]" "[test,check,engines]" "[test,check,learn]"; do
        [ "$extras" = "$1" ] && reached=yes
        [ -n "$reached" ] && [ "$installed" = "$wanted $extras" ] && return 0
    done
    return 1
}

setup_here() {
    wanted="$(pwd) $(cat pyproject.toml constraints.txt hatch_build.py src/heckmeck/solve/kernel* src/heckmeck/rl/batch/*.[ch] | cksum)"
    [ -x .venv/bin/python ] && enough "$1" && return 0
    python=$(find_python) || exit 1
    if [ ! -x .venv/bin/python ] &&
        ! waiting "Making a place for Python's packages, .venv (only the first time)" "$python" -m venv .venv >&2; then
        echo "The virtual environment could not be made; on Debian or Ubuntu, apt install python3-venv may be missing." >&2
        exit 1
    fi
    # As variables rather than options, so that the pins also apply to the build requirements of the package.
    if ! waiting "Getting Python's packages (a minute or so, only the first time)" \
        env PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
        .venv/bin/python -m pip install --quiet --no-compile --editable ".$1"; then
        echo "The packages could not be installed: see what pip said above, mend it and try again." >&2
        exit 1
    fi
    echo "$wanted $1" >.venv/heckmeck-setup
}
