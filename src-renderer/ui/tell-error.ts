import { notifications } from '@mantine/notifications'
import type { AppError } from '../../src-shared/errors.ts'

/** Tells a failure that has no place of its own on the screen. */
export function tellError({ message, advice }: AppError): void {
  notifications.show({ title: message, message: advice, color: 'red' })
}
