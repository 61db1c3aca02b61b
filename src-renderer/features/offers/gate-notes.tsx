import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { flagMessage, refusalMessage } from '../../../src-shared/features/merchant-page/gate-messages.ts'
import type { Gate } from '../../../src-shared/features/merchant-page/gate.ts'
import { uniqueMessages } from '../../../src-shared/platform/texts/message.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'

/**
 * Shows why the app does not create a page or a message for the merchant, or what the broker should know before giving it to the merchant.
 * `refused` is the title of a refusal.
 */
export function GateNotes({ gate, refused }: { gate: Gate; refused: string }) {
  const text = messages().offers
  const refusals = gate.ok ? [] : gate.refusals.map(refusalMessage)
  const advice = uniqueMessages(refusals.map((refusal) => refusal.advice))
  return (
    <>
      {refusals.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={refused}
          role="alert"
          data-testid="gate-refusals"
        >
          <Lines texts={[...refusals.map(({ why }) => why), ...advice].map(formatMessage)} />
        </Alert>
      )}
      {gate.flags.length > 0 && (
        <Alert
          color="yellow"
          icon={<IconInfoCircle size={18} />}
          title={text.gate.title}
          data-testid="gate-flags"
        >
          <Lines texts={gate.flags.map((flag) => flagMessage(flag, text))} />
          <Text size="xs" mt={6}>
            {text.gate.note}
          </Text>
        </Alert>
      )}
    </>
  )
}

function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <List size="sm" spacing={4}>
      {texts.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  )
}
