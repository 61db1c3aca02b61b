import type { Message } from '../../platform/texts/message.ts'
import type { FormValue, FormValues } from './form-values.ts'
import { applyChanges, labelOf, resolvePath, valueAt } from './form-path.ts'
import type { PayloadProfile, ProfileField } from './payload-profile.ts'
import { looksSensitive, maskValue } from './sensitive.ts'
import { formatMessage, msg } from '../../platform/texts/msg.ts'

/**
 * A value of a draft without a field in the current form, or with a field that no longer accepts the value. The app never sends such a
 * value to the partner.
 */
export interface OrphanedFormValue {
  path: string
  label: string
  value: string
  why: Message
}

/**
 * Returns the values of a draft that no field of the form can show. The broker typed them when an older version of the profile had other
 * fields or choices. The draft contains these values until the broker removes them. Sensitive values are masked.
 */
export function orphanedFormValues(profile: PayloadProfile, values: FormValues): OrphanedFormValue[] {
  return leavesOf(values).flatMap(({ path, value }) => {
    const target = resolvePath(profile, path)
    const why = target?.kind === 'field' ? misfit(target.field, value) : msg.errorsFiles.fieldGone
    if (why === null) return []
    return [{ path, label: labelOf(profile, values, path), value: maskedText(profile, path, value), why }]
  })
}

/** Returns a draft's values without those that have no field in the form. */
export function withoutUnknown(profile: PayloadProfile, values: FormValues): FormValues {
  const unknown = leavesOf(values).filter(({ path }) => resolvePath(profile, path)?.kind !== 'field')
  return (
    applyChanges(
      profile,
      values,
      unknown.map(({ path }) => ({ op: 'drop' as const, path })),
    ) ?? values
  )
}

/** Returns every single non-empty value of a draft with its path. Lists and groups are not returned themselves. */
export function leavesOf(values: FormValue, path = ''): { path: string; value: string | boolean }[] {
  if (typeof values === 'string' || typeof values === 'boolean')
    return values === '' ? [] : [{ path, value: values }]
  if (values === null) return []
  return Object.entries(values).flatMap(([key, value]) =>
    leavesOf(value, path === '' ? key : `${path}.${key}`),
  )
}

/**
 * Formats a value for display. Masks the value if its field is sensitive. If the value has no field, masks it if its name or content looks
 * sensitive.
 */
export function maskedText(profile: PayloadProfile, path: string, value: FormValue): string {
  const text =
    typeof value === 'boolean'
      ? value
        ? formatMessage(msg.errorsFiles.yes)
        : formatMessage(msg.errorsFiles.no)
      : typeof value === 'string'
        ? value
        : ''
  const target = resolvePath(profile, path)
  if (target?.kind === 'field') {
    const { field } = target
    if (field.sensitive) return text === '' ? '' : maskValue(field.type, text)
    return field.choices?.find((choice) => choice.value === text)?.label ?? text
  }
  return looksSensitive(path, text) ? maskValue('', text) : text
}

function misfit({ type }: ProfileField, value: string | boolean): Message | null {
  if (type === 'yes_no') return typeof value === 'boolean' ? null : msg.errorsFiles.asksYesNo
  if (typeof value !== 'string') return msg.errorsFiles.asksText
  return null
}

/** Returns the orphaned value at a path; null if there is none. */
export function orphanedFormValueAt(
  profile: PayloadProfile,
  values: FormValues,
  path: string,
): FormValue | null {
  return orphanedFormValues(profile, values).some((one) => one.path === path)
    ? (valueAt(values, path) ?? null)
    : null
}
