import {
  Button,
  CloseButton,
  Group,
  Kbd,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core'
import { IconFileImport, IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { BIN_DAYS, type DealPage } from '../../../src-shared/domain/pipeline.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { usePipeline } from '../../stores/pipeline-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatCount } from '../../ui/formats.ts'
import { startDeal } from '../deal/start-deal.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { DealList } from './deal-list.tsx'
import { FILTER_LABELS, PipelineFilters } from './pipeline-filters.tsx'
import classes from './pipeline.module.css'

/** The deals of the open environment: searched, filtered, sorted, and in the bin. */
export function PipelineScreen() {
  const { read, error, search, filter, setSearch, load } = usePipeline()
  const [importing, setImporting] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    void load()
  }, [load])
  const hasNone = read !== null && search === '' && read.counts.all === 0 && read.counts.bin === 0
  return (
    <div className={classes.screen}>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      <Group className={classes.header} justify="space-between" gap="sm">
        <Title order={1}>Pipeline</Title>
        <Group gap="sm" className={classes.tools}>
          {!hasNone && (
            <TextInput
              ref={searchField}
              data-search-deals
              className={classes.search}
              aria-label={words().pipeline.searchDeals}
              placeholder="Name, owner, reference, EIN’s last four, note"
              leftSection={<IconSearch size={15} />}
              rightSection={
                search === '' ? (
                  <Kbd size="xs">/</Kbd>
                ) : (
                  <CloseButton
                    size="sm"
                    aria-label="Clear the search"
                    onClick={() => {
                      setSearch('')
                      searchField.current?.focus()
                    }}
                  />
                )
              }
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setSearch('')
                if (event.key === 'ArrowDown') focusFirstRow(event)
                if (event.key === 'Enter') document.querySelector<HTMLElement>('[data-deal]')?.click()
              }}
            />
          )}
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} />}
            onClick={() => setImporting(true)}
          >
            Import
          </Button>
          <Tooltip label="Ctrl or ⌘ + N">
            <Button leftSection={<IconPlus size={16} />} onClick={() => void startDeal()}>
              {words().pipeline.newApplication}
            </Button>
          </Tooltip>
        </Group>
      </Group>
      {!hasNone && <PipelineFilters />}
      {error !== null && (
        <Stack px="lg" pb="md">
          <ErrorNote error={error}>
            <Button mt="xs" size="xs" variant="default" onClick={() => void load()}>
              Try again
            </Button>
          </ErrorNote>
        </Stack>
      )}
      {read === null && error === null && <Loading />}
      {hasNone && <Empty />}
      {read !== null && !hasNone && read.total === 0 && <NothingHere counts={read.counts} />}
      {filter === 'bin' && (read?.total ?? 0) > 0 && (
        <Text size="xs" c="dimmed" px="lg" pb="xs">
          Deals stay in the bin for {BIN_DAYS} days; then they are gone for good. What the service received is
          not withdrawn by that.
        </Text>
      )}
      {read !== null && read.total > 0 && <DealList total={read.total} searchField={searchField} />}
      <span role="status" className={classes.hidden}>
        {search !== '' && read !== null && foundWords(read.total)}
      </span>
    </div>
  )
}

function focusFirstRow(event: KeyboardEvent): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('[data-list] a[data-index], [data-list] [data-index] button')?.focus()
}

function foundWords(total: number): string {
  return total === 1 ? '1 deal found' : `${formatCount(total)} deals found`
}

/** Why the list is empty, and the way to where it is not. */
function NothingHere({ counts }: { counts: DealPage['counts'] }) {
  const { search, filter, setSearch, setFilter } = usePipeline()
  const title =
    search === ''
      ? filter === 'bin'
        ? 'The bin is empty'
        : `No deals in “${FILTER_LABELS[filter]}”`
      : `No deal matches “${search}”${filter === 'all' ? '' : ` in “${FILTER_LABELS[filter]}”`}`
  return (
    <Stack align="center" pt={80} gap={4} px="lg">
      <Text fw={600} ta="center" className={classes.broken}>
        {title}
      </Text>
      {search !== '' && counts.all > 0 && (
        <Button variant="subtle" size="xs" onClick={() => setFilter('all')}>
          Show {formatCount(counts.all)} in all deals
        </Button>
      )}
      {search !== '' && counts.all === 0 && counts.bin > 0 && filter !== 'bin' && (
        <Button variant="subtle" size="xs" onClick={() => setFilter('bin')}>
          Show {formatCount(counts.bin)} in the bin
        </Button>
      )}
      {search !== '' && (
        <Button variant="subtle" size="xs" onClick={() => setSearch('')}>
          Clear the search
        </Button>
      )}
      {search === '' && filter !== 'all' && (
        <Button variant="subtle" size="xs" onClick={() => setFilter('all')}>
          Show all deals
        </Button>
      )}
    </Stack>
  )
}

function Loading() {
  return (
    <Stack px="lg" gap="xs" role="status" aria-busy="true" aria-label="Reading the deals">
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
