import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Deal, DealDocument } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useActions } from '../../actions/actions.ts'
import { call } from '../../api/funding-desk.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { closeViewer, useViewer } from '../viewer/viewer-store.ts'
import { attachFiles } from './attach-files.ts'
import { AttachingList } from './attaching-list.tsx'
import { MadeNote } from './made-note.tsx'
import { ChecklistPanel } from './checklist-panel.tsx'
import { DocumentRow } from './document-row.tsx'
import { DropZone } from './drop-zone.tsx'
import classes from './documents.module.css'
import { RowBoundary } from '../../ui/error-boundary.tsx'

// pdfjs is large: it comes when a document is looked at.
const Viewer = lazy(() => import('../viewer/viewer.tsx').then((file) => ({ default: file.Viewer })))
const PageOrganizer = lazy(() =>
  import('../pages/page-organizer.tsx').then((file) => ({ default: file.PageOrganizer })),
)

/** The deal's PDFs: picked, dropped or pasted, several at once, each told by itself when it was not taken. */
export function DocumentsPanel({ deal }: { deal: Deal }) {
  const { deal_id, document_list } = deal
  const t = messages().documents
  const [organizes, setOrganizes] = useState(false)
  const [made, setMade] = useState<{ made: DealDocument[]; of: DealDocument[] } | null>(null)
  const shown = useViewer((state) => document_list.find((one) => one.document_id === state.document_id))
  const canOrganize = document_list.some(
    ({ state, pages }) => (state === 'attached' || state === 'refused') && pages !== null,
  )
  const picker = useRef<HTMLButtonElement>(null)
  useActions([
    {
      id: 'documents.attach',
      label: t.attach,
      section: 'deal',
      keys: 'mod+shift+A',
      whileTyping: true,
      run: () => picker.current?.click(),
    },
    ...(canOrganize
      ? [
          {
            id: 'documents.arrange',
            label: messages().pages.open,
            section: 'deal' as const,
            run: () => setOrganizes(true),
          },
        ]
      : []),
  ])
  return (
    <section aria-labelledby="documents-title" data-testid="documents">
      <DropZone deal_id={deal_id} />
      <Group justify="space-between" mb="xs">
        <Title order={2} id="documents-title">
          {t.title}
        </Title>
        <UnsentDocuments deal={deal} />
      </Group>
      <Stack gap="xs">
        {document_list.length > 0 && (
          <div role="list" aria-label={t.list}>
            {document_list.map((document) => (
              <RowBoundary key={document.document_id} of={document}>
                <DocumentRow document={document} deal={deal} />
              </RowBoundary>
            ))}
          </div>
        )}
        {canOrganize && (
          <Button size="compact-xs" variant="subtle" w="fit-content" onClick={() => setOrganizes(true)}>
            {messages().pages.open}
          </Button>
        )}
        {made !== null && <MadeNote {...made} onClose={() => setMade(null)} />}
        <AttachingList deal_id={deal_id} />
        <div className={classes.drop}>
          <FileButton
            accept="application/pdf,.pdf"
            multiple
            onChange={(files) => attachFiles(deal_id, files)}
          >
            {(props) => (
              <Button
                {...props}
                ref={picker}
                variant="default"
                size="xs"
                leftSection={<IconPaperclip size={14} />}
              >
                {t.attach}
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed" mt={4}>
            {t.orDrop}
          </Text>
        </div>
        <ChecklistPanel deal={deal} />
      </Stack>
      <Suspense>
        {shown !== undefined && <Viewer key={shown.document_id} document={shown} onClose={closeViewer} />}
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

/** Documents that were attached, or cut off, after the application was received go out on a press of their own. */
function UnsentDocuments({ deal }: { deal: Deal }) {
  const submitting = useDeal((state) => state.submitting)
  const unsent = deal.document_list.filter(({ state }) => state === 'attached').length
  if (deal.state !== 'received' || unsent === 0) return null
  async function send() {
    const { setSubmitting, reload } = useDeal.getState()
    setSubmitting(true)
    const queued = await call('submission.send_documents', {
      deal_id: deal.deal_id,
    })
    setSubmitting(false)
    if (!queued.ok) notifyError(queued.error)
    await reload()
  }
  return (
    <Button size="xs" loading={submitting} onClick={() => void send()}>
      {messages().documents.send(unsent)}
    </Button>
  )
}
