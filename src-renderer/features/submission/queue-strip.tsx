import { Anchor, Button, Group, Loader, Text, TextInput } from '@mantine/core'
import type { Deal, QueuePlace, Evidence } from '../../../src-shared/features/deals/deal.ts'
import type { QueueStatus } from '../../../src-shared/features/submission/queue.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { useQueue } from '../../platform/page/server-stores.ts'
import { offerUndo, run, runForDeal, useCommand, withdrawUndo } from '../../platform/ui/command.tsx'
import { secondsUntil, useNow } from '../../platform/ui/clock.ts'
import { ConfirmHeld } from './first-real-dialog.tsx'
import classes from './submission.module.css'
import { useState } from 'react'
import { evidenceMessage } from '../../../src-shared/features/submission/evidence-messages.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { formatInstant } from '../../platform/ui/formats.ts'
import { Hint, Quiet } from '../../platform/ui/parts.tsx'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

/**
 * Shows the position of a submitted application in the submission queue, until the partner has received the application. Has a button to
 * cancel the submission.
 */
export function QueueStrip({ deal }: { deal: Deal }) {
  const place = deal.queue.find(({ subject_id }) => subject_id === deal.deal_id)
  const status = useQueue((state) => state.value)
  const now = useNow(place?.leaves_at ?? null)
  const text = messages().submission
  if (deal.state === 'sending')
    return (
      <Strip state="sending">
        <Text>{text.sending}</Text>
      </Strip>
    )
  if (deal.state !== 'queued' || place === undefined) return null
  const { deal_id } = deal
  const seconds = secondsUntil(place.leaves_at, now)
  return (
    <Strip state={seconds > 0 ? 'undo' : status.state}>
      <div>
        <Text fw={500} aria-live={seconds > 0 ? 'off' : 'polite'} className="tabular">
          {seconds > 0 ? text.sendsIn(seconds) : <PlaceMessage place={place} status={status} />}
        </Text>
        {seconds === 0 && status.error !== null && (
          <Hint>
            {formatMessage(status.error.message)} {formatMessage(status.error.advice)}
          </Hint>
        )}
      </div>
      <Group gap="xs" wrap="nowrap" flex="none">
        {seconds > 0 && (
          <Button size="xs" variant="subtle" onClick={() => void sendNow(deal)}>
            {text.sendNow}
          </Button>
        )}
        {seconds === 0 && status.state === 'waiting' && (
          <Button size="xs" variant="subtle" onClick={() => void call('queue.retry_now', {})}>
            {text.tryNow}
          </Button>
        )}
        {seconds === 0 && status.state === 'held' && (
          <Anchor href={hrefOf({ screen: 'settings' })}>{messages().deal.next.openSettings}</Anchor>
        )}
        {seconds === 0 && status.state === 'unconfirmed' && <ConfirmHeld deal={deal} size="xs" />}
        <Button size="xs" onClick={() => void run(cancelSubmission(deal_id), text.cancelled)}>
          {seconds > 0 ? messages().common.undo : text.cancelSubmission}
        </Button>
      </Group>
    </Strip>
  )
}

function Strip({ state, children }: { state: string; children: React.ReactNode }) {
  return (
    <section className={classes.strip} aria-label={messages().submission.strip} data-queue={state}>
      {state !== 'waiting' && state !== 'held' && state !== 'unconfirmed' && (
        <Loader size={16} aria-hidden="true" />
      )}
      {children}
    </section>
  )
}

function PlaceMessage({ place, status }: { place: QueuePlace; status: QueueStatus }): string {
  const now = useNow(status.retry_at)
  const text = messages().submission
  const line = text.place(place.position)
  if (status.state === 'held' || status.state === 'unconfirmed') return text.needsYou(line)
  if (status.state === 'moving') return place.position === 1 ? text.sending : text.isQueued(line)
  const seconds = secondsUntil(status.retry_at, now)
  return text.waitsForConnection(line) + (seconds > 0 ? text.nextTry(seconds) : '')
}

export function QueuedDocument({ deal, document }: { deal: Deal; document: DealDocument }) {
  const { document_id, name } = document
  const place = deal.queue.find(({ subject_id }) => subject_id === document_id)
  const status = useQueue((state) => state.value)
  const now = useNow(place?.leaves_at ?? null)
  if (place === undefined) return null
  const text = messages().submission
  const seconds = secondsUntil(place.leaves_at, now)
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap" mt={4}>
      <Hint className="tabular">
        {seconds > 0 ? text.sendsIn(seconds) : <PlaceMessage place={place} status={status} />}
      </Hint>
      {seconds === 0 && status.state === 'unconfirmed' && <ConfirmHeld deal={deal} size="compact-xs" />}
      <Quiet
        aria-label={messages().documents.cancelSending(name)}
        onClick={() => void follow(deal, call('submission.cancel', { deal_id: deal.deal_id, document_id }))}
      >
        {messages().common.cancel}
      </Quiet>
    </Group>
  )
}

