import { messageSchema } from '../messages/message-schema.ts'
import { z } from 'zod'

/** Why an installation can not replace itself by a newer version. */
export const UPDATE_BLOCKERS = ['no_server', 'development', 'system_package', 'not_installed'] as const

/** What the last start, or this one, has to tell of versions. */
export const startNoteSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('updated'), version: z.string() }),
  /** An older version runs than the one before; `failed`: that one never showed its first screen. */
  z.object({ kind: z.literal('rolled_back'), from: z.string(), failed: z.boolean() }),
  /** This version is new, and its last start did not come as far as its first screen. */
  z.object({ kind: z.literal('did_not_start'), version: z.string() }),
  /** It was downloaded and handed to the system, and yet the old one runs. */
  z.object({ kind: z.literal('not_installed'), version: z.string() }),
])
export type StartNote = z.infer<typeof startNoteSchema>

/** `notes`: what is new, as plain text. */
const offered = { version: z.string(), notes: z.string() }

export const updateStateSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('impossible'), why: z.enum(UPDATE_BLOCKERS) }),
  z.object({ step: z.literal('unchecked') }),
  z.object({ step: z.literal('checking') }),
  z.object({ step: z.literal('current'), checked_at: z.string() }),
  z.object({ step: z.literal('downloading'), percent: z.int(), ...offered }),
  /** Installed when the broker quits (`installed_by`) or asks for it, never before. */
  z.object({ step: z.literal('ready'), ...offered }),
  /** The version that runs is not offered any more; `version` is the newest that is. */
  z.object({ step: z.literal('withdrawn'), version: z.string(), checked_at: z.string() }),
  z.object({
    step: z.literal('failed'),
    message: messageSchema,
    advice: messageSchema,
    checked_at: z.string(),
  }),
])
export type UpdateState = z.infer<typeof updateStateSchema>

/** What installs a new version that is ready: that the broker quits or restarts, or (macOS) a restart alone. */
export const INSTALLED_BY = ['quit', 'restart'] as const
export type InstalledBy = (typeof INSTALLED_BY)[number]

export const updateViewSchema = z.object({
  version: z.string(),
  /** A version with a suffix (1.2.0-beta.1) is a preview. */
  releases: z.enum(['stable', 'preview']),
  automatic: z.boolean(),
  installed_by: z.enum(INSTALLED_BY),
  state: updateStateSchema,
  note: startNoteSchema.nullable(),
})
export type UpdateView = z.infer<typeof updateViewSchema>

/** What is remembered from one start to the next. */
export const updateMemorySchema = z.object({
  automatic: z.boolean(),
  /** Random; decides whose turn it is in a staged release. It never leaves this computer. */
  installation_id: z.string(),
  /** The version that ran last, and whether it ever showed its first screen. */
  last_run: z.object({ version: z.string(), proven: z.boolean() }).nullable(),
  /** Handed to the system to be put in place of the one that ran. */
  installing: z.string().nullable(),
})
export type UpdateMemory = z.infer<typeof updateMemorySchema>
