import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { dayText } from '../../src-shared/entry/date.ts'
import { keepEntry } from '../../src-shared/entry/keep-entry.ts'
import { dayOf } from '../../src-shared/money/days.ts'
import type { FieldType } from '../../src-shared/profile/payload-profile.ts'
import { EntryInput } from './entry-input.tsx'
import { formatDay } from './formats.ts'

interface KeptInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  type: FieldType
  value: string
  onChange: (kept: string) => void
}

/** A field whose draft keeps one notation of what is understood (`keepEntry`). It leaves the text alone while it is edited. */
export function KeptInput({ type, value, onChange, onBlur, ...props }: KeptInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const keep = (text: string) => keepEntry(type, text, dayOf(new Date().toISOString()))
  // A value that came from elsewhere meanwhile, such as by undo, replaces what was typed.
  const text = typed !== null && keep(typed) === value ? typed : editedText(type, value)
  function change(next: string) {
    setTyped(next)
    const kept = keep(next)
    if (kept !== value) onChange(kept)
  }
  return (
    <EntryInput
      {...props}
      text={text}
      read={(one) => shownText(type, keep(one))}
      onText={change}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/

function editedText(type: FieldType, kept: string): string {
  return type === 'date' && IS_DAY.test(kept) ? dayText(kept) : kept
}

function shownText(type: FieldType, kept: string): string {
  return type === 'date' && IS_DAY.test(kept) ? formatDay(`${kept}T12:00:00`) : kept
}
