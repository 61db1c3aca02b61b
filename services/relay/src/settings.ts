import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { trimEnd } from '../../../src-shared/platform/base/text.ts'
import { SIGNING_KEYS, SIGNING_KEYS_PATTERN } from '../../../src-shared/platform/webhook/key-source.ts'
import { UsageError } from './errors.ts'
import { canonicalAddress } from './server/addresses.ts'

export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce
    .number({ error: 'not a number' })
    .int('not a whole number')
    .min(least, `at least ${least}`)
    .max(most, `at most ${most}`)
const MAX_PORT = 65_535
export const MAX_KEEP_DAYS = 36_500
/** Requests per minute: more than one machine can handle. */
const MAX_RATE = 1_000_000
const text = z.string({ error: 'not a text' }).trim().min(1, 'empty')

const publicUrl = text
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), 'not an http or https URL')
  .transform((url) => trimEnd(url, '/'))

/** Database URL. The error message never includes the value, because a URL may contain a password. */
const databaseUrl = text
  .refine(
    (url) => !hostOf(url).includes(','),
    'several hosts; use one address that always leads to the primary server',
  )
  .refine(
    (url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
    'not a URL like postgres://USER:PASSWORD@HOST/DATABASE',
  )

/** Returns the host of a URL that may be invalid, because it names several hosts with ports. */
const hostOf = (url: string) => url.split('/')[2]?.split('@').at(-1) ?? ''

const trustedProxy = text.refine((range) => {
  const [address = '', bits, ...more] = range.split('/')
  if (canonicalAddress(address) === null || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128))
}, 'not an IP address or CIDR range')

/** Creates the schema of a list. Accepts an array, or one string with entries separated by commas or spaces. */
const listOf = (entry: z.ZodType<string>) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : value),
    z.array(entry, { error: 'not a list' }),
  )

interface Setting {
  schema: z.ZodType
  /** Placeholder that the help shows for the setting's value. */
  value: string
  help: string
  /** Name of the command-line option. If it is not set, the option is the setting's name with hyphens instead of underscores. */
  option?: string
  multiple?: true
}

const setting = <T>(
  schema: z.ZodType<T>,
  value: string,
  help: string,
  more: Pick<Setting, 'option' | 'multiple'> = {},
) => ({ schema, value, help, ...more })

/** A number with its limits and its default. */
const number = (least: number, most: number, usual: number, help: string) =>
  setting(wholeNumber(least, most).default(usual), 'N', `${help} (${usual})`)

const address = (help: string) => setting(text.default('127.0.0.1'), 'IP', `${help} (127.0.0.1)`)

