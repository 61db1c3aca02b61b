import { z } from 'zod'
import {
  LONGEST_BODY,
  LONGEST_NAME,
  LONGEST_SIGNATURE,
  LONGEST_SUBJECT,
  MOST_SNIPPETS,
  type Snippet,
  type SnippetSettings,
} from './snippet.ts'
import { typedLine } from '../../platform/entry/typed-schema.ts'

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

export const snippetSettingsSchema = z.object({
  snippets: z.array(snippetSchema).max(MOST_SNIPPETS),
  broker_name: typedLine(100),
  signature: z.string().max(LONGEST_SIGNATURE),
}) satisfies z.ZodType<SnippetSettings>
