import type { TextInputProps } from '@mantine/core'
import {
  editDay,
  editMonth,
  keepDay,
  keepMonth,
  readDate,
  readMonth,
  showDay,
  showMonth,
} from '../../src-shared/entry/date.ts'
import { messages } from '../../src-shared/messages/messages.ts'
import { EntryInput } from './entry-input.tsx'

interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** A kept day or month, or a typed text that names none. */
  value: string
  onChange: (kept: string) => void
  onBlur?: () => void
  problem?: string | null
}

/** A field for a day in any usual notation. It keeps text that it cannot read, and explains why. */
export function DayInput({ problem, ...props }: DayInputProps) {
  return (
    <EntryInput
      {...props}
      keep={keepDay}
      show={showDay}
      edit={editDay}
      problem={dayProblem(props.value) ?? problem ?? null}
    />
  )
}

/** A field for a month, such as that of a bank statement. */
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

/** Why a text is not read as a day. Null for an empty one. */
function dayProblem(text: string): string | null {
  if (text.trim() === '') return null
  const read = readDate(text)
  return 'problem' in read ? messages().form[read.problem] : null
}
