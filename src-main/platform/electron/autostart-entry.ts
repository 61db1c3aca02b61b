/** Returns a desktop entry that starts the program when the user signs in (freedesktop.org, Desktop Entry and Autostart). */
export function autostartEntry(program: string, args: string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Funding Desk',
    `Exec=${[program, ...args].map(quoted).join(' ')}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/** Quotes an argument for `Exec`. The format requires that reserved characters are escaped twice and that each % is doubled. */
function quoted(part: string): string {
  const inner = part.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('\\', '\\\\')
  return `"${inner.replaceAll('%', '%%')}"`
}