/** By their names in the configuration file. The variable is `RELAY_` plus the name in capitals, and the option has hyphens. */
export const SETTINGS = {
  data: setting(text.optional(), 'DIR', 'folder for all state; created if missing'),
  database: setting(databaseUrl.optional(), 'URL', 'PostgreSQL database for all state instead'),
  database_direct: setting(
    databaseUrl.optional(),
    'URL',
    'the same database without a connection pooler such as PgBouncer in between (the database)',
  ),
  database_pool: number(2, 500, 10, 'connections to PostgreSQL; one more waits for its notifications'),
  host: address('address to listen on'),
  port: number(0, MAX_PORT, 8787, 'port to listen on; 0 picks a free one'),
  public_url: setting(publicUrl.optional(), 'URL', 'public address of this relay for the partner'),
  trusted_proxies: setting(
    listOf(trustedProxy).default([]),
    'IP',
    'trusted proxy, whose X-Forwarded-For is used (none)',
    { option: 'trusted-proxy', multiple: true },
  ),
  signing_keys: setting(
    text.regex(SIGNING_KEYS_PATTERN, 'not a name with at most one *').default(SIGNING_KEYS),
    'NAMES',
    `names of the keys that sign notifications; * matches any characters (${SIGNING_KEYS})`,
  ),
  tls_certificate: setting(text.optional(), 'FILE', 'PEM certificate chain, for https without a proxy'),
  tls_key: setting(text.optional(), 'FILE', 'PEM private key of the certificate'),
  admin_host: address('address for /metrics'),
  admin_port: setting(
    wholeNumber(0, MAX_PORT).optional(),
    'N',
    'port for /metrics; without it, metrics are off',
  ),
  admin_token: setting(
    text.regex(/^[!-~]{32,500}$/, 'not 32 to 500 printable characters without spaces').optional(),
    'TOKEN',
    'token for the administration API on the port of /metrics; without it, the API is off',
  ),
  log_level: setting(
    z.enum(['debug', 'info', 'warn', 'error'], { error: 'debug, info, warn or error' }).default('info'),
    'LEVEL',
    'debug, info, warn or error (info)',
  ),
  keep_days: number(0, MAX_KEEP_DAYS, 30, 'days to keep events; 0 means forever'),
  keep_events: number(0, 1e9, 0, 'number of events to keep per environment; 0 means all'),
  keep_megabytes: number(0, 1e7, 2048, 'disk space for events per environment; 0 means no limit'),
  keep_ids_days: number(0, MAX_KEEP_DAYS, 365, 'days to remember event ids; 0 means forever'),
  keep_ids: number(0, 1e9, 1_000_000, 'number of event ids to remember per environment; 0 means no limit'),
  sender_requests_per_minute: number(0, MAX_RATE, 6000, 'requests from one address; 0 means no limit'),
  inlet_requests_per_minute: number(0, MAX_RATE, 12_000, 'notifications at one inlet; 0 means no limit'),
  max_connections: number(1, 1_000_000, 2000, 'open connections'),
  sender_connections: number(
    0,
    1_000_000,
    1000,
    'open connections from one address without a token or signature; 0 means no limit',
  ),
  header_seconds: number(1, 300, 10, 'time limit for the headers of a request'),
  drain_seconds: number(
    0,
    300,
    0,
    'time to keep serving after a stop signal, while /healthz already answers 503',
  ),
  heartbeat_seconds: number(1, 20, 15, 'time between heartbeats on a stream'),
  request_seconds: number(1, 300, 30, 'time limit for a whole request'),
} satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

/** Validated settings. Exactly one of `data` and `database` is set. */
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> }

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

export const variableOf = (name: SettingName) => `RELAY_${name.toUpperCase()}`

/** Environment variable with the path of a file that contains the setting's value, for secrets of Docker and Kubernetes. */
const fileVariableOf = (name: SettingName) => `${variableOf(name)}_FILE`

export function optionOf(name: SettingName): string {
  const { option }: Setting = SETTINGS[name]
  return option ?? name.replaceAll('_', '-')
}

/** Environment variable with the path of the configuration file. The `--config` option overrides it. */
const FILE_VARIABLE = 'RELAY_CONFIG'

type Options = Partial<Record<SettingName, unknown>> & { config?: string | undefined }
type Variables = Record<string, string | undefined>

/**
 * Merges the settings. Command-line options override environment variables, environment variables override the configuration file, and the
 * file overrides the defaults.
 * @throws UsageError that lists every problem with its source
 */
export function readSettings(options: Options, variables: Variables = process.env) {
  const config = options.config ?? variables[FILE_VARIABLE]
  const file = config === undefined ? {} : readFile(config)
  const values: Partial<Record<SettingName, unknown>> = {}
  /** Source of each value, as display text: a file, a variable, an option, or the default. */
  const sources = {} as Record<SettingName, string>
  for (const name of SETTING_NAMES) {
    const given = [
      { value: options[name], source: `--${optionOf(name)}` },
      { value: variables[variableOf(name)] || undefined, source: variableOf(name) },
      { value: readValueFile(variables, name), source: fileVariableOf(name) },
      { value: file[name], source: `${name} in ${config}` },
    ].find(({ value }) => value !== undefined)
    sources[name] = given?.source ?? 'default'
    values[name] = given?.value
  }
  return { settings: check(values, sources), sources, warnings: unknownVariables(variables) }
}

