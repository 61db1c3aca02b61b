import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { isUnderstood, type NumberEntry } from '../../src-shared/entry/number-entry.ts'
import { NumberEntryInput } from './number-entry-input.tsx'

interface SyncedNumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  entry: NumberEntry
  /** The number as its field keeps it, empty for none. A slider or a button may change it, too. */
  value: string
  /** Hears null for an empty field and for text that is not understood. */
  onValue: (kept: string | null) => void
}

/** A field for a number that is used at once. It keeps text that is not understood, and follows changes from elsewhere. */
export function SyncedNumberInput({ entry, value, onValue, ...props }: SyncedNumberInputProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if ((isUnderstood(entry, text) ? text : '') !== value) setText(value)
  }
  return (
    <NumberEntryInput
      {...props}
      entry={entry}
      value={text}
      onChange={(kept) => {
        setText(kept)
        onValue(isUnderstood(entry, kept) ? kept : null)
      }}
    />
  )
}
