import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withKeyring } from '../../build/runtime/desktop-session.mjs'

/**
 * Writes a script that starts a program for the user 1000 of a new namespace, who has no rights of root. The user gets their own session
 * bus and keyring, because the bus of another user would refuse them.
 * @returns the script's path
 */
export async function startAsUser(home: string, program: string): Promise<string> {
  const runtime = join(home, 'run')
  await mkdir(runtime, { recursive: true, mode: 0o700 })
  const keyring = join(home, 'with-keyring')
  await writeFile(keyring, withKeyring)
  const script = join(home, 'start')
  const lines = [
    '#!/bin/sh',
    `export XDG_RUNTIME_DIR='${runtime}' XDG_DATA_HOME='${join(home, 'data')}'`,
    `exec unshare --user --map-user=1000 --map-group=1000 dbus-run-session -- bash '${keyring}' '${program}' "$@"`,
  ]
  await writeFile(script, `${lines.join('\n')}\n`, { mode: 0o755 })
  return script
}
