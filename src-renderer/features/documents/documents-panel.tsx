import { Alert, Button, FileButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { call, registerFiles } from '../../api/funding-desk.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { tellError } from '../../ui/tell-error.ts'
import { ChecklistPanel } from './checklist-panel.tsx'
import { DocumentRow } from './document-row.tsx'
import classes from './documents.module.css'

interface Refusal {
  name: string
  error: AppError
}

/** The deal's PDFs: picked or dropped, several at once, each told by itself when it was not taken. */
export function DocumentsPanel({ deal }: { deal: Deal }) {
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const [hints, setHints] = useState<{ name: string; also_in: string[] }[]>([])
  const [over, setOver] = useState(false)

  async function attach(files: File[]) {
    if (files.length === 0) return
    setBusy(true)
    setRefusals([])
    setHints([])
    const registered = await registerFiles(files.slice(0, 100))
    const outcome = registered.ok
      ? await call('documents.attach', {
          deal_id: deal.deal_id,
          files: registered.value.map(({ file_id }) => ({ file_id })),
        })
      : registered
    setBusy(false)
    if (outcome.ok)
      setHints(outcome.value.flatMap((one) => (one.attached && one.also_in.length > 0 ? [one] : [])))
    setRefusals(
      outcome.ok
        ? outcome.value.flatMap((one) => (one.attached ? [] : [{ name: one.name, error: one.error }]))
        : [{ name: 'The files', error: outcome.error }],
    )
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void attach([...event.dataTransfer.files])
  }

  return (
    <section
      aria-labelledby="documents-title"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      data-testid="documents"
    >
      <Group justify="space-between" mb="xs">
        <Title order={2} id="documents-title">
          Documents
        </Title>
        <UnsentDocuments deal={deal} />
      </Group>
      <Stack gap="xs">
        {deal.document_list.length > 0 && (
          <div role="list" aria-label="Attached documents">
            {deal.document_list.map((document) => (
              <DocumentRow key={document.document_id} document={document} deal={deal} />
            ))}
          </div>
        )}
        <div className={`${classes.drop} ${over ? classes.over : ''}`}>
          <FileButton accept="application/pdf,.pdf" multiple onChange={(files) => void attach(files)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                loading={busy}
                leftSection={<IconPaperclip size={14} />}
              >
                Attach PDFs
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed" mt={4}>
            or drop them here, as many as you like
          </Text>
        </div>
        {hints.map(({ name, also_in }) => (
          <Alert
            key={name}
            color="blue"
            withCloseButton
            closeButtonLabel="Put away"
            onClose={() => setHints((all) => all.filter((one) => one.name !== name))}
            data-testid="same-file"
          >
            <Text size="xs">
              {name} is attached to {also_in.join(', ')} as well. It was added here.
            </Text>
          </Alert>
        ))}
        {refusals.map(({ name, error }) => (
          <div key={name} data-testid="refused-file">
            <Text size="xs" fw={600} mb={2} className={classes.fileName}>
              {name}
            </Text>
            <ErrorNote
              error={error}
              onClose={() => setRefusals((all) => all.filter((one) => one.name !== name))}
            />
          </div>
        ))}
        <ChecklistPanel deal={deal} />
      </Stack>
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
    const queued = await call('submission.send_documents', { deal_id: deal.deal_id })
    setSubmitting(false)
    if (!queued.ok) tellError(queued.error)
    await reload()
  }
  return (
    <Button size="xs" loading={submitting} onClick={() => void send()}>
      Send {unsent} {unsent === 1 ? 'document' : 'documents'}
    </Button>
  )
}
