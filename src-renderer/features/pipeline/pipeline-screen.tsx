import { Anchor, Box, Button, List, Portal, Stack, Text } from '@mantine/core'
import { memo, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useListRead, usePipeline } from './pipeline-store.ts'
import { followBulk, type ListToPrint, readForPrint } from './selection-store.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { formatCount, makeListFormats } from '../../platform/ui/formats.ts'
import { run, useBusy } from '../../platform/ui/command.tsx'
import { startDeal } from '../deals/deal-actions.ts'
import { useRemindAction } from '../follow-ups/remind.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { DealList } from './deal-list.tsx'
import { PipelineFilters } from './pipeline-filters.tsx'
import { PipelineHeader } from './pipeline-header.tsx'
import classes from './pipeline.module.css'
import { SelectionBar } from './selection-bar.tsx'
import {
  IconBriefcase,
  IconFileImport,
  IconFilterOff,
  IconPlus,
  IconSearchOff,
  IconTrash,
} from '@tabler/icons-react'
import { type DealPage, TRASH_DAYS } from '../../../src-shared/features/pipeline/pipeline.ts'
import { Reading, useLoaded } from '../../platform/ui/loaded.tsx'
import { call } from '../../platform/api/funding-desk.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { EmptyState, Hint, lazyPart } from '../../platform/ui/parts.tsx'
import { notifications } from '@mantine/notifications'
import { useFileDrop } from '../../platform/ui/use-file-drop.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { attachFiles } from '../documents/attach-store.ts'

const PrintedList = lazyPart(() => import('./printed-list.tsx').then((file) => file.PrintedList))
const Board = lazyPart(() => import('./board.tsx').then((file) => file.Board))

export const PipelineScreen = memo(function PipelineScreen() {
  const { search, filter, where, layout, load, arrive } = usePipeline()
  const { read, error } = useListRead()
  const [importing, setImporting] = useState(false)
  const [printed, setPrinted] = useState<ListToPrint | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  useInteractiveMark(read !== null)
  useEffect(() => {
    void arrive()
  }, [arrive])
  useEffect(makeListFormats, [])
  useEffect(followBulk, [])
  useRemindAction('pipeline', dealInFocus)
  const print = useCallback(() => void run(readForPrint()).then(setPrinted), [])
  const startImport = useCallback(() => setImporting(true), [])
  const hasNone =
    // Check that no search or filter applied to the last response. An empty filtered list says nothing about the other deals.
    read?.isNarrowed === false &&
    search === '' &&
    read.counts.all === 0 &&
    read.counts.bin === 0 &&
    filter === 'all'
  const isBare = hasNone && Object.keys(where).length === 0
  const isBoard = layout.as === 'board' && filter !== 'bin'
  const text = messages().pipeline
  return (
    <div className={classes.screen}>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      <PipelineHeader isBare={isBare} searchField={searchField} onPrint={print} onImport={startImport} />
      {!isBare && <PipelineFilters />}
      {error !== null && (
        <Stack px="lg" pb="md">
          <ErrorNote error={error} onAgain={() => void load()} />
        </Stack>
      )}
      {read === null && error === null && <Loading />}
      {isBare && <Empty onStart={() => void startDeal()} onImport={() => setImporting(true)} />}
      {read !== null && !isBare && read.total === 0 && <NothingHere counts={read.counts} />}
      {read !== null && read.total > 0 && !isBoard && (
        <DealList total={read.total} searchField={searchField} />
      )}
      {read !== null && read.total > 0 && isBoard && (
        <Suspense fallback={<Loading />}>
          <Board searchField={searchField} />
        </Suspense>
      )}
      {filter === 'bin' && (read?.total ?? 0) > 0 && <TrashNote />}
      <SelectionBar />
      <DropOnPipeline />
      {printed !== null && (
        <Suspense fallback={null}>
          <PrintedList list={printed} onDone={() => setPrinted(null)} />
        </Suspense>
      )}
      <span role="status" className="visually-hidden">
        {search !== '' && read !== null && text.found(read.total)}
      </span>
    </div>
  )
})

function dealInFocus(): string | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-deal]')
  const row = focused ?? document.querySelector<HTMLElement>('[role="row"][data-deal][tabindex="0"]')
  return row?.dataset['deal'] ?? null
}

