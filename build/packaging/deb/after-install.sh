#!/bin/sh
# After a deb was put in place. DPKG_ROOT is empty but where a system is installed into a folder, as tests do it.
set -e

ln -sfn '../../opt/${sanitizedProductName}/${executable}' "$DPKG_ROOT/usr/bin/${executable}"

# Chromium's helper, by which its sandbox holds on kernels that give users no namespaces. It wants just this mode.
chmod 4755 "$DPKG_ROOT/opt/${sanitizedProductName}/chrome-sandbox"

# fundingdesk:// is known from here on.
if [ -z "$DPKG_ROOT" ] && command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi
