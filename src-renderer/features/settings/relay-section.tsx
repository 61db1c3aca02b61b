import { Button, Group, Paper, Table, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useEnvironment } from '../../stores/environment-store.ts'
import { RelayForm } from '../setup/relay-form.tsx'
import { EventProblems } from './event-problems.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { WebhooksSection } from './webhooks-section.tsx'
import { messages } from '../../../src-shared/messages/messages.ts'

/** How offers reach this computer: the office's relay, and what is registered at the service. */
export function RelaySection() {
  const environment = useEnvironment((state) => state.environment)
  const [isForgetting, setForgetting] = useState(false)
  if (environment === null) return null
  const { relay_paired, relay_url, webhook_url } = environment
  return (
    <>
      <Paper withBorder p="lg" component="section" aria-labelledby="relay-title">
        <Group justify="space-between" mb="sm">
          <Title order={2} id="relay-title">
            {messages().settings.offerAlerts}
          </Title>
          {relay_paired && (
            <Button variant="subtle" color="red" size="xs" onClick={() => setForgetting(true)}>
              {messages().settings.forgetRelay}
            </Button>
          )}
        </Group>
        {relay_paired && (
          <Table mb="md" withRowBorders={false} layout="fixed">
            <Table.Tbody>
              <Fact name={messages().webhooks.places.relay} value={relay_url} />
              <Fact name={messages().settings.registered} value={webhook_url ?? messages().settings.notYet} />
            </Table.Tbody>
          </Table>
        )}
        <RelayForm
          onDone={() => notifications.show({ message: messages().settings.announcedFromNow, color: 'teal' })}
        />
        {isForgetting && <ForgetDialog what="relay" onClose={() => setForgetting(false)} />}
      </Paper>
      <EventProblems />
      <WebhooksSection key={`${relay_url} ${webhook_url}`} />
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <Table.Tr>
      <Table.Th w={200}>{name}</Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
    </Table.Tr>
  )
}
