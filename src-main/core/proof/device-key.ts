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
import { words } from '../../../src-shared/messages/messages.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { SecretStore } from '../ports/secret-store.ts'
import { DEVICE, type Vault } from '../ports/vault.ts'

/** The key (Ed25519) by which a proof tells on which computer it was kept. The private half stays in the keychain. */
export interface DeviceKey {
  /** SPKI in base64. */
  public_key: string
  /** SHA-256 of the public key's bytes. */
  fingerprint: string
  /** Answers the signature in base64. */
  sign(text: string): string
}

/** This computer's key for an environment; made the first time. The keychain's own errors. */
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
    // Read back: entries that name a key which is lost at once would be worth nothing.
    const back = await secrets.get(account)
    if (!back.ok) return back
    if (back.value === text) return ok(deviceKey(privateKey))
    return fail(
      appError(
        'KEYCHAIN_UNAVAILABLE',
        words().errorsVault.keychainKeptNothing,
        words().errorsVault.unlockAndRetry,
      ),
    )
  })
}

/** Tells the vault on which device it is open; without a device key its proofs say so. */
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

/** Null for what is no such key: a new one is made then, and the entries from before name the old one. */
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
