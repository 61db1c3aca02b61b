import { Box, Modal, Skeleton, Stack, Group, NumberInput, Select, Text, TextInput } from '@mantine/core'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { percentOf } from '../../../src-shared/platform/texts/plural.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { run } from '../../platform/ui/command.tsx'
import { IconButton } from '../../platform/ui/parts.tsx'
import { openPdf, PdfWorker, type OpenPdf } from './open-pdf.ts'
import { PageList, type PageListHandle, LARGEST, nextZoom, SMALLEST, type Zoom, STEPS } from './page-list.tsx'
import type { SlowPages } from './page-turns.ts'
import { useSearch, type Search } from './use-search.ts'
import classes from './viewer.module.css'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import {
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
  IconSearch,
} from '@tabler/icons-react'

interface ViewerProps {
  document: DealDocument
  aside?: ReactNode
  onClose: () => void
}

/** Shows a document over the deal. Closing it restores the focus. The document stays open when the deal is loaded again. */
export function Viewer({ document: given, aside, onClose }: ViewerProps) {
  /** The document to open. Setting a new object with the same document opens the document again. */
  const [opening, setOpening] = useState({ document: given })
  const { document } = opening
  const [state, setState] = useState<{ open: OpenPdf | null; error: AppError | null }>({
    open: null,
    error: null,
  })
  const [slow, setSlow] = useState<ReadonlySet<number>>(new Set())
  const current = useRef<PDFDocumentProxy | null>(null)
  /** Marks a page that took too long, and opens the document again in a new worker, because the slow page may block the current worker. */
  const giveUp = useCallback((pdf: PDFDocumentProxy, page: number) => {
    if (pdf !== current.current) return
    current.current = null
    setSlow((was) => new Set(was).add(page))
    setOpening((was) => ({ ...was }))
  }, [])
  const retry = useCallback(
    (page: number) => setSlow((was) => new Set([...was].filter((one) => one !== page))),
    [],
  )
  useEffect(() => {
    let opened: OpenPdf | null = null
    let isGone = false
    const fail = (error: AppError) => isGone || setState({ open: null, error })
    const worker = new PdfWorker()
    void openPdf(opening.document, fail, worker).then((result) => {
      if (isGone) return
      if (!result.ok) return fail(result.error)
      opened = result.value
      current.current = opened.pdf
      // A part of the file may have been unreadable while the document was opened. In this case, keep the error about that part.
      setState(({ error }) => ({ open: error === null ? result.value : null, error }))
    })
    return () => {
      isGone = true
      current.current = null
      void Promise.resolve(opened?.close()).finally(() => worker.end())
    }
  }, [opening])
  const { open, error } = state
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={document.name}
      transitionProps={{ duration: 0 }}
      classNames={{
        content: classes.content,
        body: classes.body,
        header: classes.header,
        title: classes.title,
      }}
      data-testid="viewer"
    >
      <div className={classes.split}>
        {error !== null && (
          <Box p="lg" flex={1}>
            <ErrorNote error={error} />
          </Box>
        )}
        {error === null && open === null && (
          <Stack
            align="center"
            p="lg"
            // Without this, the placeholder would have no width next to a panel.
            flex={1}
            role="status"
            aria-busy="true"
            aria-label={messages().viewer.opening}
          >
            <Skeleton h="100%" maw={620} />
          </Stack>
        )}
        {open !== null && (
          <OpenDocument document={document} open={open} slow={{ pages: slow, giveUp, retry }} />
        )}
        {aside !== undefined && <aside className={classes.aside}>{aside}</aside>}
      </div>
    </Modal>
  )
}

interface OpenDocumentProps {
  document: DealDocument
  open: OpenPdf
  slow: SlowPages
}

