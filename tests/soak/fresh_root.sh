#!/bin/sh
# Try both commands of the README on a machine that has nothing: a minimal Debian in a folder of its own.
# Usage: sh tests/soak/fresh_root.sh SUITE [run|check|test]       SUITE: bookworm, trixie, forky
#   run    `make run`, and its page is fetched (the default)
#   check  then also `make check`;   test  then also `make test`
# Status 77: it cannot be tried here, and one sentence says why.
# The mirror of packages, the settings of pip and the certificates are those of this machine.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
suite=${1:?name a suite of Debian}
wanted=${2:-run}
port=8317

skip() { printf 'fresh_root: skipped: %s\n' "$*"; exit 77; }

[ "$(id -u)" = 0 ] || skip 'only root may make a root directory with debootstrap'
for program in debootstrap unshare chroot git apt-get; do
    command -v "$program" >/dev/null 2>&1 || skip "there is no $program on this machine"
done
# A newer suite than debootstrap knows is made as the newest one it knows.
steps=/usr/share/debootstrap/scripts/$suite
[ -e "$steps" ] || steps=/usr/share/debootstrap/scripts/sid
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -n 1)
[ -n "$mirror" ] || skip 'apt names no mirror of Debian'
unshare --mount --pid --fork true 2>/dev/null || skip 'this machine gives no namespaces'

root=$(mktemp -d "${TMPDIR:-/tmp}/fresh-root-XXXXXX")
# Everything is mounted in a namespace that ends before this, so nothing but the new root is below it.
trap 'rm -rf --one-file-system "$root"' EXIT
trap 'exit 130' INT TERM

echo "fresh_root: making a minimal $suite"
debootstrap --variant=minbase --include=ca-certificates,git,make,python3 "$suite" "$root" "$mirror" "$steps" \
    >"$root.log" 2>&1 || { tail -n 5 "$root.log"; rm -f "$root.log"; skip "debootstrap could not make $suite"; }
rm -f "$root.log"
apt-config dump Acquire >"$root/etc/apt/apt.conf.d/99as-here"
for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
    [ ! -f "$file" ] || cp "$file" "$root$file"
done
git clone -q "$here" "$root/srv/scorekeeper"

cat >"$root/srv/try.sh" <<'TRY'
set -eu
cd /srv/scorekeeper
python3 --version
make run PORT="$PORT" DATA=/srv/data &
tries=0
until python3 -c "import urllib.request as u; assert b'<html' in u.urlopen('http://127.0.0.1:$PORT/').read()" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 600 ] || { echo 'fresh_root: make run served no page within ten minutes'; exit 1; }
    sleep 1
done
echo 'fresh_root: make run serves its page'
kill $!
wait $! || true
[ "$WANTED" = run ] || make "$WANTED"
TRY
# The namespace of processes ends with its first one, and what it left running ends with it.
unshare --mount --pid --fork --kill-child sh -c '
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    exec chroot "$1" env HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin PORT="$2" WANTED="$3" sh /srv/try.sh
' sh "$root" "$port" "$wanted"
echo "fresh_root: $suite is ready from nothing"
