import { failureOf, resultOf, Failure } from '../../platform/base/failure.ts'
import { isDeepStrictEqual } from 'node:util'
import type { NetworkSettings } from '../../../src-shared/features/connection/service-settings.ts'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import type { EndpointProfile } from '../../../src-shared/platform/partner/endpoint-profile.ts'
import { OFFER_FIELDS } from '../../../src-shared/platform/partner/offer-fields.ts'
import {
  discountAmountOf,
  RATIO_FIELDS,
  type RatioField,
  ratioRule,
} from '../../../src-shared/platform/partner/offer-units.ts'
import { OFFER_WORDS } from '../../../src-shared/platform/partner/offer-words.ts'
import {
  offerFieldNames,
  standardEndpoints,
} from '../../../src-shared/platform/partner/standard-endpoints.ts'
import { trimEnd } from '../../../src-shared/platform/base/text.ts'
import { isPatternWithin, SIGNING_KEYS } from '../../../src-shared/platform/webhook/key-source.ts'
import type {
  CertificateNamed,
  Consent,
  EndpointsChange,
  RestoredConnections,
} from '../../platform/base/system.ts'
import type { SettingsReader } from '../../platform/vault/vault.ts'
import { type Platform, notConfirmed } from '../../platform/environment/platform.ts'
import { readCertificates, readEndpoints, readNetwork } from './service-settings.ts'
import { readConnection } from './connection-settings.ts'

/**
 * Asks the broker before the app trusts new certificates. If the owner of the certificates also controls the proxy, that owner could read
 * all traffic to the partner, including the client secret. Fails with `CHANGE_NOT_CONFIRMED` if the broker refuses.
 */
export async function confirmCertificates(
  { vault }: Pick<Platform, 'vault'>,
  network: NetworkSettings,
  consent: Consent,
): Promise<void> {
  const present = await resultOf(readNetwork(vault))
  const added = certificatesAdded(present.ok ? present.value.extra_ca : '', network.extra_ca)
  answered(added.length === 0 || (await consent.trust(added)))
}

/**
 * Asks the broker before an environment with a partner gets another address. Another path on the same host counts too, because the app
 * fetches the signing keys from below that path. Fails with `CHANGE_NOT_CONFIRMED` if the broker refuses.
 */
export async function confirmService(before: string, after: string, consent: Consent): Promise<void> {
  const [from, to] = [addressOf(before), addressOf(after)]
  // Without a previous address, nothing was sent yet, so there is nothing to confirm. If the new address is invalid, the connection test
  // will fail.
  if (from === null || to === null) return
  answered(from === to || (await consent.moveService({ from, to })))
}

/**
 * Asks the broker before a relay at another address receives the partner's notifications, also for the first relay. A relay learns the
 * statuses of applications and can withhold them. Fails with `CHANGE_NOT_CONFIRMED` if the broker refuses.
 */
export async function confirmRelay(
  { vault }: Pick<Platform, 'vault'>,
  url: string,
  consent: Consent,
): Promise<void> {
  const to = addressOf(url)
  // There is nothing to confirm, because pairing will refuse this invalid address.
  if (to === null) return
  const present = await readConnection(vault)
  const from = addressOf(present.relay_url)
  answered(from === to || (await consent.useRelay({ from, to })))
}

/**
 * Asks the broker before an endpoint profile changes any of these: the requests sent with the broker's token, the trusted signing keys, or
 * the fields from which amounts of offers are parsed. Fails with `CHANGE_NOT_CONFIRMED` if the broker refuses.
 */
export async function confirmEndpoints(
  { vault }: Pick<Platform, 'vault'>,
  after: EndpointProfile,
  consent: Consent,
): Promise<void> {
  const present = await resultOf(readEndpoints(vault))
  if (!present.ok && present.error.code !== 'SETTINGS_UNREADABLE') throw failureOf(present.error)
  const change = endpointsChange(present.ok ? present.value : standardEndpoints, after)
  answered(change === null || (await consent.changeEndpoints(change)))
}

/**
 * Asks the broker before a restored backup connects this computer to anything new. `present` contains this computer's settings, or null if
 * they do not exist or cannot be read. Fails with `CHANGE_NOT_CONFIRMED` if the broker refuses.
 */
export async function confirmRestored(
  present: SettingsReader | null,
  restored: SettingsReader,
  consent: Consent,
): Promise<void> {
  const [known, read] = await Promise.all([
    present === null ? ok(NO_CONNECTIONS) : resultOf(readConnections(present)),
    readConnections(restored),
  ])
  const [before, after] = [known.ok ? known.value : NO_CONNECTIONS, read]
  const added: RestoredConnections = {
    service: after.service === before.service ? null : after.service,
    relay: after.relay === before.relay ? null : after.relay,
    endpoints: endpointsChange(before.endpoints, after.endpoints),
    certificates: certificatesAdded(before.extra_ca, after.extra_ca),
  }
  const { service, relay, endpoints, certificates } = added
  const isNothing = service === null && relay === null && endpoints === null && certificates.length === 0
  answered(isNothing || (await consent.restoreConnections(added)))
}

