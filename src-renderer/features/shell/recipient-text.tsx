import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'

interface RecipientTextProps {
  /** Returns a text that names the recipient. Gets the recipient with its preposition. */
  say: (recipient: string) => string
  /** What precedes the text. */
  children?: ReactNode
}

/** A text that names who receives applications, with the address as a detail below it. */
export function RecipientText({ say, children }: RecipientTextProps) {
  const status = useEnvironment((state) => state.value?.environment ?? null)
  const text = messages().shell
  if (status === null) return null
  return (
    <div>
      <Text size="sm">
        {children}
        {say(text.recipient[status.environment])}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {text.address(status.base_url)}
      </Text>
    </div>
  )
}
