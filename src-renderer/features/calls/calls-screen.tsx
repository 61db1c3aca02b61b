import { Anchor, Group, ScrollArea, Stack, Table, TextInput, Title } from '@mantine/core'
import { IconListDetails, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ServiceCall } from '../../../src-shared/features/calls/service-call.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { Reading, useLoaded } from '../../platform/ui/loaded.tsx'
import { formatBytes, formatInstantExactly } from '../../platform/ui/formats.ts'
import type { BadgeLook } from '../../../src-shared/platform/words/vocabulary.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { EmptyState, DataTable, Hint, Chip } from '../../platform/ui/parts.tsx'
import { inTableRow, RowBoundary } from '../../platform/ui/error-boundary.tsx'
const LOOKS: Record<ServiceCall['outcome'], BadgeLook> = {
  answered: 'green',
  refused: 'red',
  not_received: 'gray',
  unknown: 'orange',
  failed: 'red',
}

const EVERY_MS = 15_000

export function CallsScreen() {
  const [search, setSearch] = useState('')
  const { value: calls, error, load } = useLoaded((asked) => call('calls.list', { search: asked }), search)
  // Also show requests that the app sends while the screen is open.
  useEffect(() => {
    const timer = setInterval(() => void load(), EVERY_MS)
    return () => clearInterval(timer)
  }, [load])
  return (
    <ScrollArea h="100%">
      <Stack p="lg" gap="sm">
        <Group justify="space-between">
          <div>
            <Anchor size="xs" c="dimmed" href={hrefOf({ screen: 'settings', section: 'advanced' })}>
              {messages().shell.settings} › {messages().shell.sections.advanced}
            </Anchor>
            <Title order={1}>{messages().calls.title}</Title>
            <Hint size="sm">{messages().calls.what}</Hint>
          </div>
          <TextInput
            aria-label={messages().calls.search}
            placeholder={messages().calls.searchBy}
            leftSection={<IconSearch size={15} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            w={260}
          />
        </Group>
        {error !== null && <ErrorNote error={error} onAgain={() => void load()} />}
        {calls === null && error === null && <Reading lines={8} height={28} />}
        {calls?.length === 0 && (
          <EmptyState
            icon={IconListDetails}
            title={search === '' ? messages().calls.none : messages().calls.noneFits(search)}
          />
        )}
        {calls !== null && calls.length > 0 && <Calls calls={calls} />}
      </Stack>
    </ScrollArea>
  )
}

function Calls({ calls }: { calls: ServiceCall[] }) {
  const text = messages().calls
  const figures = [text.status, text.duration, text.sent, text.received]
  return (
    <DataTable
      columns={[
        text.time,
        text.request,
        text.outcome,
        ...figures.map((label) => ({ label, isFigure: true })),
      ]}
      minWidth={720}
      verticalSpacing={6}
      fz="xs"
      stickyHeader
    >
      {calls.map((one, index) => (
        // Count the key from the end of the list: a request has no id, and new requests are added at the top.
        <RowBoundary key={calls.length - index} of={one} renderNote={inTableRow(7)}>
          <CallRow call={one} />
        </RowBoundary>
      ))}
    </DataTable>
  )
}

function CallRow({ call: one }: { call: ServiceCall }) {
  const figures = [
    one.status ?? '–',
    `${one.duration_ms} ms`,
    formatBytes(one.sent_bytes),
    formatBytes(one.received_bytes),
  ]
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstantExactly(one.at)}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <code>{`${one.method} ${one.path}`}</code>
      </Table.Td>
      <Table.Td>
        <Chip look={LOOKS[one.outcome]}>{messages().calls.outcomes[one.outcome]}</Chip>
      </Table.Td>
      {figures.map((figure, at) => (
        <Table.Td key={at} ta="right" className="tabular">
          {figure}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
