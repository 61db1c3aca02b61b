#!/bin/sh
# Runs after a deb was installed. DPKG_ROOT is set only when dpkg installs into a folder, as the tests do.
set -e

ln -sfn '../../opt/${sanitizedProductName}/${executable}' "$DPKG_ROOT/usr/bin/${executable}"

# Chromium's sandbox helper, for kernels without user namespaces. It requires exactly this mode.
chmod 4755 "$DPKG_ROOT/opt/${sanitizedProductName}/chrome-sandbox"

# Registers fundingdesk:// links.
if [ -z "$DPKG_ROOT" ] && command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi
