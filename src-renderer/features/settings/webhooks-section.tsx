import { Alert, Badge, Button, Group, Modal, Paper, Stack, Switch, Table, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { WebhooksView, WebhookView } from '../../../src-shared/domain/webhooks.ts'
import type { Result } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { runWebhookTest, useWebhooks, useWebhookTest } from '../../stores/server-stores.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatInstant } from '../../ui/formats.ts'
import { Reading } from '../../ui/reading.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { WebhookTestSteps } from './webhook-test-steps.tsx'
import classes from './webhooks.module.css'

/** The address for the partner's notifications, and a test of their delivery. */
export function WebhooksSection() {
  const { value: view, error, load, change } = useWebhooks()
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState<WebhookView | null>(null)
  useEffect(() => {
    void load()
  }, [load])

  async function run(work: () => Promise<Result<WebhooksView>>) {
    setBusy(true)
    const failed = await change(work)
    setBusy(false)
    if (failed !== null) notifyError(failed)
  }

  const text = messages().webhooks
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="webhooks-title" data-testid="webhooks">
      <Group justify="space-between" mb={4}>
        <Title order={2} id="webhooks-title">
          {text.title}
        </Title>
        <Button variant="subtle" size="xs" onClick={() => void load()} disabled={busy}>
          {text.refresh}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {text.what}{' '}
        {view?.listed_at === null
          ? text.notReported
          : view !== null && text.readAt(formatInstant(view.listed_at))}
      </Text>
      <Stack gap="sm">
        {error !== null && <ErrorNote error={error} onAgain={() => void load()} />}
        {view === null && error === null && <Reading lines={1} height={90} />}
        {view !== null && (
          <>
            <Drift view={view} busy={busy} onFix={() => void run(() => call('webhooks.fix', {}))} />
            {view.registrations.length > 0 && (
              <Registrations
                registrations={view.registrations}
                busy={busy}
                onSwitch={(uuid, is_active) => void run(() => call('webhooks.switch', { uuid, is_active }))}
                onDelete={setDeleting}
              />
            )}
            <Create view={view} busy={busy} onCreate={() => void run(() => call('webhooks.fix', {}))} />
          </>
        )}
      </Stack>
      {deleting !== null && (
        <DeleteDialog
          registration={deleting}
          onClose={() => setDeleting(null)}
          onDelete={() => {
            setDeleting(null)
            void run(() => call('webhooks.delete', { uuid: deleting.uuid }))
          }}
        />
      )}
    </Paper>
  )
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
          <Text size="sm" key={event_type}>
            {text.problems[problem](kindOf(event_type))}
          </Text>
        ))}
        <Button size="xs" color="red" loading={busy} onClick={onFix}>
          {text.fix}
        </Button>
      </Stack>
    </Alert>
  )
}

function Create({ view, busy, onCreate }: { view: WebhooksView; busy: boolean; onCreate: () => void }) {
  if (view.registrations.some(({ origin }) => origin === 'here') || view.problems.length > 0) return null
  if (view.inlet_url === null) return <Text size="sm">{messages().webhooks.noRelay}</Text>
  return (
    <Button variant="default" w="fit-content" loading={busy} onClick={onCreate}>
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
  async function start(uuid: string) {
    const failed = await runWebhookTest(uuid)
    if (failed !== null) notifyError(failed)
  }
  const text = messages().webhooks
  return (
    <Table verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{text.about}</Table.Th>
          <Table.Th>{text.sentTo}</Table.Th>
          <Table.Th w={70}>{text.on}</Table.Th>
          <Table.Th w={170}>
            <span className={classes.hidden}>{text.actions}</span>
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
                <Text size="xs" c="dimmed" className={classes.url}>
                  {one.webhook_url}
                </Text>
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
                      variant="default"
                      disabled={busy || isTesting}
                      onClick={() => void start(one.uuid)}
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

interface DeleteDialogProps {
  registration: WebhookView
  onClose: () => void
  onDelete: () => void
}

function DeleteDialog({ registration, onClose, onDelete }: DeleteDialogProps) {
  const isOurs = registration.origin === 'here'
  const text = messages().webhooks
  return (
    <Modal opened onClose={onClose} title={text.deleteTitle}>
      <Text size="sm" mb="xs">
        {text.stops(kindOf(registration.event_type))}
      </Text>
      <Text size="xs" c="dimmed" mb="md" className={classes.url}>
        {registration.webhook_url}
      </Text>
      <Text size="sm" mb="md">
        {isOurs ? text.ours : text.theirs}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {text.keep}
        </Button>
        <Button color="red" onClick={onDelete}>
          {messages().common.delete}
        </Button>
      </Group>
    </Modal>
  )
}

function kindOf(event_type: string): string {
  const kinds: Record<string, string> = messages().webhooks.kinds
  return kinds[event_type] ?? event_type
}
