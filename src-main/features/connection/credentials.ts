import { Failure, failureOf, must, resultOf } from '../../platform/base/failure.ts'
import { readConnection, writeConnection, writeService, type ConnectionNeeds } from './connection-settings.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { ConnectPartner, PartnerConnection } from '../../platform/partner/partner-api.ts'
import type { SecretStore } from '../../platform/keychain/secrets.ts'
import type {
  ConnectionReport,
  Credentials,
  EnvironmentStatus,
} from '../../../src-shared/features/connection/environment.ts'
import { appError, fail, ok } from '../../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Returns the environment's status for the window. For each secret, it says only whether the secret exists. */
export async function environmentStatus({
  environment,
  vault,
  secrets,
}: ConnectionNeeds): Promise<EnvironmentStatus> {
  const [settings, secret, token] = await Promise.all([
    readConnection(vault),
    secrets.get(keychainAccount(environment, 'client-secret')),
    secrets.get(keychainAccount(environment, 'relay-token')),
  ])
  const { base_url, client_id, relay_url, webhook_url } = settings
  const has_client_secret = secret !== null
  return {
    environment,
    configured: base_url !== '' && client_id !== '' && has_client_secret,
    base_url,
    client_id,
    has_client_secret,
    relay_url,
    relay_paired: relay_url !== '' && token !== null,
    webhook_url: webhook_url || null,
  }
}

/**
 * Tests credentials without storing anything. If no secret is given, uses the keychain's secret if `mayUseKept` allows it. The keychain's
 * secret is used only for the address and client id with which it was stored. No other address can therefore receive the secret.
 */
export async function testConnection(
  secrets: SecretStore,
  connect: ConnectPartner,
  {
    service,
    proxyPassword,
    mayUseKept,
  }: Pick<PartnerConnection, 'service' | 'proxyPassword'> & { mayUseKept: boolean },
  { environment, base_url, client_id, client_secret }: Credentials,
): Promise<ConnectionReport> {
  const api = must(
    connect({
      base_url,
      client_id,
      clientSecret: async () => {
        if (client_secret !== undefined) return ok(client_secret)
        if (!mayUseKept) return fail(secretNeeded())
        const kept = await resultOf(secrets.get(keychainAccount(environment, 'client-secret')))
        if (!kept.ok) return kept
        return kept.value === null ? fail(secretNeeded()) : ok(kept.value)
      },
      service,
      proxyPassword,
      // The calls of a connection test are not added to the call log.
      onCall: () => {},
    }),
  )
  const report = await api.testConnection()
  await api.close()
  if (report.ok || report.error.code !== 'PARTNER_CREDENTIALS_REJECTED' || report.error.fields)
    return must(report)
  // The user sees these credentials on the screen, so the advice can refer to them.
  throw new Failure({ ...report.error, advice: msg.errorsPartner.checkTheseCredentials })
}

function secretNeeded() {
  return appError('INVALID_INPUT', msg.errorsPartner.secretMissing, msg.errorsPartner.enterSecret, {
    fields: [{ path: 'client_secret', message: msg.errorsPartner.enterForThis }],
  })
}

/** Saves tested credentials: the secret in the keychain, base address and client id in the vault. */
export async function saveCredentials(
  { environment, vault, secrets, clock }: ConnectionNeeds & Pick<Platform, 'clock'>,
  { base_url, client_id, client_secret }: Credentials,
): Promise<void> {
  if (client_secret !== undefined) {
    const before = await readConnection(vault)
    const isSame = before.base_url === base_url && before.client_id === client_id
    await moveSecret({
      secrets,
      account: keychainAccount(environment, 'client-secret'),
      secret: client_secret,
      leave: async () => (isSame ? undefined : writeConnection(vault, { client_id: '' })),
      comeBack: () => writeConnection(vault, { client_id: before.client_id }),
    })
  }
  return writeService(vault, { base_url, client_id }, clock.now())
}

/** Deletes the secret from the keychain. Deals and drafts remain. */
export async function forgetCredentials({ environment, vault, secrets }: ConnectionNeeds): Promise<void> {
  await secrets.delete(keychainAccount(environment, 'client-secret'))
  return writeConnection(vault, { client_id: '' })
}

interface Move {
  secrets: SecretStore
  account: string
  /** The secret to store. An empty string removes the stored secret. */
  secret: string
  /** Removes the secret's previous address from the vault. Without an address, the secret in the keychain is not sent anywhere. */
  leave(): Promise<void>
  /** Stores the previous address in the vault again. */
  comeBack(): Promise<unknown>
}

/**
 * Stores a secret in the keychain. After that, the caller stores the secret's address in the vault. Keychain and vault cannot be changed in
 * one step, so the function first removes the previous address, and for a moment there is no address. An interruption therefore never sends
 * a secret to the wrong address.
 */
export async function moveSecret({ secrets, account, secret, leave, comeBack }: Move): Promise<void> {
  // If the keychain is locked, this read fails before anything changes.
  await secrets.get(account)
  await leave()
  const kept = await resultOf(secret === '' ? secrets.delete(account) : secrets.set(account, secret))
  if (kept.ok) return
  // If the keychain was locked in the meantime, the keychain may still store the new secret when it is unlocked. The app then does not know
  // whether the keychain contains the previous or the new secret.
  if (kept.error.code === 'KEYCHAIN_LOCKED')
    throw new Failure({ ...kept.error, advice: msg.errorsVault.unlockAndSaveAgain })
  // The keychain's error is the one that the broker can fix.
  await resultOf(comeBack())
  throw failureOf(kept.error)
}
