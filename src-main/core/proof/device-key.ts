import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { keychainAccount } from '../../../src-shared/keychain-names.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { SecretStore } from '../ports/secrets.ts'
import { DEVICE, type Vault } from '../ports/vault.ts'

/** Ed25519 key that identifies the computer on which a proof was recorded. The private key is only in the keychain. */
export interface DeviceKey {
  /** The public key as SPKI in base64. */
  public_key: string
  fingerprint: string
  /** Returns the signature in base64. */
  sign(text: string): string
}

/** Returns this computer's key for an environment. Creates the key at the first call. Fails with the keychain's errors. */
export function openDeviceKey(secrets: SecretStore, environment: Environment): Promise<Result<DeviceKey>> {
  const account = keychainAccount(environment, 'device-key')
  return oneAtATime(account, async () => {
    const kept = await secrets.get(account)
    if (!kept.ok) return kept
    const known = kept.value === null ? null : readKey(kept.value)
    if (known !== null) return ok(deviceKey(known))
    const { privateKey } = generateKeyPairSync('ed25519')
    const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    const stored = await secrets.set(account, text)
    if (!stored.ok) return stored
    // Read the key back to make sure that the keychain stored it. If the key were lost, proof entries with this key would be worthless.
    const back = await secrets.get(account)
    if (!back.ok) return back
    if (back.value === text) return ok(deviceKey(privateKey))
    return fail(
      appError('KEYCHAIN_UNAVAILABLE', msg.errorsVault.keychainKeptNothing, msg.errorsVault.unlockAndRetry),
    )
  })
}

/**
 * Stores the fingerprint of this computer's key in the vault. If the key is not available, stores that there is none, and new proof entries
 * say so.
 */
export async function noteDevice(
  vault: Vault,
  secrets: SecretStore,
  environment: Environment,
): Promise<Result<void>> {
  const known = await vault.getSetting(DEVICE)
  if (!known.ok) return known
  const key = await openDeviceKey(secrets, environment)
  const fingerprint = key.ok ? key.value.fingerprint : null
  if (known.value === fingerprint) return ok(undefined)
  const noted = await vault.commit([{ write: 'set_setting', key: DEVICE, value: fingerprint }])
  return noted.ok ? ok(undefined) : noted
}

/** Parses a stored key. Returns null if it is invalid; then the caller creates a new key. Earlier proof entries still name the old key. */
function readKey(text: string): KeyObject | null {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

function deviceKey(privateKey: KeyObject): DeviceKey {
  const publicBytes = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    public_key: publicBytes.toString('base64'),
    fingerprint: createHash('sha256').update(publicBytes).digest('hex'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  }
}
