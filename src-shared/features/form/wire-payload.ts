import type { Message } from '../../platform/texts/message.ts'
import { readChoice } from '../../platform/entry/choice.ts'
import { readCount, readPercent } from '../../platform/entry/number.ts'
import { readDate } from '../../platform/entry/date.ts'
import { readEmail } from '../../platform/entry/email.ts'
import { readIdNumber } from '../../platform/entry/id-number.ts'
import { readMoney } from '../../platform/entry/money.ts'
import { saysNone } from '../../platform/entry/no-value.ts'
import { readPhone } from '../../platform/entry/phone.ts'
import { readWebsite } from '../../platform/entry/web-address.ts'
import { ROW_ID, type FormValue, type FormValues } from './form-values.ts'
import { concreteFields, rowIds, setAt, valueAt, type ShownField } from './form-path.ts'
import type { PayloadProfile, ProfileField } from './payload-profile.ts'
import { readState } from '../../platform/entry/us-states.ts'
import { msg } from '../../platform/texts/msg.ts'

type WireValue = string | number | boolean | WireValue[] | { [key: string]: WireValue }
export type WirePayload = { [key: string]: WireValue }

/** A value in the notation in which the app sends it, or the reason why it cannot be converted. */
type Wire = { value: WireValue } | { problem: Message }

/** A field of the form with its value. `wire` is null if the value is empty. */
export interface WireField extends ShownField {
  wire: Wire | null
}

/**
 * Converts typed values to the values that the app sends. EIN, SSN, and phone become plain digits; money and numbers become JSON numbers.
 * The payload is without empty values, values that cannot be converted, and local values; `fields` has them all. `filled` is the payload
 * with row ids.
 */
export function toWirePayload(
  profile: PayloadProfile,
  values: FormValues,
): { payload: WirePayload; filled: WirePayload; fields: WireField[] } {
  const filled: WirePayload = { application: {}, company: {} }
  // Keep rows without any value, so that the partner's row numbers count the rows of the form.
  for (const { list } of profile.sections)
    for (const row of rowIds(values, list?.path ?? '')) setAt(filled, `${list?.path}.${row}`, {})
  const fields = concreteFields(profile, values).map((shown): WireField => {
    const { path, field, value } = shown
    const isEmpty = value === undefined || value === null || isEmptyEntry(field, value)
    const wire = isEmpty ? null : toWireValue(field, value)
    if (wire !== null && 'value' in wire && field.local !== true) setAt(filled, path, wire.value)
    return { ...shown, wire }
  })
  return { payload: withArrays(profile, filled), filled, fields }
}

/** Returns a copy of the values with each list as an array without row ids, as the partner and files of drafts have it. */
export function withArrays(profile: PayloadProfile, values: FormValues | WirePayload): WirePayload {
  const copy = JSON.parse(JSON.stringify(values)) as WirePayload
  for (const { list } of profile.sections) {
    const rows = list === undefined ? undefined : valueAt(copy as FormValues, list.path)
    if (list === undefined || typeof rows !== 'object' || rows === null) continue
    if (Object.keys(rows).every((key) => ROW_ID.test(key)))
      setAt(copy, list.path, Object.values(rows as WirePayload))
  }
  return copy
}

/** True if a typed value is empty, or if the broker wrote into an optional field that there is no value, such as `N/A`. */
export function isEmptyEntry({ type, required }: ProfileField, typed: FormValue): boolean {
  if (typeof typed !== 'string') return false
  if (typed.trim() === '') return true
  return required !== true && type !== 'long_text' && saysNone(typed, type !== 'text')
}

/** Converts a typed value to the value that is sent, or returns the reason why this is impossible. */
export function toWireValue(field: ProfileField, typed: FormValue): Wire {
  if (field.type === 'yes_no')
    return typed === true || typed === false ? { value: typed } : { problem: msg.form.yesOrNo }
  if (typeof typed !== 'string') return { problem: msg.form.unreadable }
  const text = typed.trim()
  switch (field.type) {
    case 'ein':
    case 'ssn':
      return orProblem(readIdNumber(field.type, text)?.replaceAll('-', ''), msg.form[field.type])
    case 'zip':
      return orProblem(readIdNumber('zip', text), msg.form.zip)
    case 'phone': {
      const phone = readPhone(text)
      return 'digits' in phone ? { value: phone.digits } : { problem: msg.form[phone.problem] }
    }
    case 'money': {
      const read = readMoney(text)
      if ('problem' in read) return { problem: msg.numbers.money[read.problem] }
      return read.cents < 0 && (field.min ?? -1) >= 0
        ? { problem: msg.numbers.money.negative }
        : { value: read.cents / 100 }
    }
    case 'integer': {
      const read = readCount(text)
      return 'count' in read ? { value: read.count } : { problem: msg.numbers.count[read.problem] }
    }
    case 'percent': {
      const read = readPercent(text)
      return 'decimal' in read
        ? { value: Number(read.decimal) }
        : { problem: msg.numbers.percent[read.problem] }
    }
    case 'date': {
      const day = readDate(text, { monthIsEnough: field.month_is_enough === true })
      return 'date' in day ? { value: day.date } : { problem: msg.form[day.problem] }
    }
    case 'state':
      return orProblem(readState(text), msg.form.state)
    case 'choice':
      return orProblem(readChoice(field.choices ?? [], text), msg.form.chooseOne)
    case 'email':
      return orProblem(readEmail(text), msg.form.email)
    case 'website':
      return orProblem(readWebsite(text), msg.form.website)
    default:
      return { value: text }
  }
}

const orProblem = (value: string | null | undefined, problem: Message) =>
  typeof value === 'string' ? { value } : { problem }
