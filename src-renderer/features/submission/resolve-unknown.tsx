import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Deal, DealDocument } from '../../../src-shared/domain/deal.ts'
import { evidenceMessage } from '../../../src-shared/domain/evidence-messages.ts'
import type { Evidence } from '../../../src-shared/domain/queue.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { call } from '../../api/funding-desk.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatInstant } from '../../ui/formats.ts'
import classes from './submission.module.css'

/**
 * Asks the broker what became of something whose answer never came: what is known, and what each answer leads to. Nothing is
 * sent by either answer.
 */
export function ResolveUnknown({ deal, document }: { deal: Deal; document?: DealDocument }) {
  const { deal_id } = deal
  const subject_id = document?.document_id ?? deal_id
  const evidence = deal.queue.find((place) => place.subject_id === subject_id)?.evidence ?? null
  const found = evidence?.findings.find(({ application_id }) => application_id !== null)
  const [typed, setTyped] = useState<string | null>(null)
  const application_id = typed ?? found?.application_id ?? ''
  const [error, setError] = useState<AppError | null>(null)
  const isApplication = document === undefined
  const said = messages().submission.unknown

  async function resolve(arrived: boolean) {
    const done = await call('submission.resolve_unknown', {
      deal_id,
      arrived,
      ...(document === undefined ? {} : { document_id: document.document_id }),
      ...(isApplication && arrived ? { application_id } : {}),
    })
    if (!done.ok) return setError(done.error)
    setError(null)
    await useDeal.getState().open(deal_id)
  }
  return (
    <div data-testid="resolve-unknown">
      <WhatIsKnown evidence={evidence} />
      <div className={classes.choices}>
        <div className={classes.choice}>
          <Text size="sm" fw={600}>
            {said.wasReceived}
          </Text>
          <Text size="xs">{isApplication ? said.wasReceivedApplication : said.wasReceivedDocument}</Text>
          {isApplication && (
            <TextInput
              w="100%"
              size="xs"
              label={said.applicationId}
              description={said.applicationIdHint}
              value={application_id}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Button
            size="xs"
            variant="default"
            disabled={isApplication && application_id.trim() === ''}
            onClick={() => void resolve(true)}
          >
            {said.confirmReceived}
          </Button>
        </div>
        <div className={classes.choice}>
          <Text size="sm" fw={600}>
            {said.wasNotReceived}
          </Text>
          <Text size="xs">
            {isApplication ? said.wasNotReceivedApplication : said.wasNotReceivedDocument}
          </Text>
          <Button size="xs" variant="default" onClick={() => void resolve(false)}>
            {said.confirmNotReceived}
          </Button>
        </div>
      </div>
      {error !== null && <ErrorNote error={error} />}
    </div>
  )
}

function WhatIsKnown({ evidence }: { evidence: Evidence | null }) {
  const said = messages().submission.unknown
  if (evidence === null)
    return (
      <Text size="sm" mt="xs">
        {said.searching}
      </Text>
    )
  return (
    <>
      <ul className={classes.evidence} aria-label={said.known}>
        {evidence.findings.map(({ words: kept, application_id }) => (
          <li key={`${kept} ${application_id}`} data-finding={application_id ?? ''}>
            {formatMessage(evidenceMessage(kept))}
            {application_id !== null && said.itsId(application_id)}
          </li>
        ))}
        {evidence.gaps.map(formatMessage).map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt={4}>
        {said.searched(formatInstant(evidence.sought_at))}
      </Text>
    </>
  )
}
