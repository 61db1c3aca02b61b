import { join } from 'node:path'
import type { EventPayload } from '../../../src-shared/app/contract.ts'
import { drop } from '../../platform/base/log-lines.ts'
import type { Emit, Log } from '../../platform/base/system.ts'
import { systemTimers } from '../../platform/base/system-time.ts'
import type { SaveToFolder } from '../../platform/files/handout.ts'
import { createStartDrag, fileClipboard } from './file-clipboard.ts'
import { HandOut } from './hand-out.ts'
import { PrivateCopies } from './temporary-copies.ts'

interface Parts {
  userData: string
  window: Parameters<typeof createStartDrag>[0]
  icons: string
  saveToFolder: SaveToFolder
  log: Log
}

/** Creates what hands documents to other programs, with the decrypted copies that it makes for them. */
export function createHandOut({ userData, window, icons, saveToFolder, log }: Parts) {
  // macOS does not index folders with this suffix, so the search of the system does not find the text of the copies.
  const copies = new PrivateCopies({ folder: join(userData, 'handed-out.noindex'), timers: systemTimers })
  const hear: Emit = (event, payload) => {
    // Another environment is open now. Copies of the old one must not remain.
    if (event === 'environment.changed' && isSwitched(payload)) drop(log, copies.clear())
  }
  const startDrag = createStartDrag(window, icons)
  return { copies, hear, handOut: new HandOut({ copies, startDrag, fileClipboard, saveToFolder }) }
}

const isSwitched = (payload: unknown): boolean => (payload as EventPayload<'environment.changed'>).switched
