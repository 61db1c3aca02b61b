import {
  ActionIcon,
  Button,
  CloseButton,
  Group,
  Kbd,
  Stack,
  Text,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core'
import { IconDownload, IconFileImport, IconPlus, IconPrinter, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { BIN_DAYS } from '../../../src-shared/domain/pipeline.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { useActions } from '../../actions/actions.ts'
import { keysText } from '../../actions/keys.ts'
import { usePipeline } from '../../stores/pipeline-store.ts'
import { followBulk, useSelection } from '../../stores/selection-store.ts'
import { followViews } from '../../stores/views-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { makeListFormats } from '../../ui/formats.ts'
import { tellError } from '../../ui/tell-error.ts'
import { startDeal } from '../deal/start-deal.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { DealList } from './deal-list.tsx'
import { Empty, Loading, NothingHere } from './empty-states.tsx'
import { exportDeals } from './export-deals.ts'
import { useInteractiveMark } from './mark-interactive.ts'
import { NextStrip } from './next-strip.tsx'
import { PipelineFilters } from './pipeline-filters.tsx'
import classes from './pipeline.module.css'
import { readForPrint, type ListToPrint } from './read-for-print.ts'
import { SelectionBar } from './selection-bar.tsx'

const PrintedList = lazy(() => import('./printed-list.tsx').then((file) => ({ default: file.PrintedList })))
const Board = lazy(() => import('./board.tsx').then((file) => ({ default: file.Board })))

/** The deals of the open environment: what waits for the broker, and all of them as a list or as a board. */
export function PipelineScreen() {
  const { read, error, search, filter, where, layout, load, arrive } = usePipeline()
  const [importing, setImporting] = useState(false)
  const [printed, setPrinted] = useState<ListToPrint | null>(null)
  const hasSelection = useSelection(({ selected }) => selected.size > 0)
  const searchField = useRef<HTMLInputElement>(null)
  useInteractiveMark(read !== null)
  useEffect(() => {
    void arrive()
  }, [arrive])
  useEffect(makeListFormats, [])
  useEffect(followViews, [])
  useEffect(followBulk, [])
  const toPrint = hasSelection ? words().pipeline.printSelected : words().pipeline.print
  useActions([
    {
      id: 'pipeline.import',
      label: words().pipeline.import,
      section: 'pipeline',
      keys: 'I',
      run: () => setImporting(true),
    },
    {
      id: 'pipeline.export',
      label: words().pipeline.exportCsv,
      section: 'pipeline',
      keys: 'E',
      run: () => void exportDeals(),
    },
    {
      // Here printing means the whole list, not the rows in sight, or what is selected of it.
      id: 'app.print',
      label: toPrint,
      section: 'pipeline',
      keys: 'mod+P',
      whileTyping: true,
      run: () => void print(),
    },
  ])
  async function print() {
    const list = await readForPrint()
    if (list.ok) setPrinted(list.value)
    else tellError(list.error)
  }
  const hasNone =
    read !== null && search === '' && read.counts.all === 0 && read.counts.bin === 0 && filter === 'all'
  const isBare = hasNone && Object.keys(where).length === 0
  const isBoard = layout.as === 'board' && filter !== 'bin'
  const say = words().pipeline
  return (
    <div className={classes.screen}>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      <Group className={classes.header} justify="space-between" gap="sm">
        <Title order={1} className={classes.title}>
          {say.title}
        </Title>
        <Group gap="sm" className={classes.tools}>
          {!isBare && <SearchField field={searchField} />}
          {!isBare && (
            <Tooltip label={toPrint}>
              <ActionIcon variant="default" size="lg" aria-label={toPrint} onClick={() => void print()}>
                <IconPrinter size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          {!isBare && (
            <Tooltip label={say.exportCsv}>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={say.exportCsv}
                onClick={() => void exportDeals()}
              >
                <IconDownload size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={say.import}>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={say.import}
              onClick={() => setImporting(true)}
            >
              <IconFileImport size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={keysText('mod+N')}>
            <Button leftSection={<IconPlus size={16} />} onClick={() => void startDeal()}>
              {say.newApplication}
            </Button>
          </Tooltip>
        </Group>
      </Group>
      {!isBare && <NextStrip />}
      {!isBare && <PipelineFilters />}
      {error !== null && (
        <Stack px="lg" pb="md">
          <ErrorNote error={error} onAgain={() => void load()} />
        </Stack>
      )}
      {read === null && error === null && <Loading />}
      {isBare && <Empty onStart={() => void startDeal()} onImport={() => setImporting(true)} />}
      {read !== null && !isBare && read.total === 0 && <NothingHere counts={read.counts} />}
      {filter === 'bin' && (read?.total ?? 0) > 0 && (
        <Text size="xs" c="dimmed" px="lg" pb="xs">
          {say.binNote(BIN_DAYS)}
        </Text>
      )}
      {read !== null && read.total > 0 && !isBoard && (
        <DealList total={read.total} searchField={searchField} />
      )}
      {read !== null && read.total > 0 && isBoard && (
        <Suspense fallback={<Loading />}>
          <Board searchField={searchField} />
        </Suspense>
      )}
      <SelectionBar />
      {printed !== null && (
        <Suspense fallback={null}>
          <PrintedList list={printed} onDone={() => setPrinted(null)} />
        </Suspense>
      )}
      <span role="status" className={classes.hidden}>
        {search !== '' && read !== null && say.found(read.total)}
      </span>
    </div>
  )
}

function SearchField({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const { search, setSearch } = usePipeline()
  return (
    <TextInput
      ref={field}
      data-search-deals
      className={classes.search}
      aria-label={words().pipeline.searchDeals}
      placeholder={words().pipeline.searchHint}
      leftSection={<IconSearch size={15} />}
      rightSection={
        search === '' ? (
          <Kbd size="xs">/</Kbd>
        ) : (
          <CloseButton
            size={24}
            aria-label={words().pipeline.clearSearch}
            onClick={() => {
              setSearch('')
              field.current?.focus()
            }}
          />
        )
      }
      value={search}
      onChange={(event) => setSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leaveOrClear(event.currentTarget)
        if (event.key === 'ArrowDown') focusFirst(event)
        if (event.key === 'Enter') firstDeal()?.click()
      }}
    />
  )
}

/** Escape empties the search; when it is empty, the keys mean the list again. */
function leaveOrClear(field: HTMLInputElement): void {
  if (field.value === '') field.blur()
  else usePipeline.getState().setSearch('')
}

function focusFirst(event: KeyboardEvent): void {
  event.preventDefault()
  const active = '[data-list] [data-index][tabindex="0"]'
  const to = firstDeal() ?? document.querySelector<HTMLElement>(active)
  to?.focus()
}

/** In the list the rows do not stand in their order. */
function firstDeal(): HTMLElement | null {
  return document.querySelector('[data-list] [data-index="0"], [data-card]')
}
