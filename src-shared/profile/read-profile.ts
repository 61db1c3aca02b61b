import type { z } from 'zod'
import spanish from 'zod/v4/locales/es.js'
import type { FieldProblem } from '../errors.ts'
import { msg } from '../messages/msg.ts'
import { language } from '../messages/messages.ts'

/** Reads a profile as text: what it holds, or by path where its shape is wrong, in the language of the app. */
export function readProfile<Profile>(
  schema: z.ZodType<Profile>,
  text: string,
): { profile: Profile } | { problems: FieldProblem[] } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    const where = error instanceof Error ? error.message : ''
    return { problems: [{ path: '', message: msg.profiles.problems.noJson(where) }] }
  }
  // Only here are the words of the schema library shown, so only here does it change its language.
  const parsed = schema.safeParse(json, language() === 'es' ? { error: spanish().localeError } : {})
  return parsed.success
    ? { profile: parsed.data }
    : { problems: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) }
}
