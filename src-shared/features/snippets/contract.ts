import { z } from 'zod'
import { type Contract, dealId, nothing, type Nothing, type, typedLine } from '../../platform/ipc/parts.ts'
import {
  LONGEST_BODY,
  LONGEST_NAME,
  LONGEST_SIGNATURE,
  LONGEST_SUBJECT,
  MOST_SNIPPETS,
  type Snippet,
  type SnippetSettings,
} from './snippet.ts'

export const snippetSchema = z.object({
  snippet_id: z.uuid(),
  name: typedLine(LONGEST_NAME).min(1),
  language: z.enum(['en', 'es']),
  subject: z
    .string()
    .max(LONGEST_SUBJECT)
    .regex(/^[^\r\n]*$/),
  body: z.string().max(LONGEST_BODY),
}) satisfies z.ZodType<Snippet>

const snippetSettingsSchema = z.object({
  snippets: z.array(snippetSchema).max(MOST_SNIPPETS),
  broker_name: typedLine(100),
  signature: z.string().max(LONGEST_SIGNATURE),
}) satisfies z.ZodType<SnippetSettings>

/** A filled-in message is longer than its snippet. */
const LONGEST_MESSAGE = 50_000

const message = dealId.extend({
  snippet_id: z.uuid(),
  /** The offers whose figures the message contains. */
  offer_ids: z.array(z.string().min(1).max(200)).max(6),
  /** The broker's changes to the filled-in message. Missing if he changed nothing. */
  edited: z
    .object({ subject: z.string().max(LONGEST_MESSAGE), body: z.string().max(LONGEST_MESSAGE) })
    .optional(),
})

export const snippetsContract = {
  'snippets.get': { input: nothing, output: type<SnippetSettings>() },
  'snippets.save': { input: snippetSettingsSchema, output: type<SnippetSettings>() },
  /** Copies a snippet, filled in with the values of a deal. Main fills it in and checks it itself. */
  'snippets.copy': {
    input: message.extend({ part: z.enum(['body', 'subject']) }),
    output: type<void>(),
  },
  /** Opens the filled-in snippet in the mail program. If it is too long for that, copies the text instead. */
  'snippets.open_mail': { input: message, output: type<{ done: 'opened' | 'copied' }>() },
} as const satisfies Contract

export interface SnippetsEvents {
  'snippets.changed': Nothing
}
