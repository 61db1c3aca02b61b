import { Stack } from '@mantine/core'
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { usePipelineParts } from '../../stores/pipeline-store.ts'
import { followBulk } from '../../stores/selection-store.ts'
import { useViews } from '../../stores/views-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { makeListFormats } from '../../ui/formats.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { startDeal } from '../deal/start-deal.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { TrashNote } from './trash-note.tsx'
import { DealList } from './deal-list.tsx'
import { Empty, Loading, NothingHere } from './empty-states.tsx'
import { useInteractiveMark } from './mark-interactive.ts'
import { NextStrip } from './next-strip.tsx'
import { PipelineFilters } from './pipeline-filters.tsx'
import { PipelineHeader } from './pipeline-header.tsx'
import classes from './pipeline.module.css'
import { readForPrint, type ListToPrint } from './read-for-print.ts'
import { SelectionBar } from './selection-bar.tsx'

const PrintedList = lazy(() => import('./printed-list.tsx').then((file) => ({ default: file.PrintedList })))
const Board = lazy(() => import('./board.tsx').then((file) => ({ default: file.Board })))

/** The deals of the open environment: what waits for the broker, and all of them as a list or as a board. */
export const PipelineScreen = memo(function PipelineScreen() {
  const { read, error, search, filter, where, layout, load, arrive } = usePipelineParts(
    'read',
    'error',
    'search',
    'filter',
    'where',
    'layout',
    'load',
    'arrive',
  )
  const [importing, setImporting] = useState(false)
  const [printed, setPrinted] = useState<ListToPrint | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  useInteractiveMark(read !== null)
  useEffect(() => {
    void arrive()
  }, [arrive])
  useEffect(makeListFormats, [])
  useEffect(() => useViews.follow(), [])
  useEffect(followBulk, [])
  const print = useCallback(
    () => void readForPrint().then((list) => (list.ok ? setPrinted(list.value) : notifyError(list.error))),
    [],
  )
  const startImport = useCallback(() => setImporting(true), [])
  const hasNone =
    // The answer before this one may still stand here. An empty list of its words or traits says nothing about the others.
    read?.isNarrowed === false &&
    search === '' &&
    read.counts.all === 0 &&
    read.counts.bin === 0 &&
    filter === 'all'
  const isBare = hasNone && Object.keys(where).length === 0
  const isBoard = layout.as === 'board' && filter !== 'bin'
  const say = messages().pipeline
  return (
    <div className={classes.screen}>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      <PipelineHeader isBare={isBare} searchField={searchField} onPrint={print} onImport={startImport} />
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
      {filter === 'bin' && (read?.total ?? 0) > 0 && <TrashNote />}
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
})
