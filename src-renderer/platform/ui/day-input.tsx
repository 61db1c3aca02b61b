import type { TextInputProps } from '@mantine/core'
import {
  editDay,
  editMonth,
  keepMonth,
  readDate,
  readMonth,
  showDay,
  showMonth,
} from '../../../src-shared/platform/entry/date.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { keepNaturalDay } from '../../../src-shared/platform/entry/natural-date.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { EntryInput } from './entry-input.tsx'

interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** A valid date or month, or the typed text if it is neither. */
  value: string
  onChange: (kept: string) => void
  onBlur?: () => void
  problem?: string | null
}

/** A field for a date in any usual notation. It keeps text that it cannot parse, and explains why. */
export function DayInput({ problem, ...props }: DayInputProps) {
  return (
    <EntryInput
      {...props}
      keep={(typed) => keepNaturalDay(typed, dayOf(new Date().toISOString()))}
      show={showDay}
      edit={editDay}
      problem={dayProblem(props.value) ?? problem ?? null}
    />
  )
}

export function MonthInput({ problem, ...props }: DayInputProps) {
  const isUnread = props.value.trim() !== '' && readMonth(props.value) === null
  return (
    <EntryInput
      {...props}
      keep={keepMonth}
      show={showMonth}
      edit={editMonth}
      problem={isUnread ? messages().form.month : (problem ?? null)}
    />
  )
}

function dayProblem(text: string): string | null {
  if (text.trim() === '') return null
  const read = readDate(text)
  return 'problem' in read ? messages().form[read.problem] : null
}
