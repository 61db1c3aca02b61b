import { Button, Table } from '@mantine/core'
import type { EnvironmentStatus } from '../../../src-shared/features/connection/environment.ts'
import type { EventProblem } from '../../../src-shared/platform/webhook/event.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { storeMessage } from '../../../src-shared/platform/texts/message.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { updateEnvironment, useConnection, useEnvironment } from '../../platform/page/environment-store.ts'
import { notifyDone, run } from '../../platform/ui/command.tsx'
import { confirm } from '../../platform/ui/dialog.tsx'
import { inTableRow, RowBoundary } from '../../platform/ui/error-boundary.tsx'
import { formatCount, formatInstant } from '../../platform/ui/formats.ts'
import { useLoaded } from '../../platform/ui/loaded.tsx'
import { DataTable, Facts } from '../../platform/ui/parts.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { RelayForm } from './relay-form.tsx'
import { SettingsSection } from '../../platform/ui/settings-rows.tsx'
import { WebhooksSection } from '../webhooks/webhooks-section.tsx'

export function ConnectionSection() {
  const environment = useEnvironment((state) => state.value?.environment ?? null)
  if (environment === null) return null
  const text = messages().settings
  const forget = () => void forgetAfter(text.forgetting.credentials, 'environment.forget_credentials')
  return (
    <SettingsSection
      id="connection"
      title={text.connectionTitle}
      aside={environment.has_client_secret && <Forget label={text.forgetCredentials} onPress={forget} />}
    >
      <CredentialsForm
        key={environment.environment}
        saveLabel={text.testAndSave}
        onSaved={() => notifyDone(text.connectionWorks)}
      />
    </SettingsSection>
  )
}

export function RelaySection() {
  const environment = useEnvironment((state) => state.value?.environment ?? null)
  if (environment === null) return null
  const { relay_paired, relay_url, webhook_url } = environment
  const text = messages().settings
  const forget = () => void forgetAfter(text.forgetting.relay, 'relay.forget')
  const facts = [
    [messages().webhooks.places.relay, relay_url],
    [text.registered, webhook_url ?? text.notYet],
  ] as const
  return (
    <>
      <SettingsSection
        id="relay"
        title={messages().shell.sections.alerts}
        aside={relay_paired && <Forget label={text.forgetRelay} onPress={forget} />}
      >
        {relay_paired && <Facts width={200} facts={facts} />}
        <RelayForm onDone={() => notifyDone(text.announcedFromNow)} />
      </SettingsSection>
      <EventProblems />
      <WebhooksSection key={`${relay_url} ${webhook_url}`} />
    </>
  )
}

function Forget({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button variant="subtle" color="red" size="xs" onClick={onPress}>
      {label}
    </Button>
  )
}

async function forgetAfter(
  said: { title: string; body: string },
  channel: 'environment.forget_credentials' | 'relay.forget',
): Promise<void> {
  const { remove, keep } = messages().common
  const { title, body } = said
  if (!(await confirm({ title, text: body, action: remove, cancel: keep, isDangerous: true }))) return
  const work: Promise<Result<EnvironmentStatus>> = call(channel, {})
  const done = await run(work)
  if (done !== null) updateEnvironment(done)
}

/**
 * Lists the partner's notifications that the app rejected or considers suspicious, each with the reason. Renders nothing if there are none.
 */
function EventProblems() {
  const count = useConnection((state) => state.value?.event_problems ?? 0)
  const { value: problems, put } = useLoaded(() => call('connection.problems', {}), String(count))
  if (problems === null || problems.length === 0) return null
  const text = messages().eventProblems
  const clear = async () => (await run(call('connection.clear_problems', {}))) !== null && put([])
  return (
    <SettingsSection
      id="event-problems"
      title={text.title}
      about={text.what}
      aside={
        <Button variant="subtle" size="xs" onClick={() => void clear()}>
          {text.clear}
        </Button>
      }
    >
      <DataTable
        columns={[
          text.last,
          text.reason,
          messages().deal.applicationId,
          { label: text.count, isFigure: true },
        ]}
        minWidth={560}
        verticalSpacing={6}
        fz="sm"
      >
        {problems.map((one) => (
          <RowBoundary key={`${one.problem} ${storeMessage(one.reason)}`} of={one} renderNote={inTableRow(4)}>
            <ProblemRow problem={one} />
          </RowBoundary>
        ))}
      </DataTable>
    </SettingsSection>
  )
}

function ProblemRow({ problem: one }: { problem: EventProblem }) {
  return (
    <Table.Tr data-event-problem={one.problem}>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstant(one.last_at)}</Table.Td>
      <Table.Td>
        {`${messages().eventProblems.kinds[one.problem]} ${formatMessage(one.reason)}`.trim()}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.application_id ?? '–'}</Table.Td>
      <Table.Td ta="right" className="tabular">
        {formatCount(one.count)}
      </Table.Td>
    </Table.Tr>
  )
}
