import { notifications } from '@mantine/notifications'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { messages } from '../../src-shared/messages/messages.ts'
import { formatMessage } from '../../src-shared/messages/msg.ts'

/** Errors stay until they are put away, but not so many that no news has room beside them. */
const MOST_ERRORS = 2
let shown: { id: string; about: string }[] = []

/** Tells a failure that has no place of its own on the screen: what happened, whether anything was received, what to do. */
export function notifyError({ code, message, advice, outcome }: AppError): void {
  const what = formatMessage(message)
  const toDo = formatMessage(advice)
  const about = `${code} ${what}`
  const id = crypto.randomUUID()
  const others = shown.filter((one) => one.about !== about).slice(1 - MOST_ERRORS)
  for (const one of shown) if (!others.includes(one)) notifications.hide(one.id)
  shown = [...others, { id, about }]
  notifications.show({
    id,
    title: what,
    message: outcome === 'none' ? toDo : `${messages().errors.outcomes[outcome]} ${toDo}`,
    color: 'red',
    autoClose: false,
  })
}

/** Waits for what answers nothing that is needed here, and tells it where it failed. */
export async function notifyFailure(work: Promise<Result<unknown>>): Promise<void> {
  const done = await work
  if (!done.ok) notifyError(done.error)
}
