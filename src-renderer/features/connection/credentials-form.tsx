import { Button, Group, List, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ConnectionReport, Credentials } from '../../../src-shared/features/connection/environment.ts'
import { keepWebAddress } from '../../../src-shared/platform/entry/web-address.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call, WINDOW_ID } from '../../platform/api/funding-desk.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import {
  connectionOf,
  type Connection,
  useSecretField,
  useUnsaved,
} from '../../platform/page/unsaved-store.ts'
import { EntryInput } from '../../platform/ui/entry-input.tsx'
import { useCommand } from '../../platform/ui/command.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { formatInstant } from '../../platform/ui/formats.ts'
import { UnsavedNote } from '../../platform/ui/settings-rows.tsx'
import { Form, Hint, LabelledSegments } from '../../platform/ui/parts.tsx'

const NO_CONNECTION: Connection = { environment: 'sandbox', base_url: '', client_id: '' }

interface CredentialsFormProps {
  saveLabel: string
  /** True in the setup, which keeps a typed secret while the broker explores the app. */
  isInSetup?: boolean
  onSaved: () => void
}

export function CredentialsForm({ saveLabel, isInSetup, onSaved }: CredentialsFormProps) {
  const present = useEnvironment((state) => state.value?.environment ?? null)
  const saved = present === null ? NO_CONNECTION : connectionOf(present)
  const form = useUnsaved('connection', saved)
  const { environment, base_url, client_id } = form.value
  const [secret, setSecret] = useSecretField(isInSetup)
  const { busy, error, problemAt, run } = useCommand()
  const [isTest, setTest] = useState(false)
  const [report, setReport] = useState<ConnectionReport | null>(null)

  // A saved secret is used only for the address and client ID with which it was saved. After a change of the address or client ID, the
  // broker must type the secret again.
  const hasSecret =
    present?.has_client_secret === true &&
    present.environment === environment &&
    present.base_url === base_url &&
    present.client_id === client_id
  const credentials: Credentials = {
    environment,
    base_url,
    client_id,
    ...(secret.trim() === '' ? {} : { client_secret: secret }),
  }
  const complete = base_url.trim() !== '' && client_id.trim() !== '' && (secret.trim() !== '' || hasSecret)

  async function test() {
    setTest(true)
    setReport(null)
    setReport(await run(call('environment.test_connection', credentials)))
  }
  async function save() {
    if (!complete) return
    setTest(false)
    setReport(null)
    const work = call('environment.save_credentials', { ...credentials, window_id: WINDOW_ID })
    if ((await run(work)) === null) return
    setSecret('')
    // Load everything again, because saving the credentials may have opened another environment, which has a separate vault and form.
    await useEnvironment.getState().load()
    form.kept(form.value)
    onSaved()
  }
  const text = messages().setup.credentials
  return (
    <Form onSubmit={save}>
      <Stack gap="sm">
        <div>
          <LabelledSegments
            label={text.environment}
            value={environment}
            onChange={(value) => {
              form.set(value === saved.environment ? saved : { ...NO_CONNECTION, environment: value })
              setSecret('')
            }}
            data={[
              { value: 'sandbox', label: messages().shell.sandbox },
              { value: 'production', label: messages().shell.production },
            ]}
          />
          <Hint mt={4}>{environment === 'sandbox' ? text.sandboxAbout : text.productionAbout}</Hint>
        </div>
        <EntryInput
          label={text.baseAddress}
          description={text.fromPartner}
          placeholder="https://…"
          value={base_url}
          keep={keepWebAddress}
          show={String}
          onChange={(kept) => form.set({ ...form.value, base_url: kept })}
          error={problemAt('base_url')}
          required
        />
        <TextInput
          label={text.clientId}
          value={client_id}
          onChange={(event) => form.set({ ...form.value, client_id: event.currentTarget.value })}
          spellCheck={false}
          autoComplete="username"
          required
        />
        <PasswordInput
          label={text.clientSecret}
          description={text.secretAbout}
          placeholder={hasSecret ? text.secretKept : ''}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          autoComplete="current-password"
          required={!hasSecret}
        />
        {error !== null && <ErrorNote error={error} />}
        {report !== null && <ConnectionWorks report={report} />}
        <Group>
          <Button
            variant="filled"
            type="submit"
            loading={busy && !isTest}
            disabled={!complete || (busy && isTest)}
          >
            {saveLabel}
          </Button>
          <Button
            onClick={() => void test()}
            loading={busy && isTest}
            disabled={!complete || (busy && !isTest)}
          >
            {text.test}
          </Button>
          {present?.configured === true && (
            <UnsavedNote
              isChanged={form.isChanged || secret !== ''}
              onDrop={() => {
                form.drop()
                setSecret('')
              }}
            />
          )}
        </Group>
      </Stack>
    </Form>
  )
}

function ConnectionWorks({ report }: { report: ConnectionReport }) {
  const text = messages().setup.credentials
  const genuine = text.genuine(report.keys)
  return (
    <div role="status" data-testid="connection-report">
      <List size="sm" icon={<IconCheck size={16} color="var(--mantine-color-teal-6)" />} spacing={2}>
        <List.Item>{text.gaveToken(Math.round(report.duration_ms))}</List.Item>
        {report.token_verified ? (
          <List.Item>
            {genuine.before}
            <code>{report.token_kid}</code>
            {genuine.after}
          </List.Item>
        ) : (
          <List.Item icon={<IconAlertTriangle size={16} color="var(--mantine-color-orange-7)" />}>
            {text.notChecked}
          </List.Item>
        )}
        {report.token_expires_at !== null && (
          <List.Item>{text.validUntil(formatInstant(report.token_expires_at))}</List.Item>
        )}
      </List>
    </div>
  )
}
