import type { FieldProblem } from '../../platform/base/errors.ts'
import type { Message, MessageArgument } from '../../platform/texts/message.ts'
import { msg } from '../../platform/texts/msg.ts'
import type { FormValues } from './form-values.ts'
import { concreteFields, resolvePath, rowOf } from './form-path.ts'
import { namesInAllLanguages } from './localized-profile.ts'
import type { PayloadProfile } from './payload-profile.ts'

/**
 * Finds the form's field that the partner's objection is about. The specification calls the key only "name of the offending field" (section
 * 7), so the key may be a full path (with the row's id since `withRowId`), only the last part of it (`ssn`), or an object that contains
 * fields (`company.address`). Returns null if the form has no such field. A key such as `company` names half of the form, so it is no field.
 */
export function refusedField(profile: PayloadProfile, values: FormValues, path: string): string | null {
  const fields = concreteFields(profile, values)
  if (fields.some((one) => one.path === path)) return path
  const target = resolvePath(profile, path)
  if (target?.kind === 'list') return path
  // The objection names a row that the broker removed meanwhile.
  if (target !== null) return rowOf(profile, path)?.list.path ?? null
  const [named, ...others] = fields.filter((one) => one.path.endsWith(`.${path}`))
  if (named !== undefined && others.every(({ field }) => field === named.field)) return named.path
  return path.includes('.') ? (fields.find((one) => one.path.startsWith(`${path}.`))?.path ?? null) : null
}

/** Phrases with which a partner says that a required field is missing. The specification does not show the exact text (section 7). */
const REQUIRED = /\b(?:field required|required (?:field|property)|(?:is|are) required)\b/i

/**
 * Words the partner's objection to a field. The vault stores the partner's own text. The app says the common case, a missing value, in the
 * broker's language. It quotes any other text, so that the broker sees that the words are the partner's.
 */
export function refusalReason(stored: Message): Message {
  if (typeof stored !== 'string') return stored
  const { fieldRequired, fieldSays } = msg.errorsPartner
  return REQUIRED.test(stored) && !/\bnot\b/i.test(stored) ? fieldRequired : fieldSays(stored)
}

/**
 * Replaces the names of fields in a stored problem by their names in the current language. The vault stores a problem with the names of the
 * language in which the draft was validated.
 */
export function inCurrentLanguage(profile: PayloadProfile, { path, message }: FieldProblem): FieldProblem {
  if (typeof message === 'string' || message.args === undefined) return { path, message }
  const names = namesAt(profile, path).map((name) => ({ name, all: namesInAllLanguages(profile, name) }))
  const renamed = (argument: MessageArgument) =>
    typeof argument === 'string'
      ? (names.find(({ all }) => all.includes(argument))?.name ?? argument)
      : argument
  return { path, message: { ...message, args: message.args.map(renamed) } }
}

function namesAt(profile: PayloadProfile, path: string): string[] {
  const target = resolvePath(profile, path)
  if (target === null) return []
  return target.kind === 'field' ? [target.field.label] : [target.list.row_label, target.list.label]
}
