import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import type { DealPage } from '../../../src-shared/domain/pipeline.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { usePipelineParts } from '../../stores/pipeline-store.ts'
import { Reading } from '../../ui/reading.tsx'
import { formatCount } from '../../ui/formats.ts'
import classes from './pipeline.module.css'

/** Why the list is empty, and the way to where it is not. */
export function NothingHere({ counts }: { counts: DealPage['counts'] }) {
  const { search, filter, where, setSearch, setFilter, setWhere } = usePipelineParts(
    'search',
    'filter',
    'where',
    'setSearch',
    'setFilter',
    'setWhere',
  )
  const say = messages().pipeline
  const isNarrowed = Object.keys(where).length > 0
  const stage = messages().filters.stages[filter]
  const ways = [
    ...(search !== '' && counts.all > 0
      ? [{ label: say.showInAll(formatCount(counts.all)), go: () => setFilter('all') }]
      : []),
    ...(search !== '' && counts.all === 0 && counts.bin > 0 && filter !== 'bin'
      ? [{ label: say.showInBin(formatCount(counts.bin)), go: () => setFilter('bin') }]
      : []),
    ...(isNarrowed ? [{ label: messages().filters.clear, go: () => setWhere({}) }] : []),
    ...(search === '' ? [] : [{ label: say.clearSearch, go: () => setSearch('') }]),
    ...(search === '' && filter !== 'all' ? [{ label: say.showAll, go: () => setFilter('all') }] : []),
  ]
  return (
    <Stack align="center" pt={80} gap={4} px="lg">
      <Text fw={600} ta="center" className={classes.broken}>
        {titleOf()}
      </Text>
      {ways.map(({ label, go }) => (
        <Button key={label} variant="subtle" size="xs" onClick={go}>
          {label}
        </Button>
      ))}
    </Stack>
  )

  function titleOf(): string {
    if (search !== '') return filter === 'all' ? say.noMatch(search) : say.noMatchIn(search, stage)
    if (isNarrowed) return say.noneNarrowed
    return filter === 'bin' ? say.binEmpty : say.noneIn(stage)
  }
}

export function Loading() {
  return (
    <Box px="lg">
      <Reading label={messages().pipeline.reading} lines={9} />
    </Box>
  )
}

export function Empty({ onStart, onImport }: { onStart: () => void; onImport: () => void }) {
  const say = messages().pipeline
  return (
    <Stack align="center" pt={96} gap="xs" px="lg">
      <Title order={2}>{say.firstTitle}</Title>
      <Text c="dimmed" ta="center" maw={440}>
        {say.firstBody}
      </Text>
      <Group mt="sm" gap="xs" justify="center">
        <Button leftSection={<IconPlus size={16} />} onClick={onStart}>
          {say.firstStart}
        </Button>
        <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={onImport}>
          {say.firstImport}
        </Button>
      </Group>
    </Stack>
  )
}
