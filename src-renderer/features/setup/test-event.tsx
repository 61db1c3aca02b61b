import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { runWebhookTest, useWebhooks, useWebhookTest } from '../../stores/webhooks-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { WebhookTestSteps } from '../settings/webhook-test-steps.tsx'

/** Sends a real test event as soon as it is shown, and tells step by step how far it came. */
export function TestEvent() {
  const { value: view, error } = useWebhooks()
  const { test } = useWebhookTest()
  const [failed, setFailed] = useState<AppError | null>(null)
  const begun = useRef(false)
  const text = messages().setup.test

  function again() {
    setFailed(null)
    void fireTest().then(setFailed)
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void fireTest().then(setFailed)
  }, [])

  const problem = failed ?? error
  const arrived = test?.done === true && test.stuck === null ? test.steps.at(-1) : undefined
  const hasNone = view !== null && view.registrations.every(({ origin }) => origin !== 'here')
  return (
    <Stack gap={6} data-testid="test-event" data-came-round={arrived?.after_ms}>
      <Title order={3}>{text.title}</Title>
      <Text size="sm" c="dimmed">
        {text.about}
      </Text>
      {problem !== null && <ErrorNote error={problem} />}
      {hasNone && <Text size="sm">{text.nothing}</Text>}
      {test !== null && <WebhookTestSteps test={test} />}
      <div role="status">
        {arrived !== undefined && (
          <Text size="sm" fw={600}>
            {text.cameRound(arrived.after_ms)}
          </Text>
        )}
        {test?.done === true && test.stuck !== null && <Text size="sm">{text.stuck}</Text>}
      </div>
      {(test?.done === true || problem !== null) && (
        <Button variant="default" size="compact-sm" w="fit-content" onClick={again}>
          {text.again}
        </Button>
      )}
    </Stack>
  )
}

/** Fires at the registration that leads here; where there is none, the list says so. */
async function fireTest(): Promise<AppError | null> {
  await useWebhooks.getState().load()
  const here = useWebhooks.getState().value?.registrations.find(({ origin }) => origin === 'here')
  return here === undefined ? null : runWebhookTest(here.uuid)
}
