import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { AppError, ErrorCode, Result } from '../../../src-shared/platform/base/errors.ts'
import type { DealSummary } from '../../../src-shared/features/deals/deal.ts'
import type { Saved } from '../../../src-shared/platform/ipc/parts.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { navigate } from '../navigation/route.ts'
import { outcomeText } from './error-note.tsx'
import { joinTexts } from './formats.ts'
import { ToastLine } from './toast-line.tsx'

/** Maximum number of errors on the screen. An error remains until the user closes it, and other notifications need space too. */
const MAX_ERRORS = 2
let shown: { id: string; about: string }[] = []

/** The deal that an error toast is about. The toast ends with the next result of the deal. */
type ErrorDeal = Pick<DealSummary, 'deal_id' | 'legal_name'>

/** Reports a failure that no part of the screen shows: the problem, its effect, and the remedy. A toast about a deal names and opens it. */
export function notifyError(error: AppError, deal?: ErrorDeal): void {
  const { code, message, advice } = error
  const what = formatMessage(message)
  const about = deal?.deal_id ?? `${code} ${what}`
  const id = crypto.randomUUID()
  const remedy = `${outcomeText(error)} ${formatMessage(advice)}`.trim()
  const others = shown.filter((one) => one.about !== about).slice(1 - MAX_ERRORS)
  for (const one of shown) if (!others.includes(one)) notifications.hide(one.id)
  shown = [...others, { id, about }]
  notifications.show({
    id,
    title: joinTexts([deal && (deal.legal_name || messages().common.noName), what], ': '),
    message:
      deal === undefined ? (
        remedy
      ) : (
        <ToastLine
          text={remedy}
          label={messages().common.open}
          onPress={() => {
            endErrorOf(deal.deal_id)
            navigate({ screen: 'deal', deal_id: deal.deal_id })
          }}
        />
      ),
    color: 'red',
    autoClose: false,
  })
}

/** Closes the error toast of a deal, because it is no longer true or was read. */
export function endErrorOf(deal_id: string): void {
  for (const { id, about } of shown) if (about === deal_id) notifications.hide(id)
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

export type Undo<T = unknown> = (value: T) => Promise<Result<unknown>>

/** Something done that can be undone, with the toast that says so. `until` is the time after which the undo key leaves it alone. */
interface Step {
  toast: string
  /** The text after the undo. */
  undone: string
  undo: () => Promise<Result<unknown>>
  at: number
  until: number
}

const TOAST = 'undo'
const TOAST_MS = 10_000
/** After this time, the broker no longer remembers what the last action was. */
const UNDO_MS = 10 * 60_000
let steps: Step[] = []

interface UndoOptions {
  /** The toast that this one replaces. */
  toast?: string
  /** The text after the undo. The default is “Undone” and the text before, in quotation marks. */
  undone?: string | undefined
  /** How long this can be undone, if there is a limit. The toast then stays as long. */
  ms?: number
}

/** Says what was done, and offers to undo it, with the toast or with the undo key. */
export function offerUndo(
  said: string,
  undo: Step['undo'],
  { toast = TOAST, ms, undone }: UndoOptions = {},
): void {
  const at = Date.now()
  const step = {
    toast,
    undone: undone ?? messages().common.undone(said),
    undo,
    at,
    until: at + (ms ?? UNDO_MS),
  }
  steps = [...possible(), step]
  notifications.hide(toast)
  notifications.show({
    id: toast,
    role: 'status',
    autoClose: ms ?? TOAST_MS,
    message: <ToastLine text={said} label={messages().common.undo} onPress={() => void take(step)} />,
  })
}

/** Takes an offer to undo back, because what it would undo was undone in another place or is final now. */
export function withdrawUndo(toast: string): void {
  steps = steps.filter((one) => one.toast !== toast)
  notifications.hide(toast)
}

const possible = () => steps.filter(({ until }) => until > Date.now())

/** Undoes the last action of which a toast said that it can be undone. Pressed again, undoes the action before it. */
export async function undoLast(): Promise<void> {
  const step = possible().at(-1)
  if (step !== undefined) await take(step)
}

/** Returns when the action was done that `undoLast` would undo, or 0. */
export const lastUndoable = (): number => possible().at(-1)?.at ?? 0

/** Forgets all actions, because another environment is open. */
export function forgetSteps(): void {
  steps = []
}

async function take(step: Step): Promise<void> {
  steps = steps.filter((one) => one !== step)
  notifications.hide(step.toast)
  await run(step.undo(), step.undone)
}

/** Errors that need no report: the broker declined in a system dialog or canceled, or there is nothing to undo. */
const QUIET: ReadonlySet<ErrorCode> = new Set(['CHANGE_NOT_CONFIRMED', 'IMPORT_CANCELLED', 'NOTHING_TO_UNDO'])

/** What to say after a command. Null or an empty text says nothing, for example because the broker chose no file. */
type Done<T> = string | ((value: T) => string | null)

function report<T>(value: T, done: Done<T> = '', undo?: Undo<T>, undone?: string): T {
  const said = typeof done === 'string' ? done : done(value)
  if (said !== null && said !== '') {
    if (undo === undefined) notifyDone(said)
    else offerUndo(said, () => undo(value), { undone })
  }
  return value
}

/** Waits for a command. Shows its error, or says what was done and offers to undo it. Returns the value, or null after an error. */
export async function run<T>(
  work: Promise<Result<T>>,
  done?: Done<T>,
  undo?: Undo<T>,
  undone?: string,
): Promise<T | null> {
  const result = await work
  if (result.ok) return report(result.value, done, undo, undone)
  if (!QUIET.has(result.error.code)) notifyError(result.error)
  return null
}

/** Waits for a command of a deal, whose result ends the deal's error toast. Shows its error, which names the deal. */
export async function runForDeal<T>(deal: ErrorDeal, work: Promise<Result<T>>): Promise<Result<T>> {
  const result = await work
  endErrorOf(deal.deal_id)
  if (!result.ok && !QUIET.has(result.error.code)) notifyError(result.error, deal)
  return result
}

/** Runs commands like `run`, and says whether one is running. */
export function useBusy() {
  const [busy, setBusy] = useState(false)
  async function runBusy<T>(work: Promise<Result<T>>, done?: Done<T>, undo?: Undo<T>): Promise<T | null> {
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
  async function runHere<T>(work: Promise<Result<T>>, done?: Done<T>, undo?: Undo<T>): Promise<T | null> {
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

/** Copies a text to the clipboard, and confirms it. A secret, an SSN, or an EIN needs `deals.copy_value` instead, which clears the clipboard. */
export async function copyText(text: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  const { copied: done, notCopied } = messages().deal
  notifications.show({ message: copied ? done : notCopied, autoClose: 2_000 })
}
