import type { Message } from '../../platform/texts/message.ts'
import { Validator, type OutputUnit } from '@cfworker/json-schema'
import type { FormValue, FormValues } from './form-values.ts'
import type { FieldProblem } from '../../platform/base/errors.ts'
import { concreteFields, resolvePath, rowIds, valueAt, withRowId } from './form-path.ts'
import type { PayloadProfile, ProfileField } from './payload-profile.ts'
import { toWirePayload, toWireValue, type WirePayload } from './wire-payload.ts'
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
  const { payload, filled, problems: unreadable } = toWirePayload(profile, values)
  const found = new Map<string, Message>()
  const add = (problem: FieldProblem) => {
    if (!found.has(problem.path)) found.set(problem.path, problem.message)
  }
  for (const problem of unreadable) add(problem)
  for (const problem of missing(profile, values)) add(problem)
  for (const problem of tooLong(profile, values)) add(problem)
  for (const problem of rejectFutureDates(profile, filled, values, today)) add(problem)
  for (const problem of ownership(filled)) add(problem)
  for (const problem of localOutOfRange(profile, values)) add(problem)
  for (const problem of bySchema(profile, payload, filled)) add(problem)
  const order = new Map(concreteFields(profile, values).map(({ path }, index) => [path, index]))
  const problems = [...found].map(([path, message]) => ({ path, message }))
  return {
    problems: problems.sort((a, b) => (order.get(a.path) ?? 1e6) - (order.get(b.path) ?? 1e6)),
    payload,
  }
}

function missing(profile: PayloadProfile, values: FormValues): FieldProblem[] {
  const fields = concreteFields(profile, values)
    .filter(({ field }) => field.required)
    .filter(({ path, field }) => {
      const value = valueAt(values, path)
      return field.type === 'yes_no' ? value !== true : typeof value !== 'string' || value.trim() === ''
    })
    .map(({ path, field }) => ({
      path,
      message: field.type === 'yes_no' ? msg.form.mustConfirm : msg.form.needed(field.label),
    }))
  const lists = profile.sections.flatMap(({ list }) =>
    list !== undefined && rowIds(values, list.path).length < (list.min_rows ?? 0)
      ? [
          {
            path: list.path,
            message: msg.form.rowsNeeded(list.min_rows ?? 0, list.row_label),
          },
        ]
      : [],
  )
  return [...fields, ...lists]
}

/** Returns a problem for each text that exceeds the `max_length` of its field. */
function tooLong(profile: PayloadProfile, values: FormValues): FieldProblem[] {
  return concreteFields(profile, values).flatMap(({ path, field }) => {
    const value = valueAt(values, path)
    const isLonger =
      field.max_length !== undefined &&
      typeof value === 'string' &&
      [...value.trim()].length > field.max_length
    return isLonger ? [{ path, message: msg.form.tooLong(field.label, field.max_length) }] : []
  })
}

/** The earliest plausible date of birth of a signer. */
const FIRST_BIRTH = '1900-01-01'

/** Adds a problem for each date after today, unless its field allows future dates. Also adds one for a date of birth before 1900. */
function rejectFutureDates(
  profile: PayloadProfile,
  filled: WirePayload,
  values: FormValues,
  today: string,
): FieldProblem[] {
  return concreteFields(profile, values)
    .filter(({ field }) => field.type === 'date')
    .flatMap(({ path, field }) => {
      const date = valueAt(filled as FormValues, path)
      if (typeof date !== 'string') return []
      if (date > today && field.may_be_future !== true) return [{ path, message: msg.form.inFuture }]
      const isBirth = path.endsWith('.date_of_birth')
      return isBirth && date < FIRST_BIRTH ? [{ path, message: msg.form.yearOfFour }] : []
    })
}

/** Returns a problem for each local number outside the range of its field. The schema checks only values that are sent. */
function localOutOfRange(profile: PayloadProfile, values: FormValues): FieldProblem[] {
  return concreteFields(profile, values).flatMap(({ path, field }) => {
    const typed = valueAt(values, path)
    if (field.local !== true || typeof typed !== 'string' || typed.trim() === '') return []
    const wire = toWireValue(field, typed)
    if (!('value' in wire) || typeof wire.value !== 'number') return []
    const isInside = wire.value >= (field.min ?? -Infinity) && wire.value <= (field.max ?? Infinity)
    return isInside ? [] : [{ path, message: rangeMessage(field) }]
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
