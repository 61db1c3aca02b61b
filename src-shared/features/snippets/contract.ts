import { z } from 'zod'
import { dealId, nothing, type, type Nothing, type Contract } from '../../platform/ipc/parts.ts'
import type { SnippetSettings } from './snippet.ts'
import { snippetSettingsSchema } from './snippet-schema.ts'

const message = dealId.extend({
  snippet_id: z.uuid(),
  /** The offers whose figures the message contains. */
  offer_ids: z.array(z.string().min(1).max(200)).max(6),
})

export const snippetsContract = {
  'snippets.get': { input: nothing, output: type<SnippetSettings>() },
  'snippets.save': { input: snippetSettingsSchema, output: type<SnippetSettings>() },
  /** Copies a snippet, filled in with the values of a deal. Main fills it in and checks it itself. */
  'snippets.copy': {
    input: message.extend({ part: z.enum(['body', 'subject']) }),
    output: type<Nothing>(),
  },
  /** Opens the filled-in snippet in the mail program. If it is too long for that, copies the text instead. */
  'snippets.open_mail': { input: message, output: type<{ done: 'opened' | 'copied' }>() },
} as const satisfies Contract

export interface SnippetsEvents {
  'snippets.changed': Nothing
}