interface Connections {
  service: string | null
  relay: string | null
  endpoints: EndpointProfile
  extra_ca: string
}

const NO_CONNECTIONS: Connections = { service: null, relay: null, endpoints: standardEndpoints, extra_ca: '' }

/** Reads a vault's connections. Skips settings with an unknown format: the app ignores them, so they connect to nothing. */
async function readConnections(vault: SettingsReader): Promise<Connections> {
  const [connection, endpoints, network] = await Promise.all([
    readConnection(vault),
    resultOf(readEndpoints(vault)),
    resultOf(readNetwork(vault)),
  ])
  for (const read of [endpoints, network])
    if (!read.ok && read.error.code !== 'SETTINGS_UNREADABLE') throw failureOf(read.error)
  return {
    service: addressOf(connection.base_url),
    relay: addressOf(connection.relay_url),
    endpoints: endpoints.ok ? endpoints.value : standardEndpoints,
    extra_ca: network.ok ? network.value.extra_ca : '',
  }
}

/**
 * Returns the certificates in `after` that `before` does not contain. Returns none if `after` also contains other data, because the app
 * refuses to save such a string.
 */
function certificatesAdded(before: string, after: string): CertificateNamed[] {
  const trusted = readCertificates(before) ?? []
  return (readCertificates(after) ?? [])
    .filter(({ fingerprint }) => !trusted.some((one) => one.fingerprint === fingerprint))
    .map(({ name, fingerprint }) => ({ name, fingerprint }))
}

/** Returns the new behavior that a profile would add. Returns null if the profile only restricts behavior or returns to the standard. */
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
  const offer_fields = [
    ...offerFieldsChanged(before, after),
    ...offerWordsChanged(before, after),
    ...offerUnitsChanged(before, after),
  ]
  const isNothing = operations.length === 0 && offer_fields.length === 0 && signing_keys === null
  return isNothing ? null : { operations, offer_fields, signing_keys }
}

/**
 * Returns the offer fields for which a new profile uses other names in the partner's responses. With other names, the app could show a
 * wrong amount, or accept another offer than the one shown.
 */
function offerFieldsChanged(before: EndpointProfile, after: EndpointProfile): string[] {
  return OFFER_FIELDS.filter((field) => {
    const names = offerFieldNames(field, after.offer_fields)
    return (
      !isDeepStrictEqual(names, offerFieldNames(field, before.offer_fields)) &&
      !isDeepStrictEqual(names, offerFieldNames(field))
    )
  }).map((field) => `${field}: ${offerFieldNames(field, after.offer_fields).join(', ')}`)
}

/**
 * Returns the words of the profile's `offer_words` that a new profile changes. With other words, the app could show a daily payment as a
 * weekly one.
 */
function offerWordsChanged(before: EndpointProfile, after: EndpointProfile): string[] {
  const wordsOf = (profile: EndpointProfile, word: (typeof OFFER_WORDS)[number]) =>
    profile.offer_words?.[word] ?? standardEndpoints.offer_words?.[word]
  return OFFER_WORDS.filter(
    (word) =>
      !isDeepStrictEqual(wordsOf(after, word), wordsOf(before, word)) &&
      !isDeepStrictEqual(wordsOf(after, word), wordsOf(standardEndpoints, word)),
  ).map((word) => `${word}: ${wordsOf(after, word)?.join(', ')}`)
}

/** Returns the units and plausible ranges that a new profile changes. With other units, the app could show 0.12 percent as 12 percent. */
function offerUnitsChanged(before: EndpointProfile, after: EndpointProfile): string[] {
  const lineOf = ({ offer_units }: EndpointProfile, field: RatioField) => {
    const { unit, from, to } = ratioRule(field, offer_units)
    return `${field}: ${unit}, ${from} – ${to}`
  }
  const discounts = ({ discount_amount }: EndpointProfile) =>
    `discount_amount: ${discountAmountOf(discount_amount)}`
  const lines = (profile: EndpointProfile) => [
    ...RATIO_FIELDS.map((field) => lineOf(profile, field)),
    discounts(profile),
  ]
  const known = new Set([...lines(before), ...lines(standardEndpoints)])
  return lines(after).filter((line) => !known.has(line))
}

function operationOf({ endpoints }: EndpointProfile, name: string) {
  return Object.entries(endpoints).find(([one]) => one === name)?.[1]
}

/** Normalizes an address for comparison, or returns null if it is invalid. */
function addressOf(typed: string): string | null {
  if (!URL.canParse(typed.trim())) return null
  const { protocol, host, pathname } = new URL(typed.trim())
  return `${protocol}//${host}${trimEnd(pathname, '/')}`
}

function answered(isYes: boolean): void {
  if (!isYes) throw new Failure(notConfirmed())
}
