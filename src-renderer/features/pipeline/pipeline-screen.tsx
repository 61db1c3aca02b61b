import { Button, Group, Kbd, Skeleton, Stack, Text, TextInput, Title, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { call } from '../../api/funding-desk.ts'
import { navigate } from '../../navigation/route.ts'
import { usePipeline } from '../../stores/pipeline-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { DealList } from './deal-list.tsx'
import classes from './pipeline.module.css'
import { tellError } from '../../ui/tell-error.ts'

/** All deals of the open environment, the newest change first. */
export function PipelineScreen() {
  const { deals, error, search, setSearch, load } = usePipeline()
  const searchField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    void load()
  }, [load])
  useHotkeys([
    ['mod+N', () => void startDeal()],
    ['/', () => searchField.current?.focus()],
  ])
  const isEmpty = deals?.length === 0 && search === ''
  return (
    <div className={classes.screen}>
      <Group className={classes.header} justify="space-between" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={1}>Pipeline</Title>
          {deals !== null && !isEmpty && (
            <Text size="sm" c="dimmed" className="tabular">
              {deals.length} {deals.length === 1 ? 'deal' : 'deals'}
            </Text>
          )}
        </Group>
        <Group gap="sm">
          {!isEmpty && (
            <TextInput
              ref={searchField}
              aria-label="Search deals"
              placeholder="Name, reference or status"
              leftSection={<IconSearch size={15} />}
              rightSection={<Kbd size="xs">/</Kbd>}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              w={260}
            />
          )}
          <Tooltip label="Ctrl or ⌘ + N">
            <Button leftSection={<IconPlus size={16} />} onClick={() => void startDeal()}>
              New application
            </Button>
          </Tooltip>
        </Group>
      </Group>
      {error !== null && (
        <Stack px="lg" pb="md">
          <ErrorNote error={error}>
            <Button mt="xs" size="xs" variant="default" onClick={() => void load()}>
              Try again
            </Button>
          </ErrorNote>
        </Stack>
      )}
      {deals === null && error === null && <Loading />}
      {isEmpty && <Empty />}
      {deals?.length === 0 && search !== '' && (
        <Stack align="center" pt={80} gap={4}>
          <Text fw={600}>No deal matches “{search}”</Text>
          <Button variant="subtle" size="xs" onClick={() => setSearch('')}>
            Show all deals
          </Button>
        </Stack>
      )}
      {deals !== null && deals.length > 0 && <DealList deals={deals} />}
    </div>
  )
}

/** Makes an empty draft and opens it. */
export async function startDeal(): Promise<void> {
  const created = await call('deals.create', {})
  if (created.ok) navigate({ screen: 'deal', deal_id: created.value.deal_id })
  else tellError(created.error)
}

function Loading() {
  return (
    <Stack px="lg" gap="xs" aria-busy="true" aria-label="Reading the deals">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={40} />
      ))}
    </Stack>
  )
}

function Empty() {
  return (
    <Stack align="center" pt={96} gap="xs" px="lg">
      <Title order={2}>Your first application</Title>
      <Text c="dimmed" ta="center" maw={440}>
        Fill it in at your own pace, also without a network: every change is saved on this computer,
        encrypted. Attach the PDFs, submit, and be told the moment an offer is there.
      </Text>
      <Button mt="sm" leftSection={<IconPlus size={16} />} onClick={() => void startDeal()}>
        Start an application
      </Button>
    </Stack>
  )
}
