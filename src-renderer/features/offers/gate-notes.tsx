import { uniqueMessages } from '../../../src-shared/messages/message.ts'
import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { Gate } from '../../../src-shared/merchant-page/gate.ts'
import { flagMessage, refusalMessage } from '../../../src-shared/merchant-page/gate-messages.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'

/** Why the page does not go out, and what the broker should know before it does. */
export function GateNotes({ gate }: { gate: Gate }) {
  const said = messages().offers
  const refusals = gate.ok ? [] : gate.refusals.map(refusalMessage)
  const advice = uniqueMessages(refusals.map((refusal) => refusal.advice))
  return (
    <>
      {refusals.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={said.gate.refused}
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
          title={said.gate.title}
          data-testid="gate-flags"
        >
          <Lines texts={gate.flags.map((flag) => flagMessage(flag, said))} />
          <Text size="xs" mt={6}>
            {said.gate.note}
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
