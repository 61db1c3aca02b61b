#!/bin/sh
# Runs after a deb was removed. The broker's data is in the home folder and stays, even when the package is purged.
set -e

# During an upgrade, the newer version has already created its link.
case "$1" in
  remove | purge | disappear)
    rm -f "$DPKG_ROOT/usr/bin/${executable}"
    ;;
esac

if [ -z "$DPKG_ROOT" ] && command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi
