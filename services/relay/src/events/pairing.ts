import { createPairingCode, PAIRING_CODE_LIFETIME_MS, readPairingCode } from '../secrets.ts'
import type { NewPairingCode } from '../store/relay-store.ts'
import type { OfficeStore } from '../store/office-store.ts'

/** Number of attempts to find a code whose first part no other code has. There are a million first parts, and codes live ten minutes. */
const TRIES = 20

export async function addPairingCode(
  office: Pick<OfficeStore, 'addPairingCode'>,
  device: Pick<NewPairingCode, 'name' | 'environment'>,
  now: number,
): Promise<{ code: string; expires_at: string }> {
  const created_at = new Date(now).toISOString()
  const expires_at = new Date(now + PAIRING_CODE_LIFETIME_MS).toISOString()
  for (let tries = 0; tries < TRIES; tries += 1) {
    const code = createPairingCode()
    const read = readPairingCode(code)
    if (read === null) throw new Error('the new pairing code cannot be read back')
    // One after another: the next code is needed only if this one is taken.
    if (await office.addPairingCode({ ...read, ...device, created_at, expires_at }))
      return { code, expires_at }
  }
  throw new Error('no pairing code is free')
}
