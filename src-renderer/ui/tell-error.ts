import { notifications } from '@mantine/notifications'
import type { AppError, Result } from '../../src-shared/errors.ts'

/** Tells a failure that has no place of its own on the screen. */
export function tellError({ message, advice }: AppError): void {
  notifications.show({ title: message, message: advice, color: 'red' })
}

/** Waits for what answers nothing that is needed here, and tells it where it failed. */
export async function tellFailure(work: Promise<Result<unknown>>): Promise<void> {
  const done = await work
  if (!done.ok) tellError(done.error)
}
