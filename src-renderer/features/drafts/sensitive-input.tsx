import { Group, InputBase } from '@mantine/core'
import { useEffect, useRef, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react'
import { keepEntry } from '../../../src-shared/features/form/keep-entry.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { valueAt } from '../../../src-shared/features/form/form-path.ts'
import type { ProfileField } from '../../../src-shared/features/form/payload-profile.ts'
import { maskValue } from '../../../src-shared/features/form/sensitive.ts'
import { toWireValue } from '../../../src-shared/features/form/wire-payload.ts'
import { call, WINDOW_ID, on } from '../../platform/api/funding-desk.ts'
import { textOf, useDeal, useProblem } from './deal-store.ts'
import { EntryInput, afterPress } from '../../platform/ui/entry-input.tsx'
import { Quiet } from '../../platform/ui/parts.tsx'
import { run } from '../../platform/ui/command.tsx'
interface SensitiveInputProps {
  field: ProfileField
  path: string
  readOnly: boolean
}

/**
 * A field for a sensitive value (SSN or EIN), which only main stores. The field shows the value masked, and reveals it for a short time on
 * request. A typed value is masked when the field loses focus.
 */
export function SensitiveInput({ field, path, readOnly }: SensitiveInputProps) {
  const value = useDeal((state) => textOf(valueAt(state.values, path)))
  const problem = useProblem(path)
  const [shown, setShown] = useShown()
  const [wasShown, setWasShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const focusSoon = useRef(false)
  const isMasked = value.includes('•')
  const isTyped = !isMasked && !readOnly
  useGuardedScreen(isTyped && value !== '')
  useEffect(() => {
    if (!focusSoon.current) return
    focusSoon.current = false
    input.current?.focus()
    // The focus selects the text, but the broker has already typed its first character.
    const { length } = input.current?.value ?? ''
    input.current?.setSelectionRange(length, length)
  })
  const text = messages().application
  const hiddenWords = wasShown ? text.isHidden(field.label) : ''

  async function show() {
    const deal_id = useDeal.getState().deal?.deal_id
    if (deal_id === undefined) return
    const revealed = await run(call('deals.reveal', { deal_id, path, window_id: WINDOW_ID }))
    if (revealed === null) return
    setShown(revealed.value)
    setWasShown(true)
  }
  function leave() {
    // Do not mask an incomplete number if the broker only switched to another window, for example to look up the rest of the number.
    if (!document.hasFocus() && 'problem' in toWireValue(field, value)) return
    const { leave: leaveField, flush, showMasked } = useDeal.getState()
    leaveField(path)
    if (value === '') return
    void flush().then((saved) => saved && showMasked(path, maskValue(field.type, value)))
  }
  function change(typed = '') {
    setShown(null)
    focusSoon.current = true
    useDeal.getState().change({ op: 'set', path, value: keepEntry(field, typed) })
  }
  /** Starts a replacement when the broker types into the masked value, for example after a link to this field. */
  function replaceByKey(event: KeyboardEvent) {
    if (readOnly || event.ctrlKey || event.metaKey || event.altKey) return
    const isRemoval = event.key === 'Backspace' || event.key === 'Delete'
    if (!isRemoval && !/^[0-9]$/.test(event.key)) return
    event.preventDefault()
    change(isRemoval ? '' : event.key)
  }
  function replaceByPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text/plain').slice(0, 100)
    event.preventDefault()
    if (!readOnly && pasted.trim() !== '') change(pasted)
  }

  function copy() {
    const deal_id = useDeal.getState().deal?.deal_id
    if (deal_id !== undefined) void copySensitive(deal_id, path, field.label)
  }
  /**
   * Handles every copy or cut in the field. Main copies the whole value in a way that keeps it out of a clipboard history. A page cannot do
   * this.
   */
  function copyByMain(event: ClipboardEvent) {
    event.preventDefault()
    void useDeal
      .getState()
      .flush()
      .then((saved) => saved && copy())
  }

  const common = {
    label: field.label,
    description: field.help,
    withAsterisk: field.required ?? false,
    error: problem === '' ? null : problem,
    'data-path': path,
    autoComplete: 'off',
  }
  if (isTyped)
    return (
      <EntryInput
        {...common}
        ref={input}
        keep={(typed) => keepEntry(field, typed)}
        value={value}
        onChange={(next) => useDeal.getState().change({ op: 'set', path, value: next })}
        onBlur={() => afterPress(leave)}
        onCopy={copyByMain}
        onCut={copyByMain}
        inputMode="numeric"
      />
    )
  return (
    <div
      // Mask the value when the focus leaves this field, because the broker has seen the value.
      onBlur={({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
        if (!currentTarget.contains(relatedTarget)) setShown(null)
      }}
    >
      <InputBase
        {...common}
        readOnly
        variant={readOnly ? 'filled' : 'default'}
        value={shown ?? value}
        data-shown={shown !== null}
        onKeyDown={replaceByKey}
        onPaste={replaceByPaste}
        onCopy={copyByMain}
        onCut={copyByMain}
      />
      {value !== '' && (
        <Group gap={0} wrap="nowrap" ml={-8}>
          <Quiet
            h={24}
            onClick={() => (shown === null ? void show() : setShown(null))}
            aria-label={(shown === null ? text.showField : text.hideField)(field.label)}
          >
            {shown === null ? messages().common.show : text.hide}
          </Quiet>
          <Quiet h={24} onClick={copy} aria-label={text.copyField(field.label)}>
            {text.copy}
          </Quiet>
          {!readOnly && (
            <Quiet h={24} onClick={() => change()} aria-label={text.changeField(field.label)}>
              {text.change}
            </Quiet>
          )}
        </Group>
      )}
      <span className="visually-hidden" role="status">
        {shown === null ? hiddenWords : text.isShown(field.label)}
      </span>
    </div>
  )
}

const SHOWN_FOR_MS = 15_000
/**
 * Interval of the messages to main that a sensitive value is visible. Must be shorter than `SHOWN_LEASE_MS`, the time that main waits for
 * the next message.
 */
const SAID_EVERY_MS = 8_000

let shownHere = 0
let saying: ReturnType<typeof setInterval> | undefined

/** Informs main while this window shows a sensitive value. Main then excludes the window from screenshots. */
function useGuardedScreen(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    const say = (shown: boolean) => void call('screen.shown', { window_id: WINDOW_ID, shown })
    shownHere++
    if (shownHere === 1) {
      say(true)
      saying = setInterval(() => say(true), SAID_EVERY_MS)
    }
    return () => {
      shownHere--
      if (shownHere > 0) return
      clearInterval(saying)
      say(false)
    }
  }, [isShown])
}

/** Stores a revealed value. Discards it after `SHOWN_FOR_MS`, or when the window loses the focus or the screen is locked. */
function useShown(): [shown: string | null, show: (value: string | null) => void] {
  const [shown, setShown] = useState<string | null>(null)
  const isShown = shown !== null
  useGuardedScreen(isShown)
  useEffect(() => {
    if (!isShown) return
    const hide = () => setShown(null)
    const timer = setTimeout(hide, SHOWN_FOR_MS)
    const stopListening = on('screen.locked', hide)
    window.addEventListener('blur', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearTimeout(timer)
      stopListening()
      window.removeEventListener('blur', hide)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [isShown])
  return [shown, setShown]
}

/** Makes main copy a sensitive value to the clipboard for a minute. This page does not receive the value. */
export async function copySensitive(deal_id: string, path: string, label: string): Promise<void> {
  await run(call('deals.copy_value', { deal_id, path }), messages().application.copiedForAMinute(label))
}