/** Returns the content of the file that the variable `RELAY_…_FILE` names, without the final line break. */
function readValueFile(variables: Variables, name: SettingName): string | undefined {
  const path = variables[fileVariableOf(name)] || undefined
  if (path === undefined) return undefined
  if (variables[variableOf(name)])
    throw new UsageError(`Set only one of ${variableOf(name)} and ${fileVariableOf(name)}.`)
  return reading(`${fileVariableOf(name)}: the file ${path}`, () => readFileSync(path, 'utf8').trim())
}

function reading<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${what} cannot be read: ${why}`, { cause: error })
  }
}

function readFile(path: string): Record<string, unknown> {
  const json = reading(
    `The configuration file ${path}`,
    () => JSON.parse(readFileSync(path, 'utf8')) as unknown,
  )
  const read = z.record(z.string(), z.unknown()).safeParse(json)
  if (!read.success || Array.isArray(json))
    throw new UsageError(`The configuration file ${path} does not contain a JSON object.`)
  const unknown = Object.keys(read.data).filter((key) => !(SETTING_NAMES as string[]).includes(key))
  if (unknown.length > 0)
    throw new UsageError(
      `${path}: ${unknown.map((key) => `"${key}"`).join(', ')} is not a setting of the relay. Settings: ${SETTING_NAMES.join(', ')}.`,
    )
  return read.data
}

function check(
  values: Partial<Record<SettingName, unknown>>,
  sources: Record<SettingName, string>,
): Settings {
  const checked: Partial<Record<SettingName, unknown>> = {}
  const problems: string[] = []
  for (const name of SETTING_NAMES) {
    const result = SETTINGS[name].schema.safeParse(values[name])
    if (result.success) checked[name] = result.data
    else problems.push(`${sources[name]}: ${result.error.issues[0]?.message ?? 'not valid'}`)
  }
  const settings = checked as Settings
  if (problems.length === 0) {
    problems.push(...checkPlace(settings, sources))
    for (const [name, isSecret] of [
      ['database', hasPassword(settings.database)],
      ['database_direct', hasPassword(settings.database_direct)],
      ['admin_token', settings.admin_token !== undefined],
    ] as const)
      if (isSecret && sources[name].startsWith('--'))
        problems.push(
          `${sources[name]}: other users of this machine can see this ${name === 'admin_token' ? 'token' : 'password'}. Set it with ${variableOf(name)} or in the file`,
        )
    if ((settings.tls_certificate === undefined) !== (settings.tls_key === undefined))
      problems.push('set both tls_certificate and tls_key, or neither')
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  return settings
}

const hasPassword = (url: string | undefined) => url !== undefined && new URL(url).password !== ''

function checkPlace(
  { data, database, database_direct }: Settings,
  sources: Record<SettingName, string>,
): string[] {
  if (database_direct !== undefined && database === undefined)
    return [`${sources.database_direct}: set database, too`]
  if (data !== undefined && database !== undefined)
    return [`${sources.data} and ${sources.database}: set only one of the two`]
  if (data === undefined && database === undefined)
    return [
      `--data: this option is required (or ${variableOf('data')}, or "data" in the file); for PostgreSQL ${variableOf('database')}`,
    ]
  return []
}

/** Warns about misspelled variables, which would otherwise be ignored silently. */
function unknownVariables(variables: Variables): string[] {
  const known = new Set<string>([
    FILE_VARIABLE,
    ...SETTING_NAMES.flatMap((name) => [variableOf(name), fileVariableOf(name)]),
  ])
  return Object.keys(variables)
    .filter((name) => name.startsWith('RELAY_') && !known.has(name))
    .map((name) => `${name} is not a setting of the relay and has no effect.`)
}
