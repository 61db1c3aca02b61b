import { isDeepStrictEqual } from 'node:util'
import type { NetworkSettings } from '../../../src-shared/domain/service-settings.ts'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { EndpointProfile } from '../../../src-shared/profile/endpoint-profile.ts'
import { OFFER_FIELDS } from '../../../src-shared/profile/offer-fields.ts'
import { OFFER_WORDS } from '../../../src-shared/offers/offer-words.ts'
import { offerFieldNames } from '../../../src-shared/profile/offer-field-names.ts'
import { standardEndpoints } from '../../../src-shared/profile/standard-endpoints.ts'
import { trimEnd } from '../../../src-shared/trim-end.ts'
import { isPatternWithin, SIGNING_KEYS } from '../../../src-shared/webhook/key-source.ts'
import type { CertificateNamed, Consent, EndpointsChange, RestoredConnections } from '../ports/consent.ts'
import type { SettingsReader } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'
import { readCertificates } from './certificates.ts'
import { readEndpoints, readNetwork } from './service-settings.ts'
import { readConnection } from './settings.ts'

/**
 * Asks before the app trusts certificates that it did not trust before: with a proxy of the same hand they would lay open all
 * traffic to the partner, the client secret included. `CHANGE_NOT_CONFIRMED` when the broker says no.
 */
export async function agreeToCertificates(
  { vault }: Workspace,
  network: NetworkSettings,
  consent: Consent,
): Promise<Result<void>> {
  const present = await readNetwork(vault)
  const added = certificatesAdded(present.ok ? present.value.extra_ca : '', network.extra_ca)
  return answered(added.length === 0 || (await consent.trust(added)))
}

/**
 * Asks before an environment that has a service gets another address. Another path of the same host counts too: the signing keys
 * are read below it. `CHANGE_NOT_CONFIRMED` when the broker says no.
 */
export async function agreeToService(before: string, after: string, consent: Consent): Promise<Result<void>> {
  const [from, to] = [addressOf(before), addressOf(after)]
  // What was never set up, or is no address, sends nothing; testing refuses the latter.
  if (from === null || to === null) return ok(undefined)
  return answered(from === to || (await consent.moveService({ from, to })))
}

/**
 * Asks before a relay at another address receives the partner's notifications, the first relay included: it learns which
 * applications get which statuses, and can hold them back. `CHANGE_NOT_CONFIRMED` when the broker says no.
 */
export async function agreeToRelay(
  { vault }: Workspace,
  url: string,
  consent: Consent,
): Promise<Result<void>> {
  const to = addressOf(url)
  // Pairing refuses what is no address.
  if (to === null) return ok(undefined)
  const present = await readConnection(vault)
  if (!present.ok) return present
  const from = addressOf(present.value.relay_url)
  return answered(from === to || (await consent.useRelay({ from, to })))
}

/**
 * Asks before an endpoint profile has the app send other requests under the broker's token, believe the signatures of more
 * keys, or read the figures of offers from other fields. `CHANGE_NOT_CONFIRMED` when the broker says no.
 */
export async function agreeToEndpoints(
  { vault }: Workspace,
  after: EndpointProfile,
  consent: Consent,
): Promise<Result<void>> {
  const present = await readEndpoints(vault)
  if (!present.ok && present.error.code !== 'SETTINGS_UNREADABLE') return present
  const change = endpointsChange(present.ok ? present.value : standardEndpoints, after)
  return answered(change === null || (await consent.changeEndpoints(change)))
}

/**
 * Asks before a restored backup connects this computer to anything that its data did not name before. `present` is null where
 * this computer has no data, or cannot read it. `CHANGE_NOT_CONFIRMED` when the broker says no.
 */
export async function agreeToRestored(
  present: SettingsReader | null,
  restored: SettingsReader,
  consent: Consent,
): Promise<Result<void>> {
  const [known, read] = await Promise.all([
    present === null ? ok(NO_CONNECTIONS) : readConnections(present),
    readConnections(restored),
  ])
  if (!read.ok) return read
  const [before, after] = [known.ok ? known.value : NO_CONNECTIONS, read.value]
  const added: RestoredConnections = {
    service: after.service === before.service ? null : after.service,
    relay: after.relay === before.relay ? null : after.relay,
    endpoints: endpointsChange(before.endpoints, after.endpoints),
    certificates: certificatesAdded(before.extra_ca, after.extra_ca),
  }
  const { service, relay, endpoints, certificates } = added
  const isNothing = service === null && relay === null && endpoints === null && certificates.length === 0
  return answered(isNothing || (await consent.restoreConnections(added)))
}

