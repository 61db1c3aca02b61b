import {
  Button,
  FileButton,
  Group,
  Stack,
  Text,
  Title,
  Alert,
  Progress,
  VisuallyHidden,
  Portal,
} from '@mantine/core'
import { IconArrowsSort, IconPaperclip, IconFileDownload } from '@tabler/icons-react'
import { Suspense, useRef, useState, useEffect } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { run, useBusy } from '../../platform/ui/command.tsx'
import { closeViewer, useViewer } from '../viewer/viewer-store.ts'
import { editClass, useRows } from '../statements/statements-store.ts'
import { attachFiles, isUnderWay, useAttaching, type Attaching, followAttaching } from './attach-store.ts'
import { HandOutBar, useDragOut } from '../handout/handout-bar.tsx'
import { FileNotes } from './file-notes.tsx'
import { ChecklistPanel } from './checklist-panel.tsx'
import { DocumentRow, removeDocuments } from './document-row.tsx'
import classes from './documents.module.css'
import { RowBoundary } from '../../platform/ui/error-boundary.tsx'
import { useFileDrop } from '../../platform/ui/use-file-drop.ts'
import { Hint, lazyPart, Quiet } from '../../platform/ui/parts.tsx'
import { STATEMENT_KINDS, type DealDocument } from '../../../src-shared/features/documents/document.ts'

// pdfjs is large, so it loads when the broker opens a document.
const Viewer = lazyPart(() => import('../viewer/viewer.tsx').then((file) => file.Viewer))
const ReviewPanel = lazyPart(() => import('../prefill/review-panel.tsx').then((file) => file.ReviewPanel))
const RowsBeside = lazyPart(() => import('../statements/rows-panel.tsx').then((file) => file.RowsBeside))
const SuggestionsPanel = lazyPart(() =>
  import('../statements/rows-panel.tsx').then((file) => file.SuggestionsPanel),
)
const PageOrganizer = lazyPart(() => import('./page-organizer.tsx').then((file) => file.PageOrganizer))

