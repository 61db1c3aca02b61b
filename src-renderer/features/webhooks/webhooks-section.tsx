import { Alert, Badge, Button, Group, Loader, Stack, Switch, Table, Text } from '@mantine/core'
import { useEffect } from 'react'
import {
  WEBHOOK_TEST_STEPS,
  type WebhooksView,
  type WebhookTest,
  type WebhookTestStep,
  type WebhookView,
} from '../../../src-shared/features/webhooks/webhooks.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { runWebhookTest, useWebhooks, useWebhookTest } from '../../platform/page/server-stores.ts'
import { run as runCommand, useBusy } from '../../platform/ui/command.tsx'
import { confirm } from '../../platform/ui/dialog.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { formatInstant } from '../../platform/ui/formats.ts'
import { Reading } from '../../platform/ui/loaded.tsx'
import { Hint } from '../../platform/ui/parts.tsx'
import { SettingsSection } from '../../platform/ui/settings-rows.tsx'
import classes from './webhooks.module.css'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'

export function WebhooksSection() {
  const { value: view, error, load, change } = useWebhooks()
  const { busy, run } = useBusy()
  useEffect(() => {
    void load()
  }, [load])
  const text = messages().webhooks
  const send = (work: Promise<Result<WebhooksView>>) => void run(change(work))
  const fix = () => send(call('webhooks.fix', {}))
  async function remove(one: WebhookView) {
    if (await confirmDelete(one)) send(call('webhooks.delete', { uuid: one.uuid }))
  }
  return (
    <SettingsSection
      id="webhooks"
      title={text.title}
      testId="webhooks"
      about={`${text.what} ${view === null ? '' : view.listed_at === null ? text.notReported : text.readAt(formatInstant(view.listed_at))}`}
      aside={
        <Button variant="subtle" size="xs" onClick={() => void load()} disabled={busy}>
          {messages().offers.refresh}
        </Button>
      }
    >
      <Stack gap="sm">
        {error !== null && <ErrorNote error={error} onAgain={() => void load()} />}
        {view === null && error === null && <Reading lines={1} height={90} />}
        {view !== null && (
          <>
            <Drift view={view} busy={busy} onFix={fix} />
            {view.registrations.length > 0 && (
              <Registrations
                registrations={view.registrations}
                busy={busy}
                onSwitch={(uuid, is_active) => send(call('webhooks.switch', { uuid, is_active }))}
                onDelete={(one) => void remove(one)}
              />
            )}
            <Create view={view} busy={busy} onCreate={fix} />
          </>
        )}
      </Stack>
    </SettingsSection>
  )
}

function confirmDelete({ event_type, webhook_url, origin }: WebhookView): Promise<boolean> {
  const text = messages().webhooks
  return confirm({
    title: text.deleteTitle,
    text: (
      <>
        <Text>{text.stops(kindOf(event_type))}</Text>
        <Hint className={classes.url}>{webhook_url}</Hint>
        <Text>{origin === 'here' ? text.ours : text.theirs}</Text>
      </>
    ),
    action: messages().common.delete,
    cancel: messages().common.keep,
    isDangerous: true,
  })
}

/**
 * Shows that the webhook registration is missing at the partner, is disabled, or has a different URL. Has a button to correct the
 * registration.
 */
function Drift({ view, busy, onFix }: { view: WebhooksView; busy: boolean; onFix: () => void }) {
  if (view.problems.length === 0) return null
  const text = messages().webhooks
  return (
    <Alert color="red" title={text.drift}>
      <Stack gap="xs" align="flex-start">
        {view.problems.map(({ event_type, problem }) => (
          <Text key={event_type}>{text.problems[problem](kindOf(event_type))}</Text>
        ))}
        <Button variant="filled" size="xs" color="red" loading={busy} onClick={onFix}>
          {text.fix}
        </Button>
      </Stack>
    </Alert>
  )
}

function Create({ view, busy, onCreate }: { view: WebhooksView; busy: boolean; onCreate: () => void }) {
  if (view.registrations.some(({ origin }) => origin === 'here') || view.problems.length > 0) return null
  if (view.inlet_url === null) return <Text>{messages().webhooks.noRelay}</Text>
  return (
    <Button w="fit-content" loading={busy} onClick={onCreate}>
      {messages().webhooks.register}
    </Button>
  )
}

interface RegistrationsProps {
  registrations: WebhookView[]
  busy: boolean
  onSwitch: (uuid: string, is_active: boolean) => void
  onDelete: (registration: WebhookView) => void
}

function Registrations({ registrations, busy, onSwitch, onDelete }: RegistrationsProps) {
  const { test } = useWebhookTest()
  const isTesting = test !== null && !test.done
  const text = messages().webhooks
  return (
    <Table verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text.about}</Table.Th>
          <Table.Th>{text.sentTo}</Table.Th>
          <Table.Th w={70}>{text.on}</Table.Th>
          <Table.Th w={170}>
            <span className="visually-hidden">{messages().palette.actions}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {registrations.flatMap((one) => {
          const what = kindOf(one.event_type)
          return [
            <Table.Tr key={one.uuid} data-webhook={one.origin}>
              <Table.Td>{what}</Table.Td>
              <Table.Td>
                <Badge
                  size="sm"
                  variant="light"
                  color={one.origin === 'here' ? 'teal' : one.origin === 'former' ? 'orange' : 'gray'}
                >
                  {text.origins[one.origin]}
                </Badge>
                <Hint className={classes.url}>{one.webhook_url}</Hint>
              </Table.Td>
              <Table.Td>
                <Switch
                  checked={one.is_active}
                  disabled={busy}
                  onChange={(event) => onSwitch(one.uuid, event.currentTarget.checked)}
                  aria-label={text.onFor(what, one.webhook_url)}
                />
              </Table.Td>
              <Table.Td>
                <Group gap={4} wrap="nowrap" justify="flex-end">
                  {one.origin === 'here' && (
                    <Button
                      size="xs"
                      disabled={busy || isTesting}
                      onClick={() => void runCommand(runWebhookTest(one.uuid))}
                      aria-label={text.testFor(what)}
                    >
                      {text.test}
                    </Button>
                  )}
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    disabled={busy}
                    onClick={() => onDelete(one)}
                    aria-label={text.deleteFor(what, one.webhook_url)}
                  >
                    {messages().common.delete}
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>,
            ...(test?.uuid === one.uuid
              ? [
                  <Table.Tr key={`${one.uuid} test`}>
                    <Table.Td colSpan={4}>
                      <WebhookTestSteps test={test} />
                    </Table.Td>
                  </Table.Tr>,
                ]
              : []),
          ]
        })}
      </Table.Tbody>
    </Table>
  )
}

function kindOf(event_type: string): string {
  const kinds: Record<string, string> = messages().webhooks.kinds
  return kinds[event_type] ?? event_type
}

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
      <Text fw={500} w={110}>
        {text.places[step]}
      </Text>
      <Text flex={1} miw={0} {...(isStuck ? { c: 'red' } : {})}>
        {formatMessage(reached?.detail ?? (isStuck ? test.stuck?.message : '') ?? '')}
      </Text>
      <Text c="dimmed" className="tabular">
        {reached === undefined ? '' : `${reached.after_ms} ms`}
      </Text>
    </li>
  )
}
