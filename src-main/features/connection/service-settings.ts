import { Failure, failureOf, resultOf, failure } from '../../platform/base/failure.ts'
import { X509Certificate } from 'node:crypto'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { z } from 'zod'
import {
  ASSUMED_REQUESTS_PER_SECOND,
  STANDARD_INTERVAL_MINUTES,
  networkSettingsSchema,
  rateLimitSchema,
  SYSTEM_NETWORK,
  type NetworkSettings,
  type ServiceSettings,
  type ServiceSettingsView,
} from '../../../src-shared/features/connection/service-settings.ts'
import type { AppError, FieldProblem, Result } from '../../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import { diffEndpoints, type ProfileChange } from '../../../src-shared/features/form/diff-profiles.ts'
import {
  endpointProfileSchema,
  type EndpointProfile,
} from '../../../src-shared/platform/partner/endpoint-profile.ts'
import { standardEndpoints } from '../../../src-shared/platform/partner/standard-endpoints.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { SettingsReader, Vault } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { moveSecret } from './credentials.ts'
import { isHost } from '../../../src-shared/platform/entry/web-address.ts'
import type { CertificateNamed } from '../../platform/base/system.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import type { PartnerConnection } from '../../platform/partner/partner-api.ts'
import { readConnection, type ConnectionSettings, type ConnectionNeeds } from './connection-settings.ts'
import { readProfile } from '../../../src-shared/features/form/check-profile.ts'

const ENDPOINTS = 'endpoint_profile'
const NETWORK = 'network'
export const RATE_LIMIT = 'requests_per_second'
const ASKING_INTERVAL = 'asking_interval_minutes'

/** Reads the settings for the partner. Fails with `SETTINGS_UNREADABLE` if a stored value is invalid. */
export async function readServiceSettings(vault: SettingsReader): Promise<ServiceSettings> {
  const [endpoints, network, pace] = await Promise.all([
    readEndpoints(vault),
    readNetwork(vault),
    readRateLimit(vault),
  ])
  return { endpoints, network, requests_per_second: pace }
}

export function readNetwork(vault: SettingsReader): Promise<NetworkSettings> {
  return readStored(vault, NETWORK, msg.errorsPartner.network, networkSettingsSchema, SYSTEM_NETWORK)
}

export function readEndpoints(vault: SettingsReader): Promise<EndpointProfile> {
  return readStored(vault, ENDPOINTS, msg.errorsPartner.paths, endpointProfileSchema, standardEndpoints)
}

function readRateLimit(vault: SettingsReader): Promise<number> {
  return readStored(
    vault,
    RATE_LIMIT,
    msg.errorsPartner.rateLimit,
    rateLimitSchema,
    ASSUMED_REQUESTS_PER_SECOND,
  )
}

/** Reads the shortest time between two polls of one deal, in minutes. */
export async function readPollingInterval(vault: SettingsReader): Promise<number> {
  const kept = await resultOf(vault.getSetting(ASKING_INTERVAL))
  return kept.ok && kept.value !== null ? Number(kept.value) : STANDARD_INTERVAL_MINUTES
}

async function readStored<T>(
  vault: SettingsReader,
  key: string,
  name: Message,
  schema: z.ZodType<T>,
  standard: T,
): Promise<T> {
  const kept = await vault.getSetting(key)
  if (kept === null) return standard
  try {
    const parsed = schema.safeParse(JSON.parse(kept))
    if (parsed.success) return parsed.data
  } catch {
    // Invalid JSON is treated like JSON with an unexpected structure.
  }
  const { settingUnreadable, enterAgain } = msg.errorsPartner
  throw failure('SETTINGS_UNREADABLE', settingUnreadable(name), enterAgain, { outcome: 'not_received' })
}

/** Returns the proxy's password if it was stored for this proxy, or null. */
export async function proxyPassword(
  { environment, vault, secrets }: ConnectionNeeds,
  network: NetworkSettings,
): Promise<string | null> {
  const kept = await secrets.get(keychainAccount(environment, 'proxy-password'))
  // Read the network settings after the password. `saveNetwork` stores a new password only after it removed the user of the previous proxy.
  // If the settings still name this proxy and user, the password therefore belongs to them.
  const present = await readNetwork(vault)
  const isOurs = isSameProxy(present, network) && present.proxy_user === network.proxy_user
  return isOurs ? kept : null
}

export async function viewServiceSettings({
  environment,
  vault,
  secrets,
}: ConnectionNeeds): Promise<ServiceSettingsView> {
  const [endpoints, network, pace] = await Promise.all([
    resultOf(readEndpoints(vault)),
    resultOf(readNetwork(vault)),
    resultOf(readRateLimit(vault)),
  ])
  const unreadable: AppError[] = []
  /** Returns the standard value for an unreadable setting, so that the broker can set it again. */
  function shown<T>(read: Result<T>, standard: T): T {
    if (read.ok) return read.value
    unreadable.push(read.error)
    return standard
  }
  const settings = {
    endpoints: shown(endpoints, standardEndpoints),
    network: shown(network, SYSTEM_NETWORK),
    requests_per_second: shown(pace, ASSUMED_REQUESTS_PER_SECOND),
  }
  const failed = unreadable.find(({ code }) => code !== 'SETTINGS_UNREADABLE')
  if (failed !== undefined) throw new Failure(failed)
  const password = await secrets.get(keychainAccount(environment, 'proxy-password'))
  return {
    ...settings,
    asking_interval_minutes: await readPollingInterval(vault),
    is_standard_profile: endpoints.ok && endpoints.value === standardEndpoints,
    has_proxy_password: password !== null,
    unreadable,
  }
}

/** Checks an endpoint profile. Returns its problems, or its changes if it is valid. */
export async function checkEndpoints(
  { vault }: Pick<Platform, 'vault'>,
  profile_json: string,
): Promise<{ problems: FieldProblem[]; changes: ProfileChange[] }> {
  const checked = readProfile(endpointProfileSchema, profile_json)
  if ('problems' in checked) return { problems: checked.problems, changes: [] }
  const present = await resultOf(readEndpoints(vault))
  // If the stored profile is unreadable, the new profile is compared with the standard profile.
  const before = present.ok ? present.value : standardEndpoints
  return { problems: [], changes: diffEndpoints(before, checked.profile) }
}

/** Parses an endpoint profile. Fails with `INVALID_INPUT`, with the path of each problem. */
export function parseEndpoints(profile_json: string): EndpointProfile {
  const checked = readProfile(endpointProfileSchema, profile_json)
  if ('problems' in checked) throw refused(msg.errorsPartner.noEndpoints, checked.problems)
  return checked.profile
}

/** Saves another endpoint profile. `standardEndpoints` restores the one that comes with the app. */
export function keepEndpoints({ vault }: Pick<Platform, 'vault'>, profile: EndpointProfile): Promise<void> {
  return setSetting(vault, ENDPOINTS, profile === standardEndpoints ? null : JSON.stringify(profile))
}

/**
 * Saves the network settings. If no password is given, keeps the stored password, or fails if that password belongs to another proxy. An
 * empty password or user removes the stored password. While the proxy changes, no user is set for a moment, so that neither proxy gets the
 * other proxy's password.
 */
export async function saveNetwork(
  { environment, vault, secrets }: ConnectionNeeds,
  network: NetworkSettings,
  proxy_password: string | undefined,
): Promise<void> {
  if (network.proxy === 'manual' && !isProxyAddress(network.proxy_url))
    throw refused(msg.errorsPartner.proxyUnusable, [
      { path: 'proxy_url', message: msg.errorsPartner.giveProxy },
    ])
  const certificates = readCertificates(network.extra_ca) ?? []
  if (network.extra_ca !== '' && certificates.length === 0)
    throw refused(msg.errorsPartner.noCertificate, [
      { path: 'extra_ca', message: msg.errorsPartner.pastePem },
    ])
  const account = keychainAccount(environment, 'proxy-password')
  const password = network.proxy_user === '' ? '' : proxy_password
  const read = await resultOf(readNetwork(vault))
  if (!read.ok && read.error.code !== 'SETTINGS_UNREADABLE') throw failureOf(read.error)
  // An unreadable setting is not in use; the app uses the system's settings instead.
  const before = read.ok ? read.value : SYSTEM_NETWORK
  if (password === undefined) {
    const had = await secrets.get(account)
    if (had !== null && !mayKeepPassword(before, network))
      throw refused(msg.errorsPartner.passwordForAnother, [
        { path: 'proxy_password', message: msg.errorsPartner.enterForProxy },
      ])
  } else {
    const isLeft = before.proxy_user !== '' && !isSameProxy(before, network)
    await moveSecret({
      secrets,
      account,
      secret: password,
      leave: async () => (isLeft ? keepNetwork(vault, { ...before, proxy_user: '' }) : undefined),
      comeBack: async () => isLeft && keepNetwork(vault, before),
    })
  }
  const extra_ca = certificates
    .map(({ pem }) => pem)
    .join('')
    .trim()
  return keepNetwork(vault, { ...network, extra_ca })
}

const keepNetwork = (vault: Vault, network: NetworkSettings) =>
  setSetting(vault, NETWORK, JSON.stringify(network))

/**
 * True if the stored password can remain stored, because the app will not send it to another proxy than before. If the previous settings
 * had no proxy user, the app does not know to which proxy the password belongs.
 */
function mayKeepPassword(before: NetworkSettings, after: NetworkSettings): boolean {
  return after.proxy === 'none' || (before.proxy_user !== '' && isSameProxy(before, after))
}

/** Treats all system proxies as the same proxy, because the administrator controls them. */
function isSameProxy(one: NetworkSettings, other: NetworkSettings): boolean {
  if (one.proxy !== 'manual' || other.proxy !== 'manual') return one.proxy === other.proxy
  return new URL(one.proxy_url).origin === new URL(other.proxy_url).origin
}

function isProxyAddress(typed: string): boolean {
  return /^https?:\/\/[^\s/@?#]+\/?$/.test(typed) && URL.canParse(typed) && isHost(new URL(typed).hostname)
}

/** Saves the rate limit, and the interval for polling a deal when there is no relay. */
export async function saveRateLimit(
  { vault }: Pick<Platform, 'vault'>,
  {
    requests_per_second,
    asking_interval_minutes,
  }: { requests_per_second: number; asking_interval_minutes: number },
): Promise<void> {
  await vault.commit([
    { write: 'set_setting', key: RATE_LIMIT, value: String(requests_per_second) },
    { write: 'set_setting', key: ASKING_INTERVAL, value: String(asking_interval_minutes) },
  ])
}

async function setSetting(vault: Vault, key: string, value: string | null): Promise<void> {
  await vault.commit([{ write: 'set_setting', key, value }])
}

function refused(message: Message, fields: FieldProblem[]): Failure {
  return failure('INVALID_INPUT', message, msg.errorsPartner.correctAndSave, { fields })
}

const BEGIN = '-----BEGIN CERTIFICATE-----'
const END = '-----END CERTIFICATE-----'

interface ReadCertificate extends CertificateNamed {
  pem: string
}

/**
 * Parses the certificates in a string. Returns null if it contains other PEM blocks. Only the `pem` of the parsed certificates is stored
 * and trusted, because TLS accepts more kinds of blocks as certificates.
 */
export function readCertificates(text: string): ReadCertificate[] | null {
  const blocks = blocksOf(text)
  if (blocks.length !== text.match(/-----BEGIN/g)?.length) return blocks.length === 0 ? [] : null
  try {
    return blocks.map((block) => {
      const certificate = new X509Certificate(block)
      const { subject, fingerprint256 } = certificate
      const name = /^CN=(.*)$/m.exec(subject) ?? /^O=(.*)$/m.exec(subject)
      return { name: name?.[1] ?? subject, fingerprint: fingerprint256, pem: certificate.toString() }
    })
  } catch {
    return null
  }
}

/** Splits a string into certificate blocks. Their content has no dashes. */
function blocksOf(text: string): string[] {
  return text
    .split(BEGIN)
    .slice(1)
    .flatMap((rest) => {
      const end = rest.indexOf('-')
      return end > 0 && rest.startsWith(END, end) ? [BEGIN + rest.slice(0, end) + END] : []
    })
}

/** Connection settings of an environment's partner, and the connection its secret was stored for. */
interface Service extends Pick<PartnerConnection, 'service' | 'proxyPassword'> {
  kept: ConnectionSettings | null
}

/** Opens the vault of an environment that is not open, reads from it, and closes it again. Returns null if the environment has no vault. */
export type Peek = <T>(environment: Environment, read: (vault: Vault) => Promise<T>) => Promise<T | null>

/**
 * Returns the connection settings of an environment's partner. For an environment that was never opened, uses the network settings and the
 * proxy password of the open environment.
 */
export async function serviceOf(
  environment: Environment,
  open: ConnectionNeeds,
  peek: Peek,
): Promise<Service> {
  const isOpen = environment === open.environment
  const own = isOpen ? await readService(open.vault) : await peek(environment, readService)
  if (own !== null) {
    const { network } = own.service
    const password = (vault: Vault) => proxyPassword({ environment, vault, secrets: open.secrets }, network)
    const known = () => resultOf(isOpen ? password(open.vault) : peek(environment, password))
    return { ...own, proxyPassword: known }
  }
  const network = await readNetwork(open.vault)
  const requests_per_second = ASSUMED_REQUESTS_PER_SECOND
  return {
    service: { endpoints: standardEndpoints, requests_per_second, network },
    proxyPassword: () => resultOf(proxyPassword(open, network)),
    kept: null,
  }
}

async function readService(vault: Vault): Promise<Omit<Service, 'proxyPassword'>> {
  const [service, kept] = await Promise.all([readServiceSettings(vault), readConnection(vault)])
  return { service, kept }
}
