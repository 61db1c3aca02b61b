import { Button, Group, Modal, Paper, ScrollArea, Stack, Table, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import type { EnvironmentStatus } from '../../../src-shared/domain/environment.ts'
import type { Result } from '../../../src-shared/errors.ts'
import { call } from '../../api/funding-desk.ts'
import { useOffice } from '../../stores/office-store.ts'
import { useService } from '../../stores/service-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { CredentialsForm } from '../setup/credentials-form.tsx'
import { RelayForm } from '../setup/relay-form.tsx'
import { AlertsSection } from './alerts-section.tsx'
import { EndpointsSection } from './endpoints-section.tsx'
import { NetworkSection } from './network-section.tsx'
import { SendingSection } from './sending-section.tsx'
import { VaultSection } from './vault-section.tsx'
import { PaceSection } from './pace-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'
import { tellError } from '../../ui/tell-error.ts'

/** How this computer is connected, and how to change it. */
export function SettingsScreen() {
  const { environment, info } = useOffice()
  const [forgetting, setForgetting] = useState<'credentials' | 'relay' | null>(null)
  if (environment === null) return null
  return (
    <ScrollArea h="100%">
      <Stack p="lg" maw={760} gap="lg">
        <Title order={1}>Settings</Title>
        <Paper withBorder p="lg">
          <Group justify="space-between" mb="sm">
            <Title order={2}>Connection to the funding partner</Title>
            {environment.has_client_secret && (
              <Button variant="subtle" color="red" size="xs" onClick={() => setForgetting('credentials')}>
                Forget the credentials
              </Button>
            )}
          </Group>
          <CredentialsForm
            key={environment.environment}
            saveLabel="Test and save"
            onSaved={() =>
              notifications.show({ message: 'The connection works and is kept.', color: 'teal' })
            }
          />
        </Paper>
        <Paper withBorder p="lg">
          <Group justify="space-between" mb="sm">
            <Title order={2}>Offer alerts</Title>
            {environment.relay_paired && (
              <Button variant="subtle" color="red" size="xs" onClick={() => setForgetting('relay')}>
                Forget the relay
              </Button>
            )}
          </Group>
          {environment.relay_paired && (
            <Table mb="md" withRowBorders={false} layout="fixed">
              <Table.Tbody>
                <Fact name="Relay" value={environment.relay_url} />
                <Fact name="Registered at the partner" value={environment.webhook_url ?? 'Not yet'} />
              </Table.Tbody>
            </Table>
          )}
          <RelayForm
            key={`${environment.environment} ${environment.relay_url}`}
            onDone={() =>
              notifications.show({ message: 'Offers are announced here from now on.', color: 'teal' })
            }
          />
        </Paper>
        <WebhooksSection
          key={`webhooks ${environment.environment} ${environment.relay_url} ${environment.webhook_url}`}
        />
        <AlertsSection />
        <SendingSection key={`sending ${environment.environment}`} />
        <VaultSection key={`vault ${environment.environment}`} />
        <ServiceSections key={`service ${environment.environment}`} />
        {info !== null && (
          <Text size="xs" c="dimmed">
            Funding Desk {info.version} · Electron {info.electron} · Chromium {info.chromium}
          </Text>
        )}
      </Stack>
      {forgetting !== null && <ForgetDialog what={forgetting} onClose={() => setForgetting(null)} />}
    </ScrollArea>
  )
}

/** How the service is talked to. */
function ServiceSections() {
  const { settings, error, load } = useService()
  useEffect(() => {
    void load()
  }, [load])
  if (error !== null) return <ErrorNote error={error} />
  if (settings === null) return null
  return (
    <>
      {settings.unreadable.map((problem) => (
        <ErrorNote key={problem.message} error={problem} />
      ))}
      <EndpointsSection settings={settings} />
      <NetworkSection settings={settings} />
      <PaceSection settings={settings} />
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <Table.Tr>
      <Table.Th w={200}>{name}</Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
    </Table.Tr>
  )
}

const FORGET = {
  credentials: {
    title: 'Forget the credentials?',
    body: 'The client secret is taken out of the keychain. Deals and drafts stay, but nothing can be sent until you enter it again.',
    run: () => call('environment.forget_credentials', {}),
  },
  relay: {
    title: 'Forget the relay?',
    body: 'The funding partner is asked now and then instead, so offers are announced later here. Whoever runs the relay should revoke this device as well.',
    run: () => call('relay.forget', {}),
  },
} satisfies Record<string, { title: string; body: string; run: () => Promise<Result<EnvironmentStatus>> }>

function ForgetDialog({ what, onClose }: { what: keyof typeof FORGET; onClose: () => void }) {
  const { title, body, run } = FORGET[what]
  async function forget() {
    const done = await run()
    if (done.ok) useOffice.getState().update(done.value)
    else tellError(done.error)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <Text size="sm" mb="md">
        {body}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep
        </Button>
        <Button color="red" onClick={() => void forget()}>
          Forget
        </Button>
      </Group>
    </Modal>
  )
}
