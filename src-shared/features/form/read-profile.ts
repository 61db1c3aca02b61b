import type { z } from 'zod'
import spanish from 'zod/v4/locales/es.js'
import type { FieldProblem } from '../../platform/base/errors.ts'
import { msg } from '../../platform/texts/msg.ts'
import { language } from '../../platform/texts/messages.ts'

/** Parses a profile. Returns its contents, or its schema problems by path in the language of the app. */
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
  // Only these messages of the schema library are shown to the broker, so only this call sets their language.
  const parsed = schema.safeParse(json, language() === 'es' ? { error: spanish().localeError } : {})
  return parsed.success
    ? { profile: parsed.data }
    : { problems: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) }
}
