import { isIP } from 'node:net'
import { z } from 'zod'
import { trimEnd } from '../../../../src-shared/trim-end.ts'
import { SIGNING_KEYS, SIGNING_KEYS_PATTERN } from '../../../../src-shared/webhook/key-source.ts'
import { canonicalAddress } from '../server/addresses.ts'

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: 'not a number' })
    .int('not a whole number')
    .min(least, `at least ${least}`)
    .max(most, `at most ${most}`)
const port = wholeNumber(0, 65_535)
/** A million a minute is more than a machine can take. */
const rate = wholeNumber(0, 1_000_000)
const text = z.string({ error: 'not a text' }).trim().min(1, 'empty')

const publicUrl = text
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), 'not an http or https URL')
  .transform((url) => trimEnd(url, '/'))

/** The words never hold the value, which may hold a password. */
const databaseUrl = text.refine(
  (url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
  'not a URL like postgres://USER:PASSWORD@HOST/DATABASE',
)

const trustedProxy = text.refine((range) => {
  const [address = '', bits, ...more] = range.split('/')
  if (canonicalAddress(address) === null || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128))
}, 'not an IP address or CIDR range')

/** A list; as one text, its entries stand between commas or spaces. */
const listOf = (entry: z.ZodType<string>) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : value),
    z.array(entry, { error: 'not a list' }),
  )

interface Setting {
  schema: z.ZodType
  /** Word for the value in the help. */
  value: string
  help: string
  /** Its option's name on the command line, where it isn't the key with hyphens. */
  option?: string
  multiple?: true
}

const setting = <T>(
  schema: z.ZodType<T>,
  value: string,
  help: string,
  more: Pick<Setting, 'option' | 'multiple'> = {},
) => ({
  schema,
  value,
  help,
  ...more,
})

/**
 * Everything that can be set, under the name that it has in the configuration file. `RELAY_` and the name in capitals is
 * its environment variable, the name with hyphens its option of `relay serve`.
 */
export const SETTINGS = {
  data: setting(text.optional(), 'DIR', 'folder that holds all state, made if it is missing'),
  database: setting(databaseUrl.optional(), 'URL', 'PostgreSQL database that holds all state instead'),
  host: setting(text.default('127.0.0.1'), 'IP', 'address to listen on (127.0.0.1)'),
  port: setting(port.default(8787), 'N', 'port to listen on; 0 takes a free one (8787)'),
  public_url: setting(publicUrl.optional(), 'URL', 'address under which the service reaches this relay'),
  trusted_proxies: setting(
    listOf(trustedProxy).default([]),
    'IP',
    'proxy whose X-Forwarded-For is believed (none)',
    { option: 'trusted-proxy', multiple: true },
  ),
  signing_keys: setting(
    text.regex(SIGNING_KEYS_PATTERN, 'not a name with at most one *').default(SIGNING_KEYS),
    'NAMES',
    `names of the keys that sign notifications; * stands for any signs (${SIGNING_KEYS})`,
  ),
  tls_certificate: setting(
    text.optional(),
    'FILE',
    'certificate chain in PEM, to speak https without a proxy',
  ),
  tls_key: setting(text.optional(), 'FILE', "the certificate's private key in PEM"),
  admin_host: setting(text.default('127.0.0.1'), 'IP', 'address for /metrics (127.0.0.1)'),
  admin_port: setting(port.optional(), 'N', 'port for /metrics, which is off without it'),
  log_level: setting(
    z.enum(['debug', 'info', 'warn', 'error'], { error: 'debug, info, warn or error' }).default('info'),
    'LEVEL',
    'debug, info, warn or error (info)',
  ),
  keep_days: setting(wholeNumber(0, 36_500).default(30), 'N', 'keep events so long; 0 for ever (30)'),
  keep_events: setting(
    wholeNumber(0, 1e9).default(0),
    'N',
    'keep so many of the newest events of an environment; 0 all (0)',
  ),
  keep_megabytes: setting(
    wholeNumber(0, 1e7).default(2048),
    'N',
    "let an environment's events take so much room; 0 any (2048)",
  ),
  keep_ids_days: setting(
    wholeNumber(0, 36_500).default(365),
    'N',
    'know event ids again for so long; 0 for ever (365)',
  ),
  keep_ids: setting(
    wholeNumber(0, 1e9).default(1_000_000),
    'N',
    "know so many of an environment's newest event ids again; 0 any number (1000000)",
  ),
  keep_ids_megabytes: setting(
    wholeNumber(0, 1e6).default(256),
    'N',
    "let an environment's event ids take so much room; 0 any (256)",
  ),
  sender_requests_per_minute: setting(
    rate.default(6000),
    'N',
    'requests from one address; 0 any number (6000)',
  ),
  inlet_requests_per_minute: setting(
    rate.default(12_000),
    'N',
    'notifications at one inlet; 0 any number (12000)',
  ),
  max_connections: setting(wholeNumber(1, 1_000_000).default(2000), 'N', 'connections at once (2000)'),
  sender_connections: setting(
    wholeNumber(0, 1_000_000).default(1000),
    'N',
    'connections at once from one address that have shown no token and no signature; 0 any number (1000)',
  ),
  header_seconds: setting(
    wholeNumber(1, 300).default(10),
    'N',
    'time for the head of a request to arrive (10)',
  ),
  heartbeat_seconds: setting(wholeNumber(1, 20).default(15), 'N', 'time between heartbeats on a stream (15)'),
  request_seconds: setting(wholeNumber(1, 300).default(30), 'N', 'time for a whole request to arrive (30)'),
} satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

/** The relay's settings, checked: of `data` and `database` one is there. */
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> }

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

export const variableOf = (name: SettingName) => `RELAY_${name.toUpperCase()}`

export function optionOf(name: SettingName): string {
  const { option }: Setting = SETTINGS[name]
  return option ?? name.replaceAll('_', '-')
}
