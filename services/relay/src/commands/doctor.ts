import { MAX_OF_DEVICE } from '../server/limits.ts'
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { printable } from '../../../../src-shared/platform/base/text.ts'
import { isNamedLike, readKeySet } from '../../../../src-shared/platform/webhook/key-source.ts'
import { TOLERANCE_S } from '../../../../src-shared/platform/webhook/verify-signature.ts'
import { fetchKeySet } from '../events/environment-keys.ts'
import { isLoopback } from '../server/addresses.ts'
import { readSettings, type Settings } from '../settings.ts'
import { openStore } from '../store/open-store.ts'
import type { Inlet, Office, OfficeEnvironment } from '../store/relay-store.ts'
import type { OfficeStore } from '../store/office-store.ts'
import type { RelayStore } from '../store/sql-store.ts'
import { backupAgeSeconds, checkDatabase } from '../store/sqlite/backup.ts'
import { printResult, defineCommand, jsonOption, storeOptions, switchOption } from './define-command.ts'
import { serve, settingsGiven } from './serve.ts'

const FOUND_SOMETHING = 1

/** Accepts the options of `relay serve`, so that it checks the settings that the relay would use. Exits with 1 if a check fails. */
export const doctor = defineCommand(
  {
    name: 'doctor',
    help: 'Check the configuration, storage, keys, clock, and whether the partner can reach this relay.',
    options: {
      ...serve.options,
      ...storeOptions,
      offline: switchOption('do not use the network'),
      json: jsonOption,
    },
  },
  async ({ config, offline, json, ...options }) => {
    const findings = await examine({ config, ...settingsGiven(options) }, !offline)
    const failed = findings.some(({ result }) => result === 'fail')
    const words = findings.map(
      ({ check, result, detail, advice }) =>
        `${result.padEnd(5)} ${check}: ${printable(detail)}${advice === '' ? '' : `\n      ${advice}`}`,
    )
    printResult(json, { healthy: !failed, findings }, words.join('\n'))
    return failed ? FOUND_SOMETHING : 0
  },
)

async function examine(options: Parameters<typeof readSettings>[0], ask: boolean): Promise<Finding[]> {
  const read = await attempt(
    'configuration',
    () => 'Fix the setting that it names.',
    () => readSettings(options),
  )
  if ('result' in read) return [read]
  const { settings, warnings } = read
  const { data } = settings
  const configuration = [
    pass('configuration', 'is valid'),
    ...warnings.map((words) => warn('configuration', words, 'Correct its name or remove it.')),
  ]
  if (data !== undefined && !existsSync(data))
    return [
      ...configuration,
      fail('data folder', `${data} does not exist`, 'Check data; relay environment set creates a new one.'),
    ]
  const store = await attempt(
    'storage',
    (error) => adviceForStorage(error, data),
    () => openStore(settings),
  )
  if ('result' in store) return [...configuration, store]
  try {
    return [
      ...configuration,
      ...(data === undefined ? [] : [examineFolder(data), examineDisk(data, settings)]),
      await examineStore(data, store),
      ...(data === undefined ? [] : [examineBackup(data)]),
      ...(await examineDatabase(settings)),
      ...examineCertificate(settings),
      ...examineAdmin(settings),
      ...examineShares(await store.listOffices(), settings.max_connections),
      ...(await examineService(settings, store, ask)),
    ]
  } finally {
    await store.close()
  }
}

async function attempt<T extends object>(
  check: string,
  advise: (error: unknown) => string,
  work: () => T | Promise<T>,
): Promise<T | Finding> {
  try {
    return await work()
  } catch (error) {
    return fail(check, errorMessage(error), advise(error))
  }
}

interface Finding {
  check: string
  result: 'pass' | 'warn' | 'fail'
  detail: string
  /** Recommended action; empty if the check passed. */
  advice: string
}

const pass = (check: string, detail: string): Finding => ({ check, result: 'pass', detail, advice: '' })
const problem =
  (result: 'warn' | 'fail') =>
  (check: string, detail: string, advice: string): Finding => ({
    check,
    result,
    detail,
    advice,
  })
const warn = problem('warn')
const fail = problem('fail')

