import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { keepMoney, moneyText, showMoney, typedCents } from '../../src-shared/entry/money.ts'
import { understandMoney } from '../../src-shared/entry/number-problems.ts'
import { EntryInput } from './entry-input.tsx'

interface CentsInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  cents: number | null
  /** Why an amount that is understood is not accepted, or null. */
  limit?: (cents: number) => string | null
  /** Hears null for an empty field and for text that is not understood. */
  onCents: (cents: number | null) => void
}

/** A field for an amount of zero or more. It keeps text that is not understood, and tells why. */
export function CentsInput({ cents, limit, onCents, ...props }: CentsInputProps) {
  const [text, setText] = useState(cents === null ? '' : moneyText(cents))
  const [known, setKnown] = useState(cents)
  if (known !== cents) {
    setKnown(cents)
    // Changed elsewhere, not by what is typed here.
    if (typedCents(text) !== cents) setText(cents === null ? '' : moneyText(cents))
  }
  const read = text.trim() === '' ? null : understandMoney(text)
  const problem =
    read === null ? null : 'problem' in read ? read.problem : limit === undefined ? null : limit(read.value)
  return (
    <EntryInput
      inputMode="decimal"
      {...props}
      value={text}
      keep={keepMoney}
      show={showMoney}
      problem={problem}
      onChange={(next) => {
        setText(next)
        onCents(typedCents(next))
      }}
    />
  )
}
