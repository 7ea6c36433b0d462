#!/bin/sh
# Set up this checkout: system packages, virtual environment, locked dependencies.
# Usage: sh .ci/setup.sh run|check|test|lock      (called by the Makefile; idempotent)
set -eu
cd "$(dirname "$0")/.."
wanted=${1:-run}
venv=.venv

say() { printf '%s\n' "$*" >&2; }
die() { say "setup: $*"; exit 1; }

# --- system packages ---------------------------------------------------------------------------------

installed() {
    case $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) in installed) return 0 ;; *) return 1 ;; esac
}

# Ubuntu's chromium package only installs a snap, so any Chromium that starts from PATH is accepted.
browser_found() {
    for name in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && "$name" --version >/dev/null 2>&1 && return 0
    done
    return 1
}

missing_packages() {
    for package in libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core; do
        installed "$package" || printf ' %s' "$package"
    done
    [ "$wanted" != run ] || return 0
    for package in qpdf poppler-utils; do
        installed "$package" || printf ' %s' "$package"
    done
    [ "$wanted" = test ] || return 0
    installed libatomic1 || printf ' libatomic1'
    # For the tests in which Chromium must trust the certificate authority of a house.
    installed libnss3-tools || printf ' libnss3-tools'
    browser_found || printf ' chromium'
}

# Fonts for pictographs and for Chinese, Japanese and Korean letters in names, which are boxes on paper without them.
missing_fonts() {
    for package in fonts-symbola fonts-wqy-microhei; do
        installed "$package" || printf ' %s' "$package"
    done
}

# Install the named packages; without the right to, fail with the command to run.
install_packages() {
    sudo=''
    if [ "$(id -u)" != 0 ]; then
        sudo='sudo -n'
        $sudo true 2>/dev/null ||
            die "these system packages are missing; install them, then try again: apt-get install $*"
    fi
    say "setup: installing $*"
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    # An outdated index still has most packages, so only a failed installation is an error.
    $sudo apt-get update -qq </dev/null >"$log" 2>&1 || say "setup: the package index could not be refreshed; going on"
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" \
        </dev/null >"$log" 2>&1 || { tail -n 5 "$log" >&2; die "apt-get could not install: $*"; }
}

# Debian's headless Chromium renders pages in a third of the time, but not every system has it.
try_quick_browser() {
    [ -z "${CHROMIUM:-}" ] && ! command -v chromium-headless-shell >/dev/null 2>&1 || return 0
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null || return 0
    apt-cache show chromium-headless-shell >/dev/null 2>&1 || return 0
    (install_packages chromium-headless-shell) || say "setup: going on with another Chromium"
}

need_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
        say "setup: not a Debian system; Pango, HarfBuzz with its subset library and DejaVu fonts must be there"
        return 0
    fi
    [ "$wanted" != test ] || try_quick_browser
    packages=$(missing_packages)
    more=$(missing_fonts)
    if [ -n "$more" ]; then
        # shellcheck disable=SC2086
        (install_packages $packages $more) || say "setup: going on without$more"
        packages=$(missing_packages)
    fi
    # shellcheck disable=SC2086
    [ -z "$packages" ] || install_packages $packages
    [ "$wanted" != test ] || browser_found ||
        die "no Chromium starts from PATH; install one, or name its program in the variable CHROMIUM"
}

# --- Python and the virtual environment --------------------------------------------------------------

# Print the first Python that is new enough; with an argument, one that can also make virtual environments.
find_python() {
    for name in "${PYTHON:-}" python3.13 python3.14 python3.12 python3.11 python3; do
        [ -n "$name" ] || continue
        "$name" -c "import sys${1:+, venv, ensurepip}; sys.exit(sys.version_info < (3, 11))" 2>/dev/null || continue
        printf '%s' "$name"
        return 0
    done
    return 1
}

need_python() {
    python=$(find_python venv) && return 0
    if command -v apt-get >/dev/null 2>&1; then
        if old=$(find_python ''); then
            install_packages "$("$old" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
        else
            install_packages python3 python3-venv
        fi
    fi
    python=$(find_python venv) || die "Python 3.11 or newer with its venv module is needed, and was not found"
}

# Scripts in a virtual environment contain its absolute path, so a moved one is made again.
need_venv() {
    if [ -f "$venv/place" ] && [ "$(cat "$venv/place")" = "$PWD" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1
    then return 0; fi
    need_python
    say "setup: making $venv with $("$python" --version)"
    "$python" -m venv --clear "$venv" || die "$python could not make $venv"
    printf '%s\n' "$PWD" >"$venv/place"
}

quiet_pip() {
    "$venv/bin/python" -m pip --disable-pip-version-check install -q "$@" </dev/null >"$venv/pip.log" 2>&1 ||
        { tail -n 5 "$venv/pip.log" >&2; die "pip could not install the packages; all it said is in $venv/pip.log"; }
}

# Install lock files, then this checkout. The stamp has their checksum, so nothing is done until one changes.
install_locked() {
    stamp=$venv/installed-${1%.lock}
    sum=$(cat "$@" pyproject.toml | cksum)
    [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$sum" ] || return 0
    say "setup: installing the packages of $*"
    # shellcheck disable=SC2046
    quiet_pip --require-hashes $(printf ' -r %s' "$@")
    quiet_pip --no-deps --no-build-isolation -e .
    printf '%s\n' "$sum" >"$stamp"
}

# --- lock files --------------------------------------------------------------------------------------

# Write one lock file: exact versions with hashes, for all systems and Python versions that the app supports.
# pip is left out: a library depends on it, and every environment has it.
write_lock() {
    target=$1
    shift
    "$scratch/bin/uv" pip compile -q "$@" --universal --python-version 3.11 --generate-hashes --no-annotate --no-strip-extras \
        --no-emit-index-url --no-emit-package pip --custom-compile-command 'make lock' -o "$scratch/$target" ||
        die "the dependencies of $target could not be resolved"
}

lock() {
    need_python
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    "$python" -m venv "$scratch"
    "$scratch/bin/python" -m pip install -q uv </dev/null || die "uv, which resolves dependencies, could not be installed"
    write_lock requirements-dev.lock pyproject.toml --group dev
    write_lock requirements.lock pyproject.toml -c "$scratch/requirements-dev.lock"
    write_lock requirements-build.lock --group build -c "$scratch/requirements-dev.lock"
    mv "$scratch"/requirements*.lock .
}

# Install system and Python packages in parallel, as most of the time is waiting; but first Python itself, if missing.
need_everything() {
    need_python
    need_packages &
    of_the_system=$!
    { need_venv; install_locked "$@"; } &
    of_python=$!
    failed=0
    wait "$of_the_system" || failed=1
    wait "$of_python" || failed=1
    return "$failed"
}

case $wanted in
    run) need_everything requirements.lock requirements-build.lock ;;
    check | test) need_everything requirements-dev.lock ;;
    lock) lock ;;
    *) die "unknown step $wanted" ;;
esac
