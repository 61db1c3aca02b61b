import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

interface EntryInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The value as typed. */
  text: string
  onText: (text: string) => void
  /** How the understood value reads (`$35,000`), or null when the text is not understood. */
  read: (text: string) => string | null
  /** Why the text is not accepted. Shown once the field is left, so that half a number is no error. */
  problem?: string | null
}

/**
 * A field for text that has a meaning, such as an amount. While it is edited it shows the text as typed, with the understood
 * value beside it. After that it shows the understood value. Text that is not understood always stays as typed.
 */
export function EntryInput(all: EntryInputProps) {
  const { text, onText, read, problem = null, error, onFocus, onBlur, ...props } = all
  const [isEdited, setEdited] = useState(false)
  const [wasWrong, setWasWrong] = useState(false)
  const understood = text.trim() === '' ? null : read(text)
  const hint = isEdited && understood !== null && !isSame(text, understood) ? `= ${understood}` : ''
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...props}
      error={error ?? (isEdited && !wasWrong ? null : problem)}
      value={isEdited ? text : (understood ?? text)}
      onChange={(event) => onText(event.currentTarget.value)}
      onFocus={(event) => {
        setEdited(!props.readOnly)
        setWasWrong(problem !== null)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setEdited(false)
        onBlur?.(event)
      }}
      rightSectionPointerEvents="none"
      rightSectionWidth={hint === '' ? 0 : `calc(${hint.length}ch + 8px)`}
      rightSection={
        <Text role="status" size="xs" c="dimmed" className="tabular" truncate data-understood>
          {hint}
        </Text>
      }
    />
  )
}

/** True when the text differs from the understood value only in its signs. */
function isSame(text: string, understood: string): boolean {
  const bare = (one: string) => one.replaceAll(/[$%\s]/g, '')
  return bare(text) === bare(understood)
}
