import type { TextInputProps } from '@mantine/core'
import { problemOf, type NumberEntry } from '../../src-shared/entry/number-entry.ts'
import { EntryInput } from './entry-input.tsx'

interface NumberEntryInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  entry: NumberEntry
  value: string
  onChange: (kept: string) => void
}

/** A field for a number. It keeps text that is not understood or out of range, and tells why. */
export function NumberEntryInput({ entry, value, ...props }: NumberEntryInputProps) {
  return (
    <EntryInput
      inputMode="decimal"
      {...props}
      value={value}
      keep={entry.keep}
      show={entry.show}
      problem={problemOf(entry, value)}
    />
  )
}
