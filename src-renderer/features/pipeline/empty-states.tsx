import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { DealPage } from '../../../src-shared/domain/pipeline.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { usePipeline } from '../../stores/pipeline-store.ts'
import { formatCount } from '../../ui/formats.ts'
import classes from './pipeline.module.css'

/** Why the list is empty, and the way to where it is not. */
export function NothingHere({ counts }: { counts: DealPage['counts'] }) {
  const { search, filter, where, setSearch, setFilter, setWhere } = usePipeline()
  const say = words().pipeline
  const isNarrowed = Object.keys(where).length > 0
  const stage = words().filters.stages[filter]
  const ways = [
    ...(search !== '' && counts.all > 0
      ? [{ label: say.showInAll(formatCount(counts.all)), go: () => setFilter('all') }]
      : []),
    ...(search !== '' && counts.all === 0 && counts.bin > 0 && filter !== 'bin'
      ? [{ label: say.showInBin(formatCount(counts.bin)), go: () => setFilter('bin') }]
      : []),
    ...(isNarrowed ? [{ label: words().filters.clear, go: () => setWhere({}) }] : []),
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
    <Stack px="lg" gap="xs" role="status" aria-busy="true" aria-label={words().pipeline.reading}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={40} />
      ))}
    </Stack>
  )
}

export function Empty({ onStart }: { onStart: () => void }) {
  const say = words().pipeline
  return (
    <Stack align="center" pt={96} gap="xs" px="lg">
      <Title order={2}>{say.firstTitle}</Title>
      <Text c="dimmed" ta="center" maw={440}>
        {say.firstBody}
      </Text>
      <Button mt="sm" leftSection={<IconPlus size={16} />} onClick={onStart}>
        {say.firstStart}
      </Button>
    </Stack>
  )
}