export function DocumentsPanel({ deal }: { deal: Deal }) {
  const { deal_id, document_list } = deal
  const text = messages().documents
  const [organizes, setOrganizes] = useState(false)
  const [made, setMade] = useState<{ made: DealDocument[]; of: DealDocument[] } | null>(null)
  const shown = useViewer((state) => document_list.find((one) => one.document_id === state.document_id))
  const aside = useViewer((state) => state.aside)
  const canOrganize = document_list.some(
    ({ state, pages }) => (state === 'attached' || state === 'refused') && pages !== null,
  )
  const picker = useRef<HTMLButtonElement>(null)
  const attach = (
    <FileButton
      accept="application/pdf,.pdf,image/jpeg,image/png,.jpg,.jpeg,.png"
      multiple
      onChange={(files) => attachFiles(deal_id, files)}
    >
      {(props) => (
        <Button {...props} ref={picker} size="xs" leftSection={<IconPaperclip size={14} />}>
          {text.attach}
        </Button>
      )}
    </FileButton>
  )
  useActions('deal', [
    {
      id: 'documents.attach',
      label: text.attach,
      keys: 'mod+shift+A',
      whileTyping: true,
      run: () => picker.current?.click(),
    },
    canOrganize && {
      id: 'documents.arrange',
      label: messages().pages.open,
      run: () => setOrganizes(true),
    },
  ])
  return (
    <section aria-labelledby="documents-title" data-testid="documents">
      <DropZone deal_id={deal_id} />
      <ChecklistPanel deal={deal} />
      <Group gap="xs" mt="lg" mb="xs">
        <Title order={2} id="documents-title">
          {messages().deal.part.documents}
        </Title>
        {document_list.length > 0 && (
          <>
            <Hint flex={1}>{text.orDrop}</Hint>
            {attach}
          </>
        )}
        <UnsentDocuments deal={deal} />
      </Group>
      <Stack gap="xs">
        <FileNotes deal_id={deal_id} />
        <CombinePhotos deal_id={deal_id} documents={document_list} />
        {made !== null && <MadeNote {...made} onClose={() => setMade(null)} />}
        <div>
          <HandOutBar deal={deal}>
            {canOrganize && (
              <Quiet leftSection={<IconArrowsSort size={14} />} onClick={() => setOrganizes(true)}>
                {messages().pages.open}
              </Quiet>
            )}
          </HandOutBar>
          {document_list.length > 0 && (
            <div role="list" className={classes.list} aria-label={text.list}>
              {document_list.map((document) => (
                <RowBoundary key={document.document_id} of={document}>
                  <DocumentRow document={document} deal={deal} />
                </RowBoundary>
              ))}
            </div>
          )}
          <AttachingList deal_id={deal_id} />
        </div>
        {document_list.length === 0 && (
          <div className={classes.drop}>
            {attach}
            <Hint>{text.orDrop}</Hint>
          </div>
        )}
      </Stack>
      <Suspense>
        {shown !== undefined && (
          <Viewer
            key={shown.document_id}
            document={shown}
            {...(aside === 'values' && { aside: <ReviewPanel document={shown} /> })}
            {...(aside === 'suggestions' && { aside: <SuggestionsPanel deal={deal} /> })}
            {...(aside === 'entries' && { aside: <RowsBeside document={shown} /> })}
            onClose={closeUppermost}
          />
        )}
        {organizes && (
          <PageOrganizer
            deal={deal}
            onClose={() => setOrganizes(false)}
            onMade={(documents, of) => setMade({ made: documents, of })}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Closes the viewer. While the broker changes the class of an entry beside the pages, ends only this change. */
function closeUppermost(): void {
  if (useRows.getState().editing === null) closeViewer()
  else editClass(null)
}

/**
 * Documents that the partner did not receive with the application: they were attached afterward, or their upload was interrupted. The
 * broker sends them separately.
 */
function UnsentDocuments({ deal }: { deal: Deal }) {
  const submitting = useDeal((state) => state.submitting)
  const unsent = deal.document_list.filter(({ state }) => state === 'attached').length
  if (deal.state !== 'received' || unsent === 0) return null
  async function send() {
    const { setSubmitting, reload } = useDeal.getState()
    setSubmitting(true)
    await run(call('submission.send_documents', { deal_id: deal.deal_id }))
    setSubmitting(false)
    await reload()
  }
  return (
    <Button variant="filled" size="xs" loading={submitting} onClick={() => void send()}>
      {messages().documents.send(unsent)}
    </Button>
  )
}

function AttachingList({ deal_id }: { deal_id: string }) {
  const all = useAttaching((state) => state.files)
  const taken = useAttaching((state) => state.taken)
  const text = messages().documents
  const underWay = all.filter((one) => one.deal_id === deal_id && isUnderWay(one))
  const list = useRef<HTMLUListElement>(null)
  const isAttaching = underWay.length > 0
  useEffect(() => {
    if (isAttaching) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isAttaching])
  return (
    <>
      <VisuallyHidden role="status">{underWay.length > 0 ? text.dropped(taken) : ''}</VisuallyHidden>
      {underWay.length > 0 && (
        <ul ref={list} className={classes.attaching} aria-label={text.attaching.list}>
          {underWay.map((file) => (
            <UnderWay key={file.file_id} file={file} />
          ))}
        </ul>
      )}
    </>
  )
}

function UnderWay({ file: { file_id, name, state, progress } }: { file: Attaching }) {
  const text = messages().documents.attaching
  const share = progress === null ? 0 : (100 * progress.done) / Math.max(1, progress.total)
  return (
    <li data-attaching={name} data-state={state}>
      <Text size="xs" className={classes.fileName} flex={1} miw={0}>
        {name}
      </Text>
      <Hint>
        {state === 'waiting'
          ? text.waiting
          : share >= 100
            ? text.saving
            : progress === null
              ? text.checking
              : text.copying}
      </Hint>
      <Quiet aria-label={text.cancel(name)} onClick={() => useAttaching.getState().cancel(file_id)}>
        {messages().common.cancel}
      </Quiet>
      {state === 'reading' && <Progress w="100%" size="xs" value={share} aria-label={text.copied(name)} />}
    </li>
  )
}

/**
 * Attaches files that are dropped anywhere on the window while a deal is open, or pasted outside a text field. Shows an overlay while files
 * are dragged. Keyboard users can use the button “Attach PDFs” and its shortcut instead.
 */
function DropZone({ deal_id }: { deal_id: string }) {
  // Files that are dragged out of this window cannot be dropped in it, because the deal has them already.
  const over = useFileDrop(
    (files) => attachFiles(deal_id, files),
    () => !useDragOut.getState().isDragging,
  )
  useEffect(followAttaching, [])
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (!useDragOut.getState().isDragging || event.dataTransfer === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    return () => window.removeEventListener('dragover', refuse)
  }, [])
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if ((event.clipboardData?.files.length ?? 0) === 0 || isTextFor(event)) return
      event.preventDefault()
      attachFiles(deal_id, [...(event.clipboardData?.files ?? [])])
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [deal_id])
  if (!over) return null
  const text = messages().documents
  return (
    <Portal>
      <div className={classes.veil} data-testid="drop-veil" aria-hidden="true">
        <div className={classes.veilCard}>
          <IconFileDownload size={32} stroke={1.5} />
          <Text size="md" fw={600}>
            {text.dropHere}
          </Text>
          <Hint size="sm">{text.dropHint}</Hint>
        </div>
      </div>
    </Portal>
  )
}

/**
 * True if the paste belongs to a text field and the clipboard contains text. In this case, attach no file: a spreadsheet, for example,
 * copies an image in addition to the text.
 */
function isTextFor({ clipboardData, target }: ClipboardEvent): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && !target.readOnly && clipboardData?.types.includes('text/plain') === true
}

interface MadeNoteProps {
  made: DealDocument[]
  of: DealDocument[]
  onClose: () => void
}

/**
 * Shows which documents were just created from pages of existing ones (`of`), with Undo. Offers to remove the originals, unless one of them
 * is a statement or differs from copies of its pages.
 */
function MadeNote({ made, of, onClose }: MadeNoteProps) {
  const text = messages().pages
  const kept = of.filter(({ kind, reading }) => STATEMENT_KINDS.has(kind) || reading?.losses !== undefined)
  async function remove(documents: DealDocument[]) {
    if (await removeDocuments(documents)) onClose()
  }
  return (
    <Alert
      color="teal"
      withCloseButton
      closeButtonLabel={messages().errors.dismiss}
      onClose={onClose}
      role="status"
      data-testid="pages-made"
    >
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {text.made(made.map(({ name }) => name).join(', '))}{' '}
        {kept.length === 0
          ? text.originalsStay
          : text.statement.stays(kept.map(({ name }) => name).join(', '))}
      </Text>
      <Group gap="xs" mt={4}>
        {kept.length === 0 && (
          <Button size="compact-xs" variant="light" onClick={() => void remove(of)}>
            {text.removeOriginals(of.length)}
          </Button>
        )}
        <Quiet onClick={() => void remove(made)}>{messages().common.undo}</Quiet>
      </Group>
    </Alert>
  )
}

/** Offers to combine photos that the broker attached together, such as both sides of a driver's license, into one document. */
function CombinePhotos({ deal_id, documents }: { deal_id: string; documents: readonly DealDocument[] }) {
  const ids = useAttaching((state) => state.photos[deal_id])
  const combining = useBusy()
  const text = messages().documents.attaching
  const photos = (ids ?? []).flatMap(
    (id) => documents.find((one) => one.document_id === id && one.state === 'attached') ?? [],
  )
  if (photos.length < 2) return null
  const close = () => useAttaching.getState().keepSeparate(deal_id)

  async function combine() {
    const work = call('documents.arrange', {
      deal_id,
      results: [
        {
          name: text.combinedName,
          pages: photos.map(({ document_id }) => ({ document_id, page: 0, turn: 0 })),
        },
      ],
      // The app made these PDFs from photos, so no bank has issued them.
      accepts_losses: true,
    })
    if ((await combining.run(work)) === null) return
    close()
    await removeDocuments(photos)
  }
  return (
    <Alert color="blue" role="status" data-testid="combine-photos">
      <Group justify="space-between" gap="xs">
        <Text>{text.photos(photos.length)}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="filled" loading={combining.busy} onClick={() => void combine()}>
            {text.combine}
          </Button>
          <Quiet size="compact-sm" onClick={close}>
            {text.keepSeparate}
          </Quiet>
        </Group>
      </Group>
    </Alert>
  )
}
