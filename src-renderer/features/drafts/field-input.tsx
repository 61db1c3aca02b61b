import { Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { memo } from 'react'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { dateRules, editEntry, keepEntry, showEntry } from '../../../src-shared/features/form/keep-entry.ts'
import { keepNaturalDay } from '../../../src-shared/platform/entry/natural-date.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import type { ProfileField } from '../../../src-shared/features/form/payload-profile.ts'
import { textOf, useDeal, useProblem } from './deal-store.ts'
import { ChoiceInput } from '../../platform/ui/choice-input.tsx'
import { EntryInput, afterPress } from '../../platform/ui/entry-input.tsx'
import { SensitiveInput } from './sensitive-input.tsx'
import classes from './application.module.css'
import { readState, US_STATES } from '../../../src-shared/platform/entry/us-states.ts'

const MOST_CHARACTERS = 10_000

/** The keyboard that a touch screen shows for a type of field. */
const INPUT_MODES = {
  money: 'decimal',
  percent: 'decimal',
  integer: 'numeric',
  date: undefined,
  email: 'email',
  phone: 'tel',
  zip: 'numeric',
  ein: 'numeric',
  ssn: 'numeric',
  website: 'url',
} as const

interface FieldInputProps {
  field: ProfileField
  /** The path of the field in the payload, with the row's id (`company.owners.r4k2m.ssn`). */
  path: string
  readOnly: boolean
}

/** One field of the profile, with an input for its type. Every change goes to the draft immediately. */
export const FieldInput = memo(function FieldInput({ field, path, readOnly }: FieldInputProps) {
  const value = useDeal((state) => valueAt(state.values, path))
  const problem = useProblem(path)
  if (field.sensitive) return <SensitiveInput field={field} path={path} readOnly={readOnly} />
  const props = {
    label: field.label,
    description: field.help,
    placeholder: field.placeholder,
    // Use the limit of drafts instead of the field's own lower limit. If the broker pastes a text that exceeds the field's limit, the field
    // shows a problem instead of cutting the text.
    maxLength: MOST_CHARACTERS,
    // Show an asterisk, but do not set the `required` attribute: with this attribute, the browser would refuse an empty field, which a
    // draft may contain.
    withAsterisk: field.required ?? false,
    error: problem === '' ? null : problem,
    readOnly,
    variant: readOnly ? 'filled' : 'default',
    'data-path': path,
    onBlur: () => afterPress(() => leave(path, readOnly)),
  }
  const change = (next: string) => set(path, next)
  const text = textOf(value)
  switch (field.type) {
    case 'long_text':
      return (
        <Textarea
          {...props}
          // Chromium adapts the height of the field to its text through CSS. Mantine's autosize would recompute the layout of the whole
          // form after every key press.
          classNames={{ input: classes.longText }}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )
    case 'yes_no': {
      const { withAsterisk, readOnly: disabled, placeholder: _, maxLength: __, ...rest } = props
      return (
        <Checkbox
          {...rest}
          label={
            <>
              {field.label}{' '}
              {withAsterisk && (
                <Text span inherit c="red">
                  *
                </Text>
              )}
            </>
          }
          disabled={disabled}
          checked={value === true}
          onChange={(event) => set(rest['data-path'], event.currentTarget.checked)}
        />
      )
    }
    case 'choice':
    case 'state':
      return (
        <ChoiceInput
          {...props}
          choices={field.choices ?? US_STATES}
          {...(field.type === 'state' && { read: readState })}
          clearable={!field.required}
          value={text}
          onChange={change}
        />
      )
    case 'text':
      return (
        <TextInput
          {...props}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          autoComplete="off"
        />
      )
    default:
      return (
        <EntryInput
          {...props}
          {...entryOf(field)}
          value={text}
          onChange={change}
          inputMode={INPUT_MODES[field.type]}
        />
      )
  }
})

/** Returns the functions that convert a field's text for storing, displaying, and editing. */
function entryOf(field: ProfileField) {
  const { type } = field
  return {
    keep: (typed: string) =>
      type === 'date'
        ? keepNaturalDay(typed, dayOf(new Date().toISOString()), dateRules(field))
        : keepEntry(field, typed),
    show: (kept: string) => showEntry(type, kept),
    edit: (kept: string) => editEntry(type, kept),
  }
}

function set(path: string, value: string | boolean): void {
  useDeal.getState().change({ op: 'set', path, value })
}

/** Handles the loss of focus: trims the text, shows the problem of the field, if any, and saves the value immediately. */
function leave(path: string, readOnly: boolean): void {
  const text = textOf(valueAt(useDeal.getState().values, path))
  // A broker who only looks something up in another window goes on typing after a space.
  if (!readOnly && document.hasFocus() && text !== text.trim()) set(path, text.trim())
  useDeal.getState().leave(path)
  void useDeal.getState().flush()
}