const errorMessage = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  // `fetch` describes the actual reason of a failure only in `cause`.
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message.trim()}` : message
}

/** Returns advice for an https server that was reached, but whose certificate is missing or not trusted. Null for any other error. */
function certificateAdvice(error: unknown): string | null {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (/^(ERR_SSL_|EPROTO$)/.test(code))
    return 'The server at this address has no certificate for this name yet. See its log, for example: journalctl -u caddy'
  return /CERT|SIGNATURE/.test(code)
    ? 'If the certificate comes from an internal CA, set NODE_EXTRA_CA_CERTS, as docs/relay-operations.md explains. Otherwise, renew it.'
    : null
}

const GIGABYTE = 1024 ** 3
/** Free disk space below which the relay may soon be unable to store events. */
const DISK_FULL_GB = 0.1
const DAY_MS = 24 * 3_600_000
/** Most certificates are renewed a month before they expire. If only two weeks are left, the renewal has probably failed. */
const CERTIFICATE_SOON_DAYS = 14
/** Backups are made daily, at a varying time. */
const BACKUP_LATE_HOURS = 26

function examineFolder(data: string): Finding {
  const mode = statSync(data).mode & 0o077
  return mode === 0 || process.platform === 'win32'
    ? pass('data folder', `only its user can open ${data}`)
    : warn('data folder', `other users can open ${data}`, `Run: chmod 700 ${data}`)
}

function freeGigabytes(data: string): number {
  const { bavail, bsize } = statfsSync(data)
  return (bavail * bsize) / GIGABYTE
}

function examineDisk(data: string, { keep_megabytes }: Settings): Finding {
  const free = freeGigabytes(data)
  const words = `${free.toFixed(1)} GB are free`
  const advice = 'Free disk space, or lower keep_days or keep_megabytes.'
  if (free < DISK_FULL_GB) return fail('disk', words, advice)
  return free < Math.max(1, keep_megabytes / 1024) ? warn('disk', words, advice) : pass('disk', words)
}

async function examineStore(data: string | undefined, store: RelayStore): Promise<Finding> {
  try {
    await store.probe()
    if (data === undefined) return pass('storage', 'the database can be written')
    const { events, bytes } = checkDatabase(join(data, 'relay.db'))
    return pass('storage', `is writable and undamaged: ${events} events, ${bytes} bytes`)
  } catch (error) {
    return fail('storage', errorMessage(error), adviceForStorage(error, data))
  }
}

/** Returns the advice for a database that cannot be read or written. Data on a full disk is not damaged, so nothing must be restored. */
function adviceForStorage(error: unknown, data: string | undefined): string {
  const words = errorMessage(error)
  if (
    /disk is full|no space left|could not extend/i.test(words) ||
    (data !== undefined && freeGigabytes(data) < DISK_FULL_GB)
  )
    return 'The disk is full. Free space on it, for example old backups and logs, and the relay works again. The data is not damaged: do not restore a backup. Then lower keep_days or keep_megabytes.'
  if (/readonly|read-only|permission|EACCES|unable to open/i.test(words))
    return 'Check that the data folder and its files belong to the user of the relay, and that the disk is mounted for writing.'
  return data === undefined
    ? 'Check that the database runs and that this machine can reach it.'
    : 'Stop the relay, keep a copy of its data, and restore the last backup.'
}

const DATABASE_TIMEOUT_MS = 5000

async function examineDatabase({ database, database_direct, database_pool }: Settings): Promise<Finding[]> {
  if (database === undefined) return []
  const { createConnection, isPooled } = await import('../store/postgres/connections.ts')
  const client = createConnection(database_direct ?? database, DATABASE_TIMEOUT_MS)
  try {
    await client.connect()
    const pooler = (await isPooled(client))
      ? warn(
          'notifications',
          'a connection pooler, such as PgBouncer, is between the relay and the database, and may lose them',
          'Set database_direct to the address of the database itself. Until then, events may arrive two seconds late, and dead streams are not ended.',
        )
      : pass('notifications', 'arrive directly from the database')
    const { rows } = await client.query<{ allowed: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS allowed`,
    )
    return [pooler, examineConnections(rows[0]?.allowed ?? 0, database_pool)]
  } catch (error) {
    return [fail('notifications', errorMessage(error), 'Check database_direct.')]
  } finally {
    // The finding says what failed. A connection that does not close changes nothing.
    await client.end().catch(() => {})
  }
}

function examineConnections(allowed: number, pool: number): Finding {
  // Two relays, because one starts while the other one stops. Each opens the pool and the connection for notifications. One
  // of them also holds the connection of its election.
  const needed = 2 * (pool + 1) + 1
  const words = `two relays open up to ${needed} connections, and the database allows ${allowed}`
  return needed <= allowed
    ? pass('connections', words)
    : warn('connections', words, 'Lower database_pool, or raise max_connections of PostgreSQL.')
}

function examineBackup(data: string): Finding {
  const hours = backupAgeSeconds(data, Date.now()) / 3600
  const advice =
    'Run: systemctl enable --now relay-backup.timer (it runs "relay backup" daily), then: systemctl start relay-backup'
  if (hours === Infinity) return warn('backup', 'there was none yet', advice)
  const words = `the last one was ${Math.floor(hours)} hours ago`
  return hours > BACKUP_LATE_HOURS ? warn('backup', words, advice) : pass('backup', words)
}

