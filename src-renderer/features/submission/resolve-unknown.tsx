import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Deal, DealDocument } from '../../../src-shared/domain/deal.ts'
import type { Evidence } from '../../../src-shared/domain/queue.ts'
import type { AppError } from '../../../src-shared/errors.ts'
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
  const it = isApplication ? 'application' : 'document'

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
            It is there
          </Text>
          <Text size="xs">
            {isApplication
              ? 'The deal goes on under this application id: its documents are sent, its news is shown here.'
              : 'It counts as received and is not sent again.'}
          </Text>
          {isApplication && (
            <TextInput
              w="100%"
              size="xs"
              label="Application id"
              description="The funding partner can tell it to you."
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
            It arrived
          </Button>
        </div>
        <div className={classes.choice}>
          <Text size="sm" fw={600}>
            It is not there
          </Text>
          <Text size="xs">
            The {it} can be sent again. If it did arrive after all, the funding partner will have it twice, so
            ask before you choose this.
          </Text>
          <Button size="xs" variant="default" onClick={() => void resolve(false)}>
            It did not arrive
          </Button>
        </div>
      </div>
      {error !== null && <ErrorNote error={error} />}
    </div>
  )
}

function WhatIsKnown({ evidence }: { evidence: Evidence | null }) {
  if (evidence === null)
    return (
      <Text size="sm" mt="xs">
        The app is looking for it at the service.
      </Text>
    )
  return (
    <>
      <ul className={classes.evidence} aria-label="What is known">
        {evidence.findings.map(({ words, application_id }) => (
          <li key={`${words} ${application_id}`} data-finding={application_id ?? ''}>
            {words}
            {application_id !== null && ` Its id is ${application_id}.`}
          </li>
        ))}
        {evidence.gaps.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt={4}>
        Looked for on {formatInstant(evidence.sought_at)}; it is looked for again by itself.
      </Text>
    </>
  )
}