function NothingHere({ counts }: { counts: DealPage['counts'] }) {
  const { search, filter, where, setSearch, setFilter, setWhere } = usePipeline()
  const text = messages().pipeline
  const isNarrowed = Object.keys(where).length > 0
  const stage = messages().filters.stages[filter]
  const ways = [
    ...(search !== '' && counts.all > 0
      ? [{ label: text.showInAll(formatCount(counts.all)), go: () => setFilter('all') }]
      : []),
    ...(search !== '' && counts.all === 0 && counts.bin > 0 && filter !== 'bin'
      ? [{ label: text.showInBin(formatCount(counts.bin)), go: () => setFilter('bin') }]
      : []),
    ...(isNarrowed ? [{ label: messages().filters.clear, go: () => setWhere({}) }] : []),
    ...(search === '' ? [] : [{ label: text.clearSearch, go: () => setSearch('') }]),
    ...(search === '' && filter !== 'all' ? [{ label: text.showAll, go: () => setFilter('all') }] : []),
  ]
  const icon = search !== '' ? IconSearchOff : filter === 'bin' && !isNarrowed ? IconTrash : IconFilterOff
  return (
    <EmptyState icon={icon} title={titleOf()}>
      {ways.map(({ label, go }) => (
        <Button key={label} size="xs" onClick={go}>
          {label}
        </Button>
      ))}
    </EmptyState>
  )

  function titleOf(): string {
    if (search !== '') return filter === 'all' ? text.noMatch(search) : text.noMatchIn(search, stage)
    if (isNarrowed) return text.noneNarrowed
    return filter === 'bin' ? text.binEmpty : text.noneIn(stage)
  }
}

function Loading() {
  return (
    <Box px="lg">
      <Reading label={messages().pipeline.reading} lines={9} />
    </Box>
  )
}

function Empty({ onStart, onImport }: { onStart: () => void; onImport: () => void }) {
  const text = messages().pipeline
  return (
    <EmptyState icon={IconBriefcase} title={text.firstTitle} text={text.firstBody}>
      <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={onStart}>
        {text.firstStart}
      </Button>
      <Button leftSection={<IconFileImport size={16} />} onClick={onImport}>
        {text.firstImport}
      </Button>
    </EmptyState>
  )
}

function TrashNote() {
  const { value: retention } = useLoaded(() => call('vault.retention', {}))
  const text = messages().pipeline
  return (
    <Text size="xs" c="dimmed" px="lg" py="xs" className={classes.note}>
      {text.binNote(TRASH_DAYS)} {retention !== null && text.binKeeps(retention.years)}{' '}
      <Anchor size="xs" href={hrefOf({ screen: 'settings', section: 'vault' })}>
        {text.binChange}
      </Anchor>
    </Text>
  )
}

const MARK = 'pipeline-interactive'

/** Sets a performance mark at the first frame after the pipeline showed its deals, to measure the startup. */
function useInteractiveMark(hasDeals: boolean): void {
  // Until the environment is loaded, the placeholder in index.html covers the screen.
  const isInSight = useEnvironment((state) => state.value !== null)
  const isThere = hasDeals && isInSight
  useEffect(() => {
    if (!isThere || performance.getEntriesByName(MARK).length > 0) return
    const frame = requestAnimationFrame(() => performance.mark(MARK))
    return () => cancelAnimationFrame(frame)
  }, [isThere])
}

function DropOnPipeline() {
  const [files, setFiles] = useState<File[]>([])
  const text = messages().prefill.newDeal
  const over = useFileDrop(
    (dropped) => {
      const pdfs = dropped.filter(({ name, type }) => type === 'application/pdf' || /\.pdf$/i.test(name))
      if (pdfs.length === 0) notifications.show({ message: text.onlyPdfs, autoClose: 5_000 })
      setFiles(pdfs)
    },
    () => document.querySelector('[role="dialog"][aria-modal="true"]') === null,
  )
  return (
    <>
      {over && (
        <Portal>
          <div className={classes.veil} data-testid="drop-veil" aria-hidden="true">
            {text.dropHere}
          </div>
        </Portal>
      )}
      {files.length > 0 && <NewDealDialog files={files} onClose={() => setFiles([])} />}
    </>
  )
}

function NewDealDialog({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const creating = useBusy()
  const text = messages().prefill.newDeal
  async function create() {
    const created = await creating.run(call('deals.create', {}))
    onClose()
    if (created !== null) attachFiles(created.deal_id, files)
  }
  return (
    <Dialog
      onClose={onClose}
      title={text.title}
      transitionProps={{ duration: 0 }}
      action={{ label: text.create, run: () => void create(), busy: creating.busy, focus: 'action' }}
    >
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {files.slice(0, 10).map((file, at) => (
          <List.Item key={at}>{file.name}</List.Item>
        ))}
        {files.length > 10 && <List.Item>…</List.Item>}
      </List>
      <Hint size="sm">{text.text(files.length)}</Hint>
    </Dialog>
  )
}
