import { Button, Group, Text } from '@mantine/core'
import { useId } from 'react'

interface PlaceholderButtonsProps<Name extends string> {
  label: string
  names: readonly Name[]
  meaningOf: (name: Name) => string
  onInsert: (name: Name) => void
}

export function PlaceholderButtons<Name extends string>({
  label,
  names,
  meaningOf,
  onInsert,
}: PlaceholderButtonsProps<Name>) {
  const id = useId()
  return (
    <Group gap={4} role="group" aria-labelledby={id}>
      <Text size="xs" c="dimmed" id={id}>
        {label}
      </Text>
      {names.map((name) => (
        <Button
          key={name}
          size="compact-xs"
          title={`{${name}}`}
          // Keep the focus and the selection in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(name)}
        >
          {meaningOf(name)}
        </Button>
      ))}
    </Group>
  )
}

/** Inserts a text into a field in place of its selection, and puts the caret after it. `set` stores the new value. */
export function insertAtCaret(
  field: HTMLInputElement | HTMLTextAreaElement | null,
  text: string,
  set: (value: string) => void,
): void {
  if (field === null) return
  const { value } = field
  const from = field.selectionStart ?? value.length
  const to = field.selectionEnd ?? from
  set(value.slice(0, from) + text + value.slice(to))
  // The field gets its new value with the next render.
  requestAnimationFrame(() => {
    field.focus()
    field.setSelectionRange(from + text.length, from + text.length)
  })
}
