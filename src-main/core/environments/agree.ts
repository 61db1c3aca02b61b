import type { NetworkSettings } from '../../../src-shared/domain/service-settings.ts'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { Consent } from '../ports/consent.ts'
import type { Workspace } from '../workspace.ts'
import { readCertificates } from './certificates.ts'
import { readNetwork } from './service-settings.ts'

/**
 * Asks before certificates are trusted that were not trusted before: with a proxy of the same hand they would lay open all that goes
 * to the service, the client secret too. `CHANGE_NOT_CONFIRMED` when the broker says no.
 */
export async function agreeToCertificates(
  { vault }: Workspace,
  network: NetworkSettings,
  consent: Consent,
): Promise<Result<void>> {
  const asked = readCertificates(network.extra_ca)
  // Saving refuses what is no certificate, by its field.
  if (asked === null) return ok(undefined)
  const present = await readNetwork(vault)
  const trusted = present.ok ? (readCertificates(present.value.extra_ca) ?? []) : []
  const added = asked.filter(({ fingerprint }) => !trusted.some((one) => one.fingerprint === fingerprint))
  const named = added.map(({ name, fingerprint }) => ({ name, fingerprint }))
  return added.length === 0 || (await consent.trust(named)) ? ok(undefined) : fail(notConfirmed())
}

/** Asks before an environment that has a service gets another. `CHANGE_NOT_CONFIRMED` when the broker says no. */
export async function agreeToService(before: string, after: string, consent: Consent): Promise<Result<void>> {
  // What was never set up, or is no address, sends nothing; testing refuses the latter.
  if (before === '' || !URL.canParse(after)) return ok(undefined)
  const [from, to] = [new URL(before).host, new URL(after).host]
  return from === to || (await consent.moveService({ from, to })) ? ok(undefined) : fail(notConfirmed())
}

/** What was asked for did not happen, since the broker said no. */
export function notConfirmed(): AppError {
  const { notConfirmed: message, nothingChanged } = words().errors
  return appError('CHANGE_NOT_CONFIRMED', message, nothingChanged)
}
