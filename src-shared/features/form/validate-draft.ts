import type { Message } from '../../platform/texts/message.ts'
import { Validator, type OutputUnit } from '@cfworker/json-schema'
import type { FormValue, FormValues } from './form-values.ts'
import type { FieldProblem } from '../../platform/base/errors.ts'
import { resolvePath, rowIds, valueAt, withRowId } from './form-path.ts'
import type { PayloadProfile, ProfileField } from './payload-profile.ts'
import { toWirePayload, type WireField, type WirePayload } from './wire-payload.ts'
import { printable } from '../../platform/base/text.ts'
import { msg } from '../../platform/texts/msg.ts'
import { locale } from '../../platform/texts/messages.ts'

/**
 * Returns the problems that prevent the submission of a draft, at most one per field and in the order of the form. Also returns the payload
 * that would be sent. `today` is a date `YYYY-MM-DD`.
 */
export function validateDraft(
  profile: PayloadProfile,
  values: FormValues,
  today: string,
): { problems: FieldProblem[]; payload: WirePayload } {
  const { payload, filled, fields } = toWirePayload(profile, values)
  const found = new Map<string, Message>()
  for (const field of fields) {
    const problem = problemOf(field, today)
    if (problem !== null) found.set(field.path, problem)
  }
  for (const { path, message } of [
    ...tooFewRows(profile, values),
    ...ownership(filled),
    ...bySchema(profile, payload, filled),
  ])
    if (!found.has(path)) found.set(path, message)
  const order = new Map(fields.map(({ path }, index) => [path, index]))
  const problems = [...found].map(([path, message]) => ({ path, message }))
  return {
    problems: problems.sort((a, b) => (order.get(a.path) ?? 1e6) - (order.get(b.path) ?? 1e6)),
    payload,
  }
}

/** The earliest plausible date of birth of a signer. */
const FIRST_BIRTH = '1900-01-01'

/** Returns the problem that a single field has for itself, or null. */
function problemOf({ path, field, value: typed, wire }: WireField, today: string): Message | null {
  const { type, label, max_length = Infinity } = field
  if (wire !== null && 'problem' in wire) return wire.problem
  if (field.required === true && type === 'yes_no' && typed !== true) return msg.form.mustConfirm
  if (wire === null) return field.required === true ? msg.form.needed(label) : null
  if (typeof typed === 'string' && [...typed.trim()].length > max_length)
    return msg.form.tooLong(label, max_length)
  const { value } = wire
  if (type === 'date' && typeof value === 'string') {
    if (value > today && field.may_be_future !== true) return msg.form.inFuture
    if (path.endsWith('.date_of_birth') && value < FIRST_BIRTH) return msg.form.yearOfFour
  }
  // The schema checks only values that are sent.
  const isOutside =
    typeof value === 'number' && (value < (field.min ?? -Infinity) || value > (field.max ?? Infinity))
  return field.local === true && isOutside ? rangeMessage(field) : null
}

/** Returns a problem for each list that lacks rows. */
function tooFewRows(profile: PayloadProfile, values: FormValues): FieldProblem[] {
  return profile.sections.flatMap(({ list }) => {
    const least = list?.min_rows ?? 0
    return list !== undefined && rowIds(values, list.path).length < least
      ? [{ path: list.path, message: msg.form.rowsNeeded(least, list.row_label) }]
      : []
  })
}

/** Ownership shares are added as whole millionths of a percent, because a floating-point sum of three shares can be 100.10000000000001. */
const MILLIONTHS = 1_000_000

function ownership(filled: WirePayload): FieldProblem[] {
  const owners = rowIds(filled as FormValues, 'company.owners')
  const total = owners.reduce((sum, row) => {
    const share: unknown = valueAt(filled as FormValues, `company.owners.${row}.ownership_percent`)
    return sum + (typeof share === 'number' ? Math.round(share * MILLIONTHS) : 0)
  }, 0)
  if (total <= 100 * MILLIONTHS) return []
  const { format } = new Intl.NumberFormat(locale(), { maximumFractionDigits: 6 })
  return [
    {
      path: `company.owners.${owners.at(-1)}.ownership_percent`,
      message: msg.form.ownedTogether(format(total / MILLIONTHS)),
    },
  ]
}

/**
 * Caches the compiled validator of each profile. Compiling a schema takes longer than validating, and the app validates a draft after every
 * change.
 */
const validators = new WeakMap<PayloadProfile, Validator>()

function validatorOf(profile: PayloadProfile): Validator {
  const known = validators.get(profile) ?? new Validator(profile.schema, '2020-12', false)
  validators.set(profile, known)
  return known
}

/** Reports violations of the profile's JSON Schema as problems of the affected fields. */
function bySchema(profile: PayloadProfile, payload: WirePayload, filled: WirePayload): FieldProblem[] {
  const { errors } = validatorOf(profile).validate(payload)
  return errors.flatMap((unit) => {
    const at = unit.instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.')
    // The schema reports a missing value at the path of the object that lacks the value, so take the value's name from the message.
    const lacking = unit.keyword === 'required' ? /property "([^"]+)"/.exec(unit.error)?.[1] : undefined
    const path = withRowId(profile, filled as FormValues, lacking === undefined ? at : `${at}.${lacking}`)
    const target = resolvePath(profile, path)
    if (target?.kind !== 'field') return []
    return [{ path, message: schemaMessage(target.field, unit, valueAt(filled as FormValues, path)) }]
  })
}

function schemaMessage(field: ProfileField, unit: OutputUnit, value: FormValue | undefined): Message {
  switch (unit.keyword) {
    case 'required':
      return msg.form.needed(field.label)
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return rangeMessage(field)
    case 'maxLength':
      return msg.form.tooLong(field.label, field.max_length)
    case 'enum':
      return msg.form.chooseOne
    case 'pattern':
    case 'format':
      return formMessage(field, value)
    default:
      return msg.form.notInOrder(field.label)
  }
}

function rangeMessage({ label, min, max, type }: ProfileField): Message {
  const show = (value: number) =>
    type === 'money' ? `$${value.toLocaleString(locale())}` : value.toLocaleString(locale())
  if (min !== undefined && max !== undefined) return msg.form.between(label, show(min), show(max))
  if (min !== undefined) return msg.form.atLeast(label, show(min))
  if (max !== undefined) return msg.form.atMost(label, show(max))
  return msg.form.outOfRange(label)
}

function formMessage({ type, label }: ProfileField, value: FormValue | undefined): Message {
  const foreign = typeof value === 'string' ? /[^ -~]/u.exec(value)?.[0] : undefined
  if ((type === 'email' || type === 'website') && foreign !== undefined)
    return msg.form.foreignLetter(printable(foreign))
  if (type === 'email') return msg.form.email
  if (type === 'state') return msg.form.state
  if (type === 'zip') return msg.form.zip
  if (type === 'website') return msg.form.website
  return msg.form.notInOrder(label)
}
