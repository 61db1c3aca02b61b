#!/bin/sh
# After a deb was taken away. What the broker wrote lies in their home and stays, also when the package is purged.
set -e

# A newer version that takes this one's place has made its link already.
case "$1" in
  remove | purge | disappear) rm -f "$DPKG_ROOT/usr/bin/${executable}" ;;
esac

if [ -z "$DPKG_ROOT" ] && command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi
