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
