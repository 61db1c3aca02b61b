import { Button, Checkbox, Group, Text, UnstyledButton, Progress } from '@mantine/core'
import { IconForms, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { PickInput } from '../../platform/ui/choice-input.tsx'
import { formatBytes, formatDay, joinTexts } from '../../platform/ui/formats.ts'
import { Thumbnail } from '../viewer/thumbnail.tsx'
import { openReview, openViewer } from '../viewer/viewer-store.ts'
import type { BadgeLook } from '../../../src-shared/platform/words/vocabulary.ts'
import { ReadingNote, useStatementOf, VerdictChip } from '../statements/verdict.tsx'
import { PeriodField, Questions, reasonsOf, DoubtNote } from './document-reading.tsx'
import classes from './documents.module.css'
import { offerUndo, run } from '../../platform/ui/command.tsx'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { QueuedDocument, ResolveUnknown } from '../submission/queue-strip.tsx'
import { chooseDocument, draggedWith, useChosenDocuments, beginDragOut } from '../handout/handout-bar.tsx'
import drag from '../handout/handout.module.css'
import { Hint, IconButton, Chip, Quiet } from '../../platform/ui/parts.tsx'
import {
  type DealDocument,
  type DocumentState,
  lockedOriginal,
  STATEMENT_KINDS,
} from '../../../src-shared/features/documents/document.ts'

const LOOKS: Record<DocumentState, BadgeLook> = {
  attached: 'outline',
  queued: 'blue',
  sending: 'blue',
  received: 'green',
  refused: 'red',
  unknown: 'orange',
}

/** A row with one PDF: its kind, days, verdict, and state, and the actions that are possible now. Below it, only what needs the broker. */
export function DocumentRow({ document, deal }: { document: DealDocument; deal: Deal }) {
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const [isOpen, setOpen] = useState(false)
  const { document_id, name, kind, size, pages, state, reading, added_at } = document
  const text = messages().documents
  const isEditable = canEdit(document)
  const statement = useStatementOf(document_id)
  const isReading = ['queued', 'reading'].includes(statement?.reading.state ?? '')
  const isChosen = useChosenDocuments(({ ids }) => ids.has(document_id))
  const choices = profile?.document_kinds ?? []
  const dragOut = {
    draggable: true,
    onDragStart: (event: DragEvent) =>
      beginDragOut(event, deal.deal_id, { document_ids: draggedWith(document_id, deal.document_list) }),
  }
  return (
    <div
      className={classes.document}
      role="listitem"
      data-document={name}
      data-state={state}
      data-kind-by={reading?.kind_by}
    >
      <Checkbox
        size="xs"
        aria-label={messages().handout.select(name)}
        checked={isChosen}
        onChange={({ currentTarget }) => chooseDocument(document_id, currentTarget.checked)}
      />
      <UnstyledButton
        {...dragOut}
        className={`${classes.thumbnail} ${drag.draggable}`}
        title={messages().handout.dragNamed(name)}
        aria-label={messages().viewer.open(name)}
        onClick={() => openViewer(document_id)}
      >
        <Thumbnail document={document} />
      </UnstyledButton>
      <div className={drag.draggable} {...dragOut}>
        <Text className={classes.fileName} title={name}>
          {name}
        </Text>
        <Hint>
          {pages !== null && `${text.pages(pages)} · `}
          {formatBytes(size)}
        </Hint>
        {deal.renews !== null && added_at < deal.created_at && (
          <Hint>{text.carried(deal.renews.legal_name || messages().common.noName, formatDay(added_at))}</Hint>
        )}
      </div>
      <div className={classes.facts}>
        <div>
          {isEditable && profile !== null ? (
            <PickInput
              size="xs"
              classNames={{ input: classes.kind ?? '' }}
              aria-label={text.kindOf(name)}
              placeholder={text.chooseKind}
              choices={choices}
              value={kind}
              onPick={(next) => void run(call('documents.set_kind', { document_id, kind: next }))}
            />
          ) : (
            <Text size="xs" px={11}>
              {choices.find(({ value }) => value === kind)?.label ?? kind}
            </Text>
          )}
        </div>
        <div>
          <PeriodField document={document} />
        </div>
        <div>{statement !== undefined && <VerdictChip statement={statement} />}</div>
        <div>
          <Chip look={LOOKS[state]}>{text.states[state]}</Chip>
        </div>
      </div>
      <Group gap={2} wrap="nowrap" justify="flex-end">
        {(deal.state === 'draft' || deal.state === 'refused') && !STATEMENT_KINDS.has(kind) && (
          <IconButton
            icon={IconForms}
            label={messages().prefill.readValuesOf(name)}
            hint={messages().prefill.readValues}
            onClick={() => openReview(document_id)}
          />
        )}
        {hasDetails(document) && (
          <IconButton
            icon={IconInfoCircle}
            label={text.detailsOf(name)}
            hint={text.details}
            expanded={isOpen}
            onClick={() => setOpen((was) => !was)}
          />
        )}
        {isEditable && (
          <IconButton
            icon={IconX}
            label={text.removeNamed(name)}
            hint={messages().common.remove}
            onClick={() => void removeDocuments([document])}
          />
        )}
      </Group>
      <div className={classes.below}>
        <DoubtNote document={document} isEditable={isEditable} />
        {isEditable && <Questions document={document} isReading={isReading} />}
        {statement !== undefined && <ReadingNote statement={statement} />}
        <DocumentSending document={document} deal={deal} />
        {isOpen && (
          <div className={classes.details} role="group" aria-label={text.detailsOf(name)}>
            {reasonsOf(document).map((reason) => (
              <Hint key={reason}>{reason}</Hint>
            ))}
            <Originals document={document} />
          </div>
        )}
      </div>
    </div>
  )
}

const canEdit = ({ state }: DealDocument) => state === 'attached' || state === 'refused'

const hasDetails = (document: DealDocument) =>
  reasonsOf(document).length > 0 || (document.originals ?? []).length > 0

/**
 * Names the photos from which the app made the document, or says which copy of a locked PDF the partner gets. Saves the originals as they
 * were.
 */
function Originals({ document }: { document: DealDocument }) {
  const { document_id, originals = [], reading } = document
  const text = messages().documents
  if (originals.length === 0) return null
  const isLocked = lockedOriginal(document) !== null
  const sendsLocked = reading?.sends_original === true
  return (
    <Group gap={4} data-sends={isLocked ? (sendsLocked ? 'original' : 'unlocked') : undefined}>
      <Hint>
        {isLocked
          ? sendsLocked
            ? text.sendsLocked
            : text.sendsUnlocked
          : text.fromPhotos(originals.map(({ name }) => name).join(', '))}
      </Hint>
      {isLocked && canEdit(document) && (
        <Quiet
          onClick={() =>
            void run(call('documents.set_sent_file', { document_id, sends_original: !sendsLocked }))
          }
        >
          {sendsLocked ? text.sendUnlocked : text.sendLocked}
        </Quiet>
      )}
      {originals.map(({ name, sha256 }, index) => (
        <Quiet
          key={sha256}
          aria-label={text.saveOriginalNamed(name)}
          onClick={() => void run(call('documents.save_original', { document_id, index }))}
        >
          {text.saveOriginal}
        </Quiet>
      ))}
    </Group>
  )
}

function DocumentSending({ document, deal }: { document: DealDocument; deal: Deal }) {
  const { state, error } = document
  switch (state) {
    case 'received':
      return null
    case 'queued':
      return <QueuedDocument deal={deal} document={document} />
    case 'sending':
      return <UnderWay document={document} />
    case 'unknown':
      return (
        error !== null && (
          <ErrorNote error={error}>
            <ResolveUnknown deal={deal} document={document} />
          </ErrorNote>
        )
      )
    case 'attached':
    case 'refused':
      return <SendOne document={document} deal={deal} />
  }
}

function UnderWay({ document: { document_id, deal_id, name, size } }: { document: DealDocument }) {
  const { sent } = useDeal((state) => state.progress[document_id]) ?? { sent: 0 }
  const percent = Math.floor((100 * sent) / Math.max(1, size))
  const text = messages().documents
  return (
    <Group gap="xs" wrap="nowrap" mt={4}>
      <Text size="xs" c="dimmed" className="tabular" flex="none" data-sent={percent}>
        {percent < 100 ? text.sentBytes(formatBytes(sent), formatBytes(size), percent) : text.waitsForAnswer}
      </Text>
      <Progress size="xs" value={percent} flex={1} aria-label={text.sentOf(name)} />
      <Quiet
        aria-label={text.cancelSending(name)}
        onClick={() => void run(call('submission.cancel', { deal_id, document_id }))}
      >
        {messages().common.cancel}
      </Quiet>
    </Group>
  )
}

/**
 * Sends an unsent document, and says why it is unsent. After an interrupted upload, starts again at the document's first byte. A document of
 * a deal that the partner does not have yet is sent with the application.
 */
function SendOne({ document, deal }: { document: DealDocument; deal: Deal }) {
  const { document_id, deal_id, name, error } = document
  const text = messages().documents
  const isCancelled = error?.code === 'SENDING_CANCELLED'
  const send = deal.application_id !== null && (
    <Button
      size="compact-xs"
      mt={4}
      aria-label={error === null ? text.sendOneNamed(name) : text.sendAgainNamed(name)}
      onClick={() => void run(call('submission.send_documents', { deal_id, document_id }))}
    >
      {error === null ? text.sendOne : text.sendAgain}
    </Button>
  )
  if (error === null || isCancelled)
    return (
      <Group gap="xs">
        {isCancelled && (
          <Hint role="status">{`${formatMessage(error.message)} ${messages().errors.outcomes.not_received}`}</Hint>
        )}
        {send}
      </Group>
    )
  return (
    <ErrorNote error={error}>
      {error.fields?.map(({ path, message }) => (
        <Text key={path}>{joinTexts([path, formatMessage(message)], ': ')}</Text>
      ))}
      {send}
    </ErrorNote>
  )
}

/** Removes documents from their deal and offers an undo. Returns false and reports an error if a document remains. */
export async function removeDocuments(documents: readonly DealDocument[]): Promise<boolean> {
  const removed: DealDocument[] = []
  for (const document of documents) {
    if ((await run(call('documents.remove', { document_id: document.document_id }))) === null) break
    removed.push(document)
  }
  const text = messages().documents
  const [first, ...others] = removed
  if (first !== undefined) {
    const said = others.length === 0 ? text.removed(first.name) : text.removedMany(removed.length)
    offerUndo(said, () => putBack(removed))
  }
  return removed.length === documents.length
}

/** Restores documents one after another, in their former order. A failure does not prevent the restoring of the other documents. */
async function putBack(removed: readonly DealDocument[]): Promise<Result<unknown>> {
  for (const { document_id } of removed) await run(call('documents.restore', { document_id }))
  return ok({})
}