/** Shows a note, on every screen, that the application will be sent in a moment. Its Undo button cancels the submission. */
export function offerCancel(deal: Deal, seconds: number): void {
  if (seconds === 0) return
  const { deal_id, legal_name } = deal
  const undo = () => cancelSubmission(deal_id)
  offerUndo(messages().submission.sendsSoon(legal_name), undo, { toast: undoId(deal_id), ms: seconds * 1000 })
}

const undoId = (deal_id: string) => `undo ${deal_id}`

async function sendNow(deal: Deal): Promise<void> {
  withdrawUndo(undoId(deal.deal_id))
  await follow(deal, call('submission.send_now', { deal_id: deal.deal_id }))
}

async function cancelSubmission(deal_id: string): Promise<Result<void>> {
  withdrawUndo(undoId(deal_id))
  const done = await call('submission.cancel', { deal_id })
  await showAgain(deal_id)
  return done
}

/** Waits for a change of the submission queue and shows its result. */
async function follow(deal: Deal, work: Promise<Result<void>>): Promise<void> {
  await runForDeal(deal, work)
  await showAgain(deal.deal_id)
}

async function showAgain(deal_id: string): Promise<void> {
  if (useDeal.getState().deal?.deal_id === deal_id) await useDeal.getState().open(deal_id)
}

/**
 * Asks the broker whether the partner received a request to which no response arrived. Shows what is known, and the effect of each answer.
 * Neither answer sends anything.
 */
export function ResolveUnknown({ deal, document }: { deal: Deal; document?: DealDocument }) {
  const { deal_id } = deal
  const subject_id = document?.document_id ?? deal_id
  const evidence = deal.queue.find((place) => place.subject_id === subject_id)?.evidence ?? null
  const found = evidence?.findings.find(({ application_id }) => application_id !== null)
  const [typed, setTyped] = useState<string | null>(null)
  const application_id = typed ?? found?.application_id ?? ''
  const { error, run: runHere } = useCommand()
  const isApplication = document === undefined
  const text = messages().submission.unknown

  async function resolve(arrived: boolean) {
    const work = call('submission.resolve_unknown', {
      deal_id,
      arrived,
      ...(document === undefined ? {} : { document_id: document.document_id }),
      ...(isApplication && arrived ? { application_id } : {}),
    })
    if ((await runHere(work)) !== null) await useDeal.getState().open(deal_id)
  }
  return (
    <div data-testid="resolve-unknown">
      <EvidenceList evidence={evidence} />
      <div className={classes.choices}>
        <div className={classes.choice}>
          <Text fw={600}>{text.wasReceived}</Text>
          <Text size="xs">{isApplication ? text.wasReceivedApplication : text.wasReceivedDocument}</Text>
          {isApplication && (
            <TextInput
              w="100%"
              size="xs"
              label={messages().deal.applicationId}
              description={
                application_id !== '' && application_id === found?.application_id
                  ? undefined
                  : text.applicationIdHint
              }
              value={application_id}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Button
            size="xs"
            disabled={isApplication && application_id.trim() === ''}
            onClick={() => void resolve(true)}
          >
            {text.confirmReceived}
          </Button>
        </div>
        <div className={classes.choice}>
          <Text fw={600}>{text.wasNotReceived}</Text>
          <Text size="xs">
            {isApplication ? text.wasNotReceivedApplication : text.wasNotReceivedDocument}
          </Text>
          <Button size="xs" onClick={() => void resolve(false)}>
            {text.confirmNotReceived}
          </Button>
        </div>
      </div>
      {error !== null && <ErrorNote error={error} />}
    </div>
  )
}

function EvidenceList({ evidence }: { evidence: Evidence | null }) {
  const text = messages().submission.unknown
  if (evidence === null) return <Text mt="xs">{text.searching}</Text>
  return (
    <>
      <ul className={classes.evidence} aria-label={text.known}>
        {evidence.findings.map(({ words: kept, application_id }) => (
          <li key={`${kept} ${application_id}`} data-finding={application_id ?? ''}>
            {formatMessage(evidenceMessage(kept))}
            {application_id !== null && text.itsId(application_id)}
          </li>
        ))}
        {evidence.gaps.map(formatMessage).map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
      <Hint mt={4}>{text.searched(formatInstant(evidence.sought_at))}</Hint>
    </>
  )
}
