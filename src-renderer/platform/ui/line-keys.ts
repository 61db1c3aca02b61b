import type { RefObject } from 'react'

/** Lists whose lines have `data-line` can be walked with the keyboard. The attribute is on the element that takes the focus. */
const LINE = '[data-line]'

/** Returns the key of the focused line (the value of `data-line`), or null. */
export function lineInFocus(list: RefObject<HTMLElement | null>): string | null {
  const line = document.activeElement?.closest<HTMLElement>(`${LINE}, li:has(${LINE})`)
  if (!line || list.current?.contains(line) !== true) return null
  return (line.matches(LINE) ? line : line.querySelector<HTMLElement>(LINE))?.dataset['line'] ?? null
}

/** Moves the focus by this many lines. If no line has the focus, moves it to the first line. */
export function walkLines(list: RefObject<HTMLElement | null>, step: number): void {
  const lines = [...(list.current?.querySelectorAll<HTMLElement>(LINE) ?? [])]
  const present = lineInFocus(list)
  const at = lines.findIndex(({ dataset }) => dataset['line'] === present)
  const next = at < 0 ? 0 : Math.min(lines.length - 1, Math.max(0, at + step))
  lines[next]?.focus()
  lines[next]?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus away from a line that is about to disappear: to the next line, or else to the previous one. */
export function leaveLine(list: RefObject<HTMLElement | null>): void {
  const before = document.activeElement
  walkLines(list, 1)
  if (document.activeElement === before) walkLines(list, -1)
}
