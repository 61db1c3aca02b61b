import { notifications } from '@mantine/notifications'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { messages } from '../../src-shared/messages/messages.ts'
import { formatMessage } from '../../src-shared/messages/msg.ts'
import { outcomeText } from './error-note.tsx'

/** Maximum number of errors on the screen. An error remains until the user closes it, and other notifications need space too. */
const MOST_ERRORS = 2
let shown: { id: string; about: string }[] = []

/** Reports a failure that no part of the screen shows: the problem, its effect, and the remedy. */
export function notifyError(error: AppError): void {
  const { code, message, advice } = error
  const what = formatMessage(message)
  const about = `${code} ${what}`
  const id = crypto.randomUUID()
  const others = shown.filter((one) => one.about !== about).slice(1 - MOST_ERRORS)
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

/** Waits for work whose result is not needed. If the work fails, shows the error. */
export async function notifyFailure(work: Promise<Result<unknown>>): Promise<void> {
  const done = await work
  if (!done.ok) notifyError(done.error)
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
