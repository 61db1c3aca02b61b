import { Loader, Text } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import {
  WEBHOOK_TEST_STEPS,
  type WebhookTest,
  type WebhookTestStep,
} from '../../../src-shared/features/webhooks/webhooks.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import classes from './webhooks.module.css'

/** Shows the steps of a test event: which ones it reached, how long they took, and where it stopped. */
export function WebhookTestSteps({ test }: { test: WebhookTest }) {
  return (
    <ol className={classes.steps} aria-label={messages().webhooks.testEvent} aria-live="polite">
      {WEBHOOK_TEST_STEPS.map((step) => (
        <Step key={step} step={step} test={test} />
      ))}
    </ol>
  )
}

function Step({ step, test }: { step: WebhookTestStep; test: WebhookTest }) {
  const reached = test.steps.find((one) => one.step === step)
  const isStuck = test.stuck?.step === step && reached === undefined
  const state = reached !== undefined ? 'reached' : isStuck ? 'stuck' : test.done ? 'not_reached' : 'waiting'
  const text = messages().webhooks
  return (
    <li className={classes.step} data-step={step} data-state={state}>
      <span className={classes.mark}>
        {state === 'reached' && (
          <IconCheck size={14} color="var(--mantine-color-teal-6)" aria-label={text.reached} />
        )}
        {state === 'stuck' && <IconX size={14} color="var(--mantine-color-red-6)" aria-label={text.stuck} />}
        {state === 'not_reached' && <IconMinus size={14} aria-label={text.notReached} />}
        {state === 'waiting' && <Loader size={12} aria-label={text.waiting} />}
      </span>
      <Text size="sm" fw={500} w={110}>
        {text.places[step]}
      </Text>
      <Text size="sm" className={classes.found} {...(isStuck ? { c: 'red' } : {})}>
        {formatMessage(reached?.detail ?? (isStuck ? test.stuck?.message : '') ?? '')}
      </Text>
      <Text size="sm" c="dimmed" className="tabular">
        {reached === undefined ? '' : `${reached.after_ms} ms`}
      </Text>
    </li>
  )
}