function examineCertificate({ tls_certificate, tls_key }: Settings): Finding[] {
  if (tls_certificate === undefined || tls_key === undefined) return []
  try {
    const cert = readFileSync(tls_certificate)
    createSecureContext({ cert, key: readFileSync(tls_key) })
    const { validTo } = new X509Certificate(cert)
    const days = (Date.parse(validTo) - Date.now()) / DAY_MS
    const advice = 'Renew it; the running relay loads the new files automatically.'
    if (days < 0) return [fail('certificate', `expired on ${validTo}`, advice)]
    return [
      days < CERTIFICATE_SOON_DAYS
        ? warn('certificate', `expires on ${validTo}`, advice)
        : pass('certificate', `is valid until ${validTo}`),
    ]
  } catch (error) {
    return [fail('certificate', errorMessage(error), 'Check tls_certificate and tls_key.')]
  }
}

function examineAdmin({ admin_host, admin_port }: Settings): Finding[] {
  if (admin_port === undefined)
    return [warn('metrics', 'are off', 'Set admin_port, and let Prometheus read /metrics there.')]
  return isLoopback(admin_host)
    ? [pass('metrics', `only on this machine, port ${admin_port}`)]
    : [warn('metrics', `can be read at ${admin_host}:${admin_port}`, 'Restrict access with a firewall.')]
}

const TIMEOUT_MS = 5000
/** A clock that is synchronized over the network never has such an error. */
const CLOCK_WARN_S = 30

async function examineService(settings: Settings, store: RelayStore, ask: boolean): Promise<Finding[]> {
  const environments = await store.listEnvironments()
  if (environments.length === 0)
    return [fail('environments', 'none is set', 'Run: relay environment set --name sandbox --jwks-url URL')]
  const active = environments.filter(({ office_state }) => office_state === 'active')
  const hasOthers = environments.some(({ office }) => office !== environments[0]?.office)
  // With several offices, each line names its office.
  const named = (office: string, finding: Finding): Finding =>
    hasOthers ? { ...finding, check: `${office} ${finding.check}` } : finding
  const each: Awaited<ReturnType<typeof examineOffice>>[] = []
  for (const environment of active)
    each.push(await examineOffice(environment, store, hasOthers ? ` --office ${environment.office}` : ''))
  // Several offices may use one address of keys.
  const addresses = new Map(active.map((environment) => [environment.jwks_url, environment]))
  const keys: Finding[] = []
  if (ask) for (const one of addresses.values()) keys.push(...(await examineKeys(one, settings.signing_keys)))
  const suspended = new Set(
    environments.filter(({ office_state }) => office_state !== 'active').map(({ office }) => office),
  ).size
  // One webhook URL is enough to check the public address. The relay counts each such request as a refused notification.
  const probed = each.find(({ newest }) => newest !== undefined)
  return [
    examinePublicUrl(settings),
    ...keys,
    ...(ask && probed?.newest !== undefined
      ? (await examineInlet(settings, probed.newest)).map((finding) => named(probed.office, finding))
      : []),
    ...each.flatMap(({ office, findings }) => findings.map((finding) => named(office, finding))),
    ...(suspended > 0
      ? [pass('offices', `${suspended} ${suspended === 1 ? 'is' : 'are'} suspended and not checked`)]
      : []),
  ]
}

/** Checks an office's environment without network requests. Also returns the newest inlet in use. `option` names the office in advice. */
async function examineOffice(environment: OfficeEnvironment, store: RelayStore, option: string) {
  const { name, office_id } = environment
  const office = store.office(office_id)
  const inlets = await office.listInlets()
  const newest = inlets.findLast((inlet) => inlet.environment === name && inlet.revoked_at === null)
  const missing = fail(
    `${name}: inlet`,
    'there is none',
    `Run: relay inlet add${option} --environment ${name}`,
  )
  const findings = [
    examineSenders(environment, option),
    ...(newest === undefined ? [missing] : []),
    ...(await examineDevices(environment, office, option)),
  ]
  return { office: environment.office, newest, findings }
}

function examinePublicUrl({ public_url, trusted_proxies }: Settings): Finding {
  if (public_url === undefined)
    return fail(
      'public address',
      'is not set',
      'Set public_url to the address at which the partner reaches this relay.',
    )
  const { protocol, hostname } = new URL(public_url)
  if (protocol === 'https:' || isLoopback(hostname))
    return pass('public address', `${public_url}, ${trusted_proxies.length} trusted proxies`)
  return warn(
    'public address',
    `${public_url} is not https`,
    'Put a TLS proxy in front, or set tls_certificate.',
  )
}

function examineSenders({ name, sender_addresses }: OfficeEnvironment, option: string): Finding {
  const check = `${name}: senders`
  return sender_addresses.length > 0
    ? pass(check, `${sender_addresses.length} addresses may post`)
    : warn(
        check,
        'any address may post, and only the signature is checked',
        `Run: relay environment set${option} --name ${name} … --sender-address IP, with the addresses of the partner.`,
      )
}

