import { z } from 'zod'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { newKeyFile } from '../ports/vault-storage.ts'
import type { Vault } from '../ports/vault.ts'

const SETTING = 'replaced_keys'
const CODE = 'recovery_code_confirmed'
const schema = z.array(z.object({ check: z.string().regex(/^[0-9a-f]{32}$/), replaced_at: z.string() }))

/** Returns the check values of this vault's previous keys. */
export async function replacedChecks(vault: Vault, presentCheck: string): Promise<Result<string[]>> {
  const replaced = await read(vault)
  if (!replaced.ok) return replaced
  // A change that was recorded but failed left its key in use.
  return ok(replaced.value.map(({ check }) => check).filter((check) => check !== presentCheck))
}

/** Returns true after a code was confirmed for this vault, even if the key file was lost since. */
export async function hadCode(vault: Vault): Promise<Result<boolean>> {
  const noted = await vault.getSetting(CODE)
  return noted.ok ? ok(noted.value !== null) : noted
}

/** Records, before it happens, that a code is confirmed. */
export async function noteCode(vault: Vault): Promise<Result<void>> {
  const noted = await vault.commit([{ write: 'set_setting', key: CODE, value: 'true' }])
  return noted.ok ? ok(undefined) : noted
}

/** Records, before it happens, that this key is replaced. */
export async function noteReplaced(vault: Vault, key: string, replaced_at: string): Promise<Result<void>> {
  const before = await read(vault)
  if (!before.ok) return before
  const { check } = newKeyFile(key)
  const others = before.value.filter((one) => one.check !== check)
  const value = JSON.stringify([...others, { check, replaced_at }])
  const noted = await vault.commit([{ write: 'set_setting', key: SETTING, value }])
  return noted.ok ? ok(undefined) : noted
}

async function read(vault: Vault): Promise<Result<z.infer<typeof schema>>> {
  const kept = await vault.getSetting(SETTING)
  if (!kept.ok) return kept
  const parsed = schema.safeParse(kept.value === null ? [] : JSON.parse(kept.value))
  return ok(parsed.success ? parsed.data : [])
}
