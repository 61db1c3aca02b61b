import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { isUnderstood, type NumberEntry, problemOf } from '../../../src-shared/platform/entry/number-entry.ts'
import {
  editDay,
  editMonth,
  keepMonth,
  type DateRules,
  readDate,
  readMonth,
  showDay,
  showMonth,
} from '../../../src-shared/platform/entry/date.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { keepNaturalDay } from '../../../src-shared/platform/entry/natural-date.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

interface EntryInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: string
  /** Converts typed text to the text to store. After the field loses focus, the field shows the stored text. */
  keep: (typed: string) => string
  /** Formats a stored text for display while the field has no focus, for example as `$35,000`. Returns invalid text unchanged. */
  show?: (kept: string) => string
  /** Formats a stored text for editing, for example as `3/2/2014`. `keep` is the inverse function. */
  edit?: (kept: string) => string
  /**
   * The reason why the text is invalid. The field shows the reason only after it loses focus, so that no error appears while the broker is
   * still typing.
   */
  problem?: string | null
  onChange: (kept: string) => void
  onBlur?: () => void
}

/** A text field that never changes the text while the broker types. The field stores all valid input in one notation. */
export function EntryInput(all: EntryInputProps) {
  const {
    value,
    keep,
    show,
    edit,
    problem = null,
    error,
    onChange,
    onFocus,
    onBlur,
    onPointerDown,
    ...props
  } = all
  const [typed, setTyped] = useState<string | null>(null)
  const [wasWrong, setWasWrong] = useState(false)
  const meant = show === undefined ? value : show(value)
  const edited = edit === undefined ? value : edit(value)
  // If the stored value was changed elsewhere, for example by an undo, show that value instead of the typed text.
  const shown = typed === null ? meant : keep(typed) === value ? typed : edited
  const isPressed = useRef(false)
  const selects = useRef<HTMLInputElement | null>(null)
  // When the field gets the focus, the text for editing replaces the displayed text. Select the text only after this replacement was
  // rendered.
  useLayoutEffect(() => {
    selects.current?.select()
    selects.current = null
  })
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
      {...(show !== undefined && meaningBeside(shown, typed === null || isSame(shown, meant) ? '' : meant))}
      error={error ?? (typed === null || wasWrong ? problem : null)}
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={(event) => {
        // A click only places the caret. After focus by any other means, such as Tab, select the text, so that typing replaces it.
        const { currentTarget: input } = event
        if (show !== undefined && !props.readOnly) {
          setTyped(edited)
          selects.current = isPressed.current ? null : input
        } else if (!isPressed.current) input.select()
        setWasWrong(problem !== null)
        onFocus?.(event)
      }}
      onPointerDown={(event) => {
        isPressed.current = true
        onPointerDown?.(event)
      }}
      onBlur={() => {
        isPressed.current = false
        afterPress(() => setTyped(null))
        onBlur?.()
      }}
    />
  )
}

/** Shows how the app understands the typed text, at the end of the field. Hidden in a field that is too narrow for both texts. */
function meaningBeside(typed: string, meant: string): Partial<TextInputProps> {
  const text = meant === '' ? '' : `= ${meant}`
  // The factor turns any lack of space into a negative width, and any rest of space into more than enough.
  const width = `clamp(0px, (100% - ${typed.length + text.length}ch - 32px) * 999, ${text.length}ch + 8px)`
  return {
    rightSectionPointerEvents: 'none',
    rightSectionWidth: text === '' ? 0 : width,
    rightSection: (
      <Text role="status" size="xs" c="dimmed" truncate>
        {text}
      </Text>
    ),
  }
}

function isSame(one: string, other: string): boolean {
  const bare = (text: string) => text.replaceAll(/[$%\s]/g, '')
  return bare(one) === bare(other)
}

interface NumberEntryInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  entry: NumberEntry
  value: string
  onChange: (kept: string) => void
}

/** A field for a number. It keeps invalid or out-of-range text, and explains why. */
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

interface SyncedNumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  entry: NumberEntry
  /** The stored text of the number, or empty. A slider or a button may also change it. */
  value: string
  /** Receives null for an empty field and for invalid text. */
  onValue: (kept: string | null) => void
}

/**
 * A field for a number that takes effect while the broker types. Keeps invalid text. Shows the new number if a slider or a button changes
 * it.
 */
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

interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** A valid date or month, or the typed text if it is neither. */
  value: string
  onChange: (kept: string) => void
  onBlur?: () => void
  problem?: string | null
  rules?: DateRules
}

/** A field for a date in any usual notation. It keeps text that it cannot parse, and explains why. */
export function DayInput({ problem, rules, ...props }: DayInputProps) {
  return (
    <EntryInput
      {...props}
      keep={(typed) => keepNaturalDay(typed, dayOf(new Date().toISOString()), rules)}
      show={showDay}
      edit={editDay}
      problem={dayProblem(props.value) ?? problem ?? null}
    />
  )
}

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

function dayProblem(text: string): string | null {
  if (text.trim() === '') return null
  const read = readDate(text)
  return 'problem' in read ? messages().form[read.problem] : null
}

let isPressed = false

for (const [type, pressed] of [
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
] as const)
  window.addEventListener(type, () => (isPressed = pressed), true)

/**
 * Runs a function now or, while a mouse button is pressed, after the click. A field that loses focus to a press may show an error, which can
 * move what the broker is about to click.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) return run()
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  const finish = () => {
    end.abort()
    // The click follows the release of the button.
    setTimeout(run)
  }
  window.addEventListener('pointerup', finish, options)
  window.addEventListener('pointercancel', finish, options)
}
