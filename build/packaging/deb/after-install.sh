#!/bin/sh
# Runs after a deb was installed. DPKG_ROOT is set only when dpkg installs into a folder, as the tests do.
set -e

ln -sfn '../../opt/${sanitizedProductName}/${executable}' "$DPKG_ROOT/usr/bin/${executable}"

# Autostart entries of versions before 0.2 start the program in a folder whose name has a space.
if [ ! -e "$DPKG_ROOT/opt/Funding Desk" ]; then
  ln -s '${sanitizedProductName}' "$DPKG_ROOT/opt/Funding Desk"
fi

# Chromium's sandbox helper, for kernels without user namespaces. It requires exactly this mode.
chmod 4755 "$DPKG_ROOT/opt/${sanitizedProductName}/chrome-sandbox"

# Registers fundingdesk:// links.
if [ -z "$DPKG_ROOT" ] && command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi
