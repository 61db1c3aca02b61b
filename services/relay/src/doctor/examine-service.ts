import { isNamedLike, readKeySet } from '../../../../src-shared/webhook/key-source.ts'
import { TOLERANCE_S } from '../../../../src-shared/webhook/verify-signature.ts'
import type { Settings } from '../config/settings.ts'
import { fetchKeySet } from '../events/environment-keys.ts'
import { isLoopback } from '../server/addresses.ts'
import type { EnvironmentConfig, Inlet, RelayStore } from '../store/relay-store.ts'
import { fail, pass, warn, wordsOf, type Finding } from './finding.ts'

const PATIENCE_MS = 5000
/** A clock with network time is never this far off. */
const CLOCK_WARN_S = 30
const DAY_MS = 24 * 3_600_000

/** Checks the connections between the partner, this relay, and the workstations. With `ask` false it uses no network. */
export async function examineService(
  settings: Settings,
  store: RelayStore,
  ask: boolean,
): Promise<Finding[]> {
  const environments = await store.listEnvironments()
  if (environments.length === 0)
    return [fail('environments', 'none is set', 'Run: relay environment set --name sandbox --jwks-url URL')]
  const inlets = (await store.listInlets()).filter(({ revoked_at }) => revoked_at === null)
  const each = await Promise.all(
    environments.map(async (environment) => [
      examineSenders(environment),
      ...(ask ? await examineKeys(environment, settings.signing_keys) : []),
      ...(await examineInlet(settings, environment, inlets, ask)),
      ...(await examineDevices(environment, store)),
    ]),
  )
  return [examinePublicUrl(settings), ...each.flat()]
}

function examinePublicUrl({ public_url, trusted_proxies }: Settings): Finding {
  if (public_url === undefined)
    return fail(
      'public address',
      'is not set',
      'Set public_url to the address under which the service reaches this relay.',
    )
  const { protocol, hostname } = new URL(public_url)
  if (protocol === 'https:' || isLoopback(hostname))
    return pass('public address', `${public_url}, ${trusted_proxies.length} trusted proxies`)
  return warn(
    'public address',
    `${public_url} is not https`,
    'Put a proxy in front that ends TLS, or set tls_certificate.',
  )
}

function examineSenders({ name, sender_addresses }: EnvironmentConfig): Finding {
  const check = `${name}: senders`
  return sender_addresses.length > 0
    ? pass(check, `${sender_addresses.length} addresses may post`)
    : warn(
        check,
        'any address may post, and only the signature is checked',
        `Run: relay environment set --name ${name} … --sender-address IP, with those that the service names.`,
      )
}

/** Checks the partner's keys. Also compares this machine's clock with the time in the partner's response. */
async function examineKeys({ name, jwks_url }: EnvironmentConfig, signingKeys: string): Promise<Finding[]> {
  const check = `${name}: keys`
  try {
    const { keySet, date } = await fetchKeySet(jwks_url)
    const kids = readKeySet(keySet).map(({ kid }) => kid)
    const usable = kids.filter((kid) => isNamedLike(signingKeys, kid)).length
    const found =
      usable > 0
        ? pass(check, `${usable} for notifications at ${jwks_url}`)
        : fail(
            check,
            `none named ${signingKeys} at ${jwks_url}${kids.length === 0 ? '' : `, but ${kids.join(', ')}`}`,
            'Ask the service for the address of its signing keys and their names; set signing_keys to those names.',
          )
    return [found, ...(date === null ? [] : [examineClock(name, date)])]
  } catch (error) {
    return [fail(check, `${jwks_url}: ${wordsOf(error)}`, adviceFor(error))]
  }
}

function adviceFor(error: unknown): string {
  return /^status 40[13]$/.test(wordsOf(error))
    ? 'The service gives its keys only with a token, and a relay has none. Save a copy of them and set --jwks-url file:///PATH.'
    : 'Check the address and that this machine may reach it.'
}

function examineClock(name: string, date: string): Finding {
  const check = `${name}: clock`
  const off = Math.round(Math.abs(Date.now() - Date.parse(date)) / 1000)
  const words = `${off} s from the service's`
  const advice = 'Let this machine keep its time by the network (systemd-timesyncd, chrony).'
  if (off > TOLERANCE_S) return fail(check, `${words}: genuine signatures are refused`, advice)
  return off > CLOCK_WARN_S ? warn(check, words, advice) : pass(check, words)
}

/** Posts without a signature, as a stranger would. If the URL leads to this relay, the relay answers with its own refusal code. */
async function examineInlet(
  { public_url }: Settings,
  { name }: EnvironmentConfig,
  inlets: Inlet[],
  ask: boolean,
): Promise<Finding[]> {
  const check = `${name}: inlet`
  const newest = inlets.findLast(({ environment }) => environment === name)
  if (newest === undefined)
    return [fail(check, 'there is none', `Run: relay inlet add --environment ${name}`)]
  if (!ask || public_url === undefined) return []
  const advice = 'Check that the relay runs, the proxy in front of it, the name in the DNS and the firewall.'
  try {
    const response = await fetch(`${public_url}/hooks/${name}/${newest.inlet}`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const answered = (await response.text()).slice(0, 10_000)
    if (answered.includes('"SIGNATURE_INVALID"')) return [pass(check, `answers at ${public_url}`)]
    if (answered.includes('"SENDER_REFUSED"'))
      return [pass(check, `answers at ${public_url}, and refuses this machine's address, as it should`)]
    return [fail(check, `${public_url} answered ${response.status}, not as this relay does`, advice)]
  } catch (error) {
    return [fail(check, `${public_url}: ${wordsOf(error)}`, advice)]
  }
}

async function examineDevices({ name }: EnvironmentConfig, store: RelayStore): Promise<Finding[]> {
  const check = `${name}: devices`
  const devices = (await store.listDevices()).filter(
    ({ environment, revoked_at }) => environment === name && revoked_at === null,
  )
  if (devices.length === 0)
    return [warn(check, 'none is paired', `Run: relay pair --name TEXT --environment ${name}`)]
  const late = await Promise.all(
    devices.map(async (device) => {
      const [oldest] = await store.readEvents(name, device.acked_seq, 1)
      const days = oldest === undefined ? 0 : (Date.now() - Date.parse(oldest.received_at)) / DAY_MS
      return days < 1
        ? []
        : [
            warn(
              check,
              `for "${device.name}" events have waited ${Math.floor(days)} days`,
              'Is it in use? If not, revoke it.',
            ),
          ]
    }),
  )
  return [pass(check, `${devices.length} paired`), ...late.flat()]
}
