import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AppError } from '../../../src-shared/errors.ts'
import { call } from '../../api/funding-desk.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'

/** Asks the broker what became of something whose answer never came. Nothing is sent by either answer. */
export function ResolveUnknown({ deal_id, document_id }: { deal_id: string; document_id?: string }) {
  const [application_id, setApplicationId] = useState('')
  const [error, setError] = useState<AppError | null>(null)
  const isApplication = document_id === undefined
  async function resolve(arrived: boolean) {
    const done = await call('submission.resolve_unknown', {
      deal_id,
      arrived,
      ...(document_id === undefined ? {} : { document_id }),
      ...(isApplication && arrived ? { application_id } : {}),
    })
    if (!done.ok) return setError(done.error)
    setError(null)
    await useDeal.getState().open(deal_id)
  }
  return (
    <>
      {isApplication && (
        <TextInput
          mt="xs"
          label="Application id, if it arrived"
          description="The funding partner can tell it to you."
          value={application_id}
          onChange={(event) => setApplicationId(event.currentTarget.value)}
        />
      )}
      <Group mt="xs" gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={isApplication && application_id.trim() === ''}
          onClick={() => void resolve(true)}
        >
          It arrived
        </Button>
        <Button size="xs" variant="default" onClick={() => void resolve(false)}>
          It did not arrive
        </Button>
      </Group>
      {error !== null && <ErrorNote error={error} />}
    </>
  )
}
