import { notifications } from '@mantine/notifications'
import { messages } from '../../src-shared/messages/messages.ts'

/** Copies text without personal data to the clipboard, and confirms it. */
export async function copyText(text: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  const { copied: done, notCopied } = messages().deal
  notifications.show({ message: copied ? done : notCopied, autoClose: 2_000 })
}