interface Connections {
  service: string | null
  relay: string | null
  endpoints: EndpointProfile
  extra_ca: string
}

const NO_CONNECTIONS: Connections = { service: null, relay: null, endpoints: standardEndpoints, extra_ca: '' }

/** What a vault connects to. The app does not use settings of an unknown shape, so they connect to nothing. */
async function readConnections(vault: SettingsReader): Promise<Result<Connections>> {
  const [connection, endpoints, network] = await Promise.all([
    readConnection(vault),
    readEndpoints(vault),
    readNetwork(vault),
  ])
  if (!connection.ok) return connection
  for (const read of [endpoints, network])
    if (!read.ok && read.error.code !== 'SETTINGS_UNREADABLE') return read
  return ok({
    service: addressOf(connection.value.base_url),
    relay: addressOf(connection.value.relay_url),
    endpoints: endpoints.ok ? endpoints.value : standardEndpoints,
    extra_ca: network.ok ? network.value.extra_ca : '',
  })
}

/** Saving refuses a text that holds anything else than certificates, by its field. */
function certificatesAdded(before: string, after: string): CertificateNamed[] {
  const trusted = readCertificates(before) ?? []
  return (readCertificates(after) ?? [])
    .filter(({ fingerprint }) => !trusted.some((one) => one.fingerprint === fingerprint))
    .map(({ name, fingerprint }) => ({ name, fingerprint }))
}

/** What a profile would have the app do that it does not do today; null where it narrows, or goes back to the standard. */
function endpointsChange(before: EndpointProfile, after: EndpointProfile): EndpointsChange | null {
  const operations = Object.entries(after.endpoints)
    .filter(
      ([name, operation]) =>
        !isDeepStrictEqual(operation, operationOf(before, name)) &&
        !isDeepStrictEqual(operation, operationOf(standardEndpoints, name)),
    )
    .map(([name, { method, path, body }]) => {
      const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`
      return `${name}: ${method} ${path}${sent}`
    })
  const from = before.signing_keys ?? SIGNING_KEYS
  const to = after.signing_keys ?? SIGNING_KEYS
  const signing_keys = isPatternWithin(to, from) ? null : { from, to }
  const offer_fields = [...offerFieldsChanged(before, after), ...offerWordsChanged(before, after)]
  const isNothing = operations.length === 0 && offer_fields.length === 0 && signing_keys === null
  return isNothing ? null : { operations, offer_fields, signing_keys }
}

/** Other names can show one amount as another, or have another offer accepted than the one that is shown. */
function offerFieldsChanged(before: EndpointProfile, after: EndpointProfile): string[] {
  return OFFER_FIELDS.filter((field) => {
    const names = offerFieldNames(field, after.offer_fields)
    return (
      !isDeepStrictEqual(names, offerFieldNames(field, before.offer_fields)) &&
      !isDeepStrictEqual(names, offerFieldNames(field))
    )
  }).map((field) => `${field}: ${offerFieldNames(field, after.offer_fields).join(', ')}`)
}

/** Lists changed words: other words can show a daily payment as a weekly one. */
function offerWordsChanged(before: EndpointProfile, after: EndpointProfile): string[] {
  const wordsOf = (profile: EndpointProfile, word: (typeof OFFER_WORDS)[number]) =>
    profile.offer_words?.[word] ?? standardEndpoints.offer_words?.[word]
  return OFFER_WORDS.filter(
    (word) =>
      !isDeepStrictEqual(wordsOf(after, word), wordsOf(before, word)) &&
      !isDeepStrictEqual(wordsOf(after, word), wordsOf(standardEndpoints, word)),
  ).map((word) => `${word}: ${wordsOf(after, word)?.join(', ')}`)
}

function operationOf({ endpoints }: EndpointProfile, name: string) {
  return Object.entries(endpoints).find(([one]) => one === name)?.[1]
}

/** An address without what does not tell one server from another; null where it is none. */
function addressOf(typed: string): string | null {
  if (!URL.canParse(typed.trim())) return null
  const { protocol, host, pathname } = new URL(typed.trim())
  return `${protocol}//${host}${trimEnd(pathname, '/')}`
}

function answered(isYes: boolean): Result<void> {
  return isYes ? ok(undefined) : fail(notConfirmed())
}

/** The broker said no, so nothing changed. */
export function notConfirmed(): AppError {
  const { notConfirmed: message, nothingChanged } = words().errors
  return appError('CHANGE_NOT_CONFIRMED', message, nothingChanged)
}
