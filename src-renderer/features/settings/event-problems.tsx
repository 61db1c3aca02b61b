import { storeMessage } from '../../../src-shared/messages/message.ts'
import { Button, Group, Paper, Table, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { EventProblem } from '../../../src-shared/domain/event-problem.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { call } from '../../api/funding-desk.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { inTableRow, RowBoundary } from '../../ui/error-boundary.tsx'
import { formatCount, formatInstant } from '../../ui/formats.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Notifications that were not accepted or are suspicious, and why. Shown only where there are some. */
export function EventProblems() {
  const count = useEnvironment((state) => state.connection?.event_problems ?? 0)
  return count === 0 ? null : <Problems key={count} />
}

function Problems() {
  const [problems, setProblems] = useState<EventProblem[]>([])
  useEffect(() => {
    void call('connection.problems', {}).then((read) => read.ok && setProblems(read.value))
  }, [])
  if (problems.length === 0) return null
  const said = messages().eventProblems
  async function clear() {
    const cleared = await call('connection.clear_problems', {})
    if (!cleared.ok) notifyError(cleared.error)
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="event-problems-title">
      <Group justify="space-between" mb={4}>
        <Title order={2} id="event-problems-title">
          {said.title}
        </Title>
        <Button variant="subtle" size="xs" onClick={() => void clear()}>
          {said.clear}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {said.what}
      </Text>
      <Table.ScrollContainer minWidth={560}>
        <Table verticalSpacing={6} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{said.last}</Table.Th>
              <Table.Th>{said.reason}</Table.Th>
              <Table.Th>{said.application}</Table.Th>
              <Table.Th ta="right">{said.count}</Table.Th>
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