/** Checks the partner's keys. Also compares this machine's clock with the time in the partner's response. */
async function examineKeys({ name, jwks_url }: OfficeEnvironment, signingKeys: string): Promise<Finding[]> {
  const check = `${name}: keys`
  try {
    const { keySet, time } = await fetchKeySet(jwks_url)
    const kids = readKeySet(keySet).map(({ kid }) => kid)
    const usable = kids.filter((kid) => isNamedLike(signingKeys, kid)).length
    const found =
      usable > 0
        ? pass(check, `${usable} for notifications at ${jwks_url}`)
        : fail(
            check,
            `no key named ${signingKeys} at ${jwks_url}${kids.length === 0 ? '' : `, but ${kids.join(', ')}`}`,
            'Ask the partner for the address and the names of its signing keys; set signing_keys to those names.',
          )
    return [found, ...(time === null ? [] : [examineClock(name, time)])]
  } catch (error) {
    return [fail(check, `${jwks_url}: ${errorMessage(error)}`, adviceFor(error))]
  }
}

function adviceFor(error: unknown): string {
  return /^status 40[13]$/.test(errorMessage(error))
    ? 'The partner serves its keys only with a token, and a relay has none. Save a copy of them and set --jwks-url file:///PATH.'
    : (certificateAdvice(error) ?? 'Check the address and that this machine can reach it.')
}

function examineClock(name: string, time: number): Finding {
  const check = `${name}: clock`
  const off = Math.round(Math.abs(Date.now() - time) / 1000)
  const words = `${off} s off the partner's clock`
  const advice = 'Synchronize the clock of this machine over the network (systemd-timesyncd, chrony).'
  if (off > TOLERANCE_S) return fail(check, `${words}: genuine signatures are refused`, advice)
  return off > CLOCK_WARN_S ? warn(check, words, advice) : pass(check, words)
}

/** Checks that the public address leads to this relay, whose refusal of a missing signature has a code of its own. */
async function examineInlet({ public_url }: Settings, { environment, inlet }: Inlet): Promise<Finding[]> {
  if (public_url === undefined) return []
  const check = `${environment}: inlet`
  const advice = 'Check that the relay is running. Also check its proxy, its DNS name, and the firewall.'
  try {
    const response = await fetch(`${public_url}/hooks/${environment}/${inlet}`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answered = (await response.text()).slice(0, 10_000)
    if (answered.includes('"SIGNATURE_INVALID"')) return [pass(check, `answers at ${public_url}`)]
    if (answered.includes('"SENDER_REFUSED"'))
      return [pass(check, `answers at ${public_url}, and refuses this machine's address, as expected`)]
    return [
      fail(check, `${public_url} answered ${response.status}, which is no response of this relay`, advice),
    ]
  } catch (error) {
    return [fail(check, `${public_url}: ${errorMessage(error)}`, certificateAdvice(error) ?? advice)]
  }
}

async function examineDevices(
  { name }: OfficeEnvironment,
  store: OfficeStore,
  option: string,
): Promise<Finding[]> {
  const check = `${name}: devices`
  const devices = (await store.listDevices()).filter(
    ({ environment, revoked_at }) => environment === name && revoked_at === null,
  )
  if (devices.length === 0)
    return [warn(check, 'none is paired', `Run: relay pair${option} --name TEXT --environment ${name}`)]
  const late: Finding[] = []
  for (const device of devices) {
    const [oldest] = await store.readEvents(name, device.acked_seq, 1)
    const days = oldest === undefined ? 0 : (Date.now() - Date.parse(oldest.received_at)) / DAY_MS
    if (days >= 1)
      late.push(
        warn(
          check,
          `events for "${device.name}" have waited ${Math.floor(days)} days`,
          'If nobody uses this workstation any more, revoke it.',
        ),
      )
  }
  return [pass(check, `${devices.length} paired`), ...late]
}

/** With several offices, the devices of each may open at most half of `max_connections`, so that no office closes out the others. */
export function examineShares(
  offices: Pick<Office, 'state' | 'max_devices'>[],
  max_connections: number,
): Finding[] {
  if (offices.length < 2) return []
  const most = Math.floor(max_connections / 2 / MAX_OF_DEVICE)
  const open = offices.filter(
    ({ state, max_devices }) => state === 'active' && (max_devices === null || max_devices > most),
  )
  const check = 'offices'
  if (open.length === 0) return [pass(check, 'none can use more than half of max_connections')]
  return [
    warn(
      check,
      `each of ${open.length} can use more than half of max_connections (${max_connections}), and close out the others`,
      `A workstation may open ${MAX_OF_DEVICE} connections. Run: relay office limits --office ID --max-devices ${most} (or less), or raise max_connections.`,
    ),
  ]
}
