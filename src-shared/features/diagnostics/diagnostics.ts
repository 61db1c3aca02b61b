import { z } from 'zod'
import { ERROR_CODES, OUTCOMES } from '../../platform/base/errors.ts'
import { CONNECTION_STATES } from '../connection/environment.ts'
import { DEAL_FILTERS } from '../pipeline/pipeline.ts'
import { CALL_OUTCOMES } from '../calls/service-call.ts'
import { ENVIRONMENTS } from '../../platform/words/vocabulary.ts'

/**
 * The diagnostics that a broker can send to support. Only listed fields are allowed, and each value is a number, an instant, or a word from
 * a fixed list. No field can contain typed text, an address, a path, or an id, so no such data can leak.
 */

const count = z.int().min(0)
const version = z.string().regex(/^[\w.+~-]{1,60}$/)
const instant = z.iso.datetime()

/** The exact messages that the log can contain. Any other message is written as `other`. */
export const LOG_MESSAGES = [
  'started',
  'environment not opened',
  'environment not closed',
  'event sync not started',
  'event not processed',
  'request failed',
  'notification server not asked',
  'the data folder is on a network',
  'call from a foreign page refused',
  'handler failed',
  'background work failed',
  'offers not read',
  'housekeeping',
  'statement not read',
  'reminders',
  'events not stored yet',
  'relay no longer has earlier events',
  'invalid event stored',
  'polling failed',
  'assumed event type not registered',
  'application not received',
  'document not received',
  'attached document not queued',
  'answer not stored yet',
  'submission not stored yet',
  'queue waiting',
  'notification failed',
  'mail program not opened',
  'relay stream ended',
  'heartbeat not answered',
  'acknowledgement not accepted',
  'public keys',
  'page crashed',
  'page hangs',
  'update failed',
  'update not installed',
  'update state not saved',
  'version withdrawn',
  'helper process ended',
  'locked',
  'unlocked',
  'lock differs from the keychain',
  'columns of an import not remembered',
  'uncaught exception',
  'unhandled rejection',
  'other',
] as const

/** The reasons that Chromium gives when one of the app's processes ends. */
const ENDINGS = [
  'abnormal-exit',
  'killed',
  'crashed',
  'oom',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
] as const
const PROCESSES = ['Utility', 'Zygote', 'Sandbox helper', 'GPU', 'Pepper Plugin'] as const
const EXCEPTIONS = [
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'AbortError',
] as const

export const logLineSchema = z.strictObject({
  at: instant,
  level: z.enum(['info', 'warn']),
  message: z.enum(LOG_MESSAGES),
  code: z.enum(ERROR_CODES).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  /** The name of a channel. The log keeps only names of the contract. */
  channel: z
    .string()
    .max(100)
    .regex(/^[a-z_]+\.[a-z_]+$/)
    .optional(),
  seq: count.optional(),
  oldest_seq: count.optional(),
  reason: z.enum(ENDINGS).optional(),
  process: z.enum(PROCESSES).optional(),
  kind: z.enum(EXCEPTIONS).optional(),
  /** Where in the app's own code an error occurred: file, line, and column. */
  where: z
    .string()
    .regex(/^(?:index|main-[\w-]{8})\.cjs:\d{1,6}:\d{1,6}$/)
    .optional(),
})
export type LogLine = z.infer<typeof logLineSchema>

export const diagnosticsSchema = z.strictObject({
  made_at: instant,
  app: z.strictObject({
    version,
    electron: version,
    chromium: version,
    platform: version,
    arch: version,
    os_release: version,
    packaged: z.boolean(),
    language: z.enum(['en', 'es']),
    color_scheme: z.enum(['auto', 'light', 'dark']),
    zoom: count,
    uptime_s: count,
    memory_mb: count,
  }),
  /** The error code if the environment's data cannot be opened; null if the data is open. */
  not_open: z.enum(ERROR_CODES).nullable(),
  environment: z
    .strictObject({ environment: z.enum(ENVIRONMENTS), configured: z.boolean(), relay_paired: z.boolean() })
    .nullable(),
  connection: z
    .strictObject({ state: z.enum(CONNECTION_STATES), since: instant, has_webhook_problem: z.boolean() })
    .nullable(),
  vault: z
    .strictObject({
      /** The version of the vault's database format (the last migration that was applied to it). */
      version: count,
      deals: z.record(z.enum(DEAL_FILTERS), count),
      unread: count,
      files: count,
      bytes: count,
    })
    .nullable(),
  /** The number of recent calls to the partner's API by outcome and status. */
  calls: z.array(z.strictObject({ outcome: z.enum(CALL_OUTCOMES), status: z.int().nullable(), count })),
  log: z.array(logLineSchema),
})
export type Diagnostics = z.infer<typeof diagnosticsSchema>
