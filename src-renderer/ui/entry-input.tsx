import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

interface EntryInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: string
  /** Returns what is kept of a typed text. The field shows that once the broker leaves it. */
  keep: (typed: string) => string
  onChange: (kept: string) => void
  onBlur?: () => void
}

/** A field that leaves what is typed alone while the broker is in it. It keeps one notation of what it understands. */
export function EntryInput({ value, keep, onChange, onBlur, ...props }: EntryInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // A value that came from elsewhere meanwhile, such as by undo, replaces what was typed.
  const shown = typed !== null && keep(typed) === value ? typed : value
  function type(next: string) {
    setTyped(next)
    const kept = keep(next)
    if (kept !== value) onChange(kept)
  }
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...props}
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
    />
  )
}
