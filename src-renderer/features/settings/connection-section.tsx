import { Button, Group, Paper, Title, Table, Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, useEffect } from 'react'
import { useConnection, useEnvironment, updateEnvironment } from '../../stores/environment-store.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { messages } from '../../../src-shared/messages/messages.ts'
import { RelayForm } from './relay-form.tsx'
import { WebhooksSection } from './webhooks-section.tsx'
import type { EnvironmentStatus } from '../../../src-shared/domain/environment.ts'
import type { Result } from '../../../src-shared/errors.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { storeMessage } from '../../../src-shared/messages/message.ts'
import type { EventProblem } from '../../../src-shared/domain/event.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { inTableRow, RowBoundary } from '../../ui/error-boundary.tsx'
import { formatCount, formatInstant } from '../../ui/formats.ts'

/** Lets the broker choose the environment (sandbox or production), and enter its credentials. */
export function ConnectionSection() {
  const environment = useEnvironment((state) => state.value?.environment ?? null)
  const [isForgetting, setForgetting] = useState(false)
  if (environment === null) return null
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="connection-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="connection-title">
          {messages().settings.connectionTitle}
        </Title>
        {environment.has_client_secret && (
          <Button variant="subtle" color="red" size="xs" onClick={() => setForgetting(true)}>
            {messages().settings.forgetCredentials}
          </Button>
        )}
      </Group>
      <CredentialsForm
        key={environment.environment}
        saveLabel={messages().settings.testAndSave}
        onSaved={() => notifications.show({ message: messages().settings.connectionWorks, color: 'teal' })}
      />
      {isForgetting && <ForgetDialog what="credentials" onClose={() => setForgetting(false)} />}
    </Paper>
  )
}

/**
 * Settings for receiving offers on this computer: the office's relay (the server that receives the partner's webhooks), and the
 * registration of its address with the partner.
 */
export function RelaySection() {
  const environment = useEnvironment((state) => state.value?.environment ?? null)
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

const FORGET = {
  credentials: {
    said: () => messages().settings.forgetting.credentials,
    run: () => call('environment.forget_credentials', {}),
  },
  relay: {
    said: () => messages().settings.forgetting.relay,
    run: () => call('relay.forget', {}),
  },
} satisfies Record<
  string,
  { said: () => { title: string; body: string }; run: () => Promise<Result<EnvironmentStatus>> }
>

/** Asks for confirmation before the app deletes the data of a connection, and explains the effect. */
function ForgetDialog({ what, onClose }: { what: keyof typeof FORGET; onClose: () => void }) {
  const { said, run } = FORGET[what]
  const { title, body } = said()
  async function forget() {
    const done = await run()
    if (done.ok) updateEnvironment(done.value)
    else notifyError(done.error)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <Text size="sm" mb="md">
        {body}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {messages().settings.keep}
        </Button>
        <Button color="red.9" onClick={() => void forget()}>
          {messages().settings.forget}
        </Button>
      </Group>
    </Modal>
  )
}

/**
 * Lists the partner's notifications that the app rejected or considers suspicious, each with the reason. Renders nothing if there are none.
 */
function EventProblems() {
  const count = useConnection((state) => state.value?.event_problems ?? 0)
  return <Problems key={count} />
}

function Problems() {
  const [problems, setProblems] = useState<EventProblem[]>([])
  useEffect(() => {
    void call('connection.problems', {}).then((read) => read.ok && setProblems(read.value))
  }, [])
  if (problems.length === 0) return null
  const text = messages().eventProblems
  async function clear() {
    const cleared = await call('connection.clear_problems', {})
    if (cleared.ok) setProblems([])
    else notifyError(cleared.error)
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="event-problems-title">
      <Group justify="space-between" mb={4}>
        <Title order={2} id="event-problems-title">
          {text.title}
        </Title>
        <Button variant="subtle" size="xs" onClick={() => void clear()}>
          {text.clear}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {text.what}
      </Text>
      <Table.ScrollContainer minWidth={560}>
        <Table verticalSpacing={6} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.last}</Table.Th>
              <Table.Th>{text.reason}</Table.Th>
              <Table.Th>{text.application}</Table.Th>
              <Table.Th ta="right">{text.count}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.map((one) => (
              <RowBoundary
                key={`${one.problem} ${storeMessage(one.reason)}`}
                of={one}
                renderNote={inTableRow(4)}
              >
                <ProblemRow problem={one} />
              </RowBoundary>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function ProblemRow({
  problem: { problem, reason, application_id, count, last_at },
}: {
  problem: EventProblem
}) {
  return (
    <Table.Tr data-event-problem={problem}>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstant(last_at)}</Table.Td>
      <Table.Td>{`${messages().eventProblems.kinds[problem]} ${formatMessage(reason)}`.trim()}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{application_id ?? '–'}</Table.Td>
      <Table.Td ta="right" className="tabular">
        {formatCount(count)}
      </Table.Td>
    </Table.Tr>
  )
}
