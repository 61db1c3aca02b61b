import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { AppError, ErrorCode, Result } from '../../../src-shared/platform/base/errors.ts'
import type { Saved } from '../../../src-shared/platform/ipc/parts.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { outcomeText } from './error-note.tsx'

/** Maximum number of errors on the screen. An error remains until the user closes it, and other notifications need space too. */
const MAX_ERRORS = 2
let shown: { id: string; about: string }[] = []

/** Reports a failure that no part of the screen shows: the problem, its effect, and the remedy. */
export function notifyError(error: AppError): void {
  const { code, message, advice } = error
  const what = formatMessage(message)
  const about = `${code} ${what}`
  const id = crypto.randomUUID()
  const others = shown.filter((one) => one.about !== about).slice(1 - MAX_ERRORS)
  for (const one of shown) if (!others.includes(one)) notifications.hide(one.id)
  shown = [...others, { id, about }]
  notifications.show({
    id,
    title: what,
    message: `${outcomeText(error)} ${formatMessage(advice)}`.trim(),
    color: 'red',
    autoClose: false,
  })
}

/** Says what was done. With `id`, replaces the previous toast with the same id. */
export function notifyDone(message: string, id?: string): void {
  if (id !== undefined) notifications.hide(id)
  notifications.show({
    ...(id !== undefined && { id }),
    message,
    color: 'teal',
    role: 'status',
    autoClose: 6_000,
  })
}

export type Undo = () => Promise<Result<unknown>>

const TOAST = 'undo'
let last: Undo | null = null

/**
 * Says what was done, and offers to undo it. The toast replaces the previous one with the same id. The undo key undoes the last toast
 * without an id of its own.
 */
export function offerUndo(message: string, undo: Undo, id = TOAST): void {
  if (id === TOAST) last = undo
  const press = () => {
    notifications.hide(id)
    if (last === undo) last = null
    void run(undo())
  }
  notifications.hide(id)
  notifications.show({
    id,
    role: 'status',
    autoClose: 10_000,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <span style={{ overflowWrap: 'anywhere' }}>{message}</span>
        <Button size="compact-sm" variant="default" flex="none" onClick={press}>
          {messages().common.undo}
        </Button>
      </Group>
    ),
  })
}

/** Undoes what the last toast said. Does nothing if it was undone already. */
export async function undoLast(): Promise<void> {
  const undo = last
  last = null
  notifications.hide(TOAST)
  if (undo !== null) await run(undo())
}

/** Errors that need no report: the broker declined in a system dialog or canceled, or there is nothing to undo. */
const QUIET: ReadonlySet<ErrorCode> = new Set(['CHANGE_NOT_CONFIRMED', 'IMPORT_CANCELLED', 'NOTHING_TO_UNDO'])

/** What to say after a command. Null or an empty text says nothing, for example because the broker chose no file. */
type Done<T> = string | ((value: T) => string | null)

function report<T>(value: T, done: Done<T> = '', undo?: Undo): T {
  const said = typeof done === 'string' ? done : done(value)
  if (said !== null && said !== '') {
    if (undo === undefined) notifyDone(said)
    else offerUndo(said, undo)
  }
  return value
}

/** Waits for a command. Shows its error, or says what was done and offers to undo it. Returns the value, or null after an error. */
export async function run<T>(work: Promise<Result<T>>, done?: Done<T>, undo?: Undo): Promise<T | null> {
  const result = await work
  if (result.ok) return report(result.value, done, undo)
  if (!QUIET.has(result.error.code)) notifyError(result.error)
  return null
}

/** Runs commands like `run`, and says whether one is running. */
export function useBusy() {
  const [busy, setBusy] = useState(false)
  async function runBusy<T>(work: Promise<Result<T>>, done?: Done<T>, undo?: Undo): Promise<T | null> {
    setBusy(true)
    const value = await run(work, done, undo)
    setBusy(false)
    return value
  }
  return { busy, run: runBusy }
}

/** Runs the commands of a form or a dialog, which shows the error itself until the next command or `dismiss`. */
export function useCommand() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  async function runHere<T>(work: Promise<Result<T>>, done?: Done<T>, undo?: Undo): Promise<T | null> {
    setBusy(true)
    const result = await work
    setBusy(false)
    setError(result.ok ? null : result.error)
    return result.ok ? report(result.value, done, undo) : null
  }
  const problemAt = (path: string) =>
    formatMessage(error?.fields?.find((field) => field.path === path)?.message ?? '')
  return { busy, error, problemAt, run: runHere, dismiss: () => setError(null) }
}

/** Saves a file, and says where. Returns false if that failed, or if the broker canceled the system dialog. */
export async function saveFile(
  work: Promise<Result<Saved>>,
  said: (saved_as: string) => string,
  runBy: typeof run = run,
): Promise<boolean> {
  const saved = await runBy(work, ({ saved_as }) => saved_as && said(saved_as))
  return saved !== null && saved.saved_as !== null
}

/** Copies a text to the clipboard, and confirms it. The text must not contain personal data. */
export async function copyText(text: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  const { copied: done, notCopied } = messages().deal
  notifications.show({ message: copied ? done : notCopied, autoClose: 2_000 })
}