function OpenDocument({ document, open: { pdf }, slow }: OpenDocumentProps) {
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [turn, setTurn] = useState(0)
  const [page, setPage] = useState(1)
  /** The scale at which a page is as wide as the window. A zoom step from `fit` starts at this scale. */
  const [fitted, setFitted] = useState(1)
  const list = useRef<PageListHandle>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const goTo = (to: number) => list.current?.goTo(Math.min(pdf.numPages, Math.max(1, to)))
  const search = useSearch(pdf, slow, (found) => list.current?.goTo(found))
  const step = (direction: 1 | -1) => setZoom((was) => nextZoom(was === 'fit' ? fitted : was, direction))
  const rotate = () => setTurn((was) => (was + 90) % 360)
  const text = messages().viewer
  useActions('deal', [
    {
      id: 'viewer.search',
      label: text.search,
      keys: 'mod+F',
      whileTyping: true,
      within: 'dialog',
      run: () => searchBox.current?.focus(),
    },
    { id: 'viewer.zoom_in', label: text.zoomIn, run: () => step(1) },
    { id: 'viewer.zoom_out', label: text.zoomOut, run: () => step(-1) },
    { id: 'viewer.fit', label: text.fit, run: () => setZoom('fit') },
    { id: 'viewer.rotate', label: text.rotate, run: rotate },
    { id: 'viewer.save', label: text.save, run: () => saveCopy() },
  ])
  const saveCopy = () => void run(call('documents.save_copy', { document_id: document.document_id }))
  /** The keys of the viewer. The arrow keys are not included, so that they scroll as usual. */
  const keys: Record<string, (() => void) | undefined> = {
    PageDown: () => goTo(page + 1),
    PageUp: () => goTo(page - 1),
    Home: () => goTo(1),
    End: () => goTo(pdf.numPages),
    '+': () => step(1),
    '=': () => step(1),
    '-': () => step(-1),
    '0': () => setZoom('fit'),
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return (
    <div className={classes.viewer} onKeyDown={onKeyDown}>
      <div className={classes.bar} role="toolbar" aria-label={text.tools}>
        <Group gap={4} wrap="nowrap">
          <Tool
            icon={IconChevronUp}
            label={text.previousPage}
            disabled={page <= 1}
            onClick={() => goTo(page - 1)}
          />
          <Tool
            icon={IconChevronDown}
            label={text.nextPage}
            disabled={page >= pdf.numPages}
            onClick={() => goTo(page + 1)}
          />
          <NumberInput
            size="xs"
            w={56}
            hideControls
            min={1}
            max={pdf.numPages}
            aria-label={text.page}
            value={page}
            onChange={(value) => typeof value === 'number' && goTo(value)}
          />
          <Text c="dimmed" className="tabular" data-testid="viewer-pages">
            {text.of(pdf.numPages)}
          </Text>
        </Group>
        <Group gap={4} wrap="nowrap">
          <Tool
            icon={IconMinus}
            label={text.zoomOut}
            disabled={zoom !== 'fit' && zoom <= SMALLEST}
            onClick={() => step(-1)}
          />
          <Select
            size="xs"
            w={136}
            aria-label={text.zoom}
            allowDeselect={false}
            data={zoomChoices()}
            value={String(zoom)}
            onChange={(value) => value !== null && setZoom(value === 'fit' ? 'fit' : Number(value))}
          />
          <Tool
            icon={IconPlus}
            label={text.zoomIn}
            disabled={zoom !== 'fit' && zoom >= LARGEST}
            onClick={() => step(1)}
          />
          <Tool icon={IconRotateClockwise} label={text.rotate} onClick={rotate} />
          <Tool icon={IconDownload} label={text.save} onClick={saveCopy} />
        </Group>
        <SearchTools search={search} searchBox={searchBox} />
      </div>
      <PageList
        ref={list}
        pdf={pdf}
        name={document.name}
        zoom={zoom}
        turn={turn}
        slow={slow}
        sought={search.sought}
        current={search.current}
        onPage={setPage}
        onFitted={setFitted}
      />
    </div>
  )
}

function SearchTools({
  search,
  searchBox,
}: {
  search: Search
  searchBox: RefObject<HTMLInputElement | null>
}) {
  const text = messages().viewer
  const { sought, total, place, look, step } = search
  return (
    <Group gap={4} wrap="nowrap" role="search" flex="0 1 auto" miw={0}>
      <TextInput
        ref={searchBox}
        size="xs"
        flex="0 1 210px"
        miw={64}
        aria-label={text.search}
        placeholder={text.search}
        leftSection={<IconSearch size={14} />}
        value={sought}
        maxLength={100}
        onChange={({ currentTarget: { value } }) => look(value)}
        onKeyDown={(event) => event.key === 'Enter' && step(event.shiftKey ? -1 : 1)}
      />
      <Text size="xs" c="dimmed" miw={56} role="status" className="tabular" data-testid="viewer-matches">
        {sought.trim() === '' ? '' : total === null ? text.searching : text.matches(place, total)}
      </Text>
      <Tool icon={IconChevronUp} label={text.previousMatch} disabled={!total} onClick={() => step(-1)} />
      <Tool icon={IconChevronDown} label={text.nextMatch} disabled={!total} onClick={() => step(1)} />
    </Group>
  )
}

function Tool(props: Pick<ComponentProps<typeof IconButton>, 'icon' | 'label' | 'disabled' | 'onClick'>) {
  return <IconButton hint={props.label} size={28} iconSize={16} {...props} />
}

function zoomChoices() {
  return [
    { value: 'fit', label: messages().viewer.fit },
    ...STEPS.map((step) => ({ value: String(step), label: percentOf(step, 0) })),
  ]
}
