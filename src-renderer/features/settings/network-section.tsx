import { Button, Group, Paper, PasswordInput, Select, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { NetworkSettings, ServiceSettingsView } from '../../../src-shared/domain/service-settings.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { call } from '../../api/funding-desk.ts'
import { useService } from '../../stores/server-stores.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { useSecretField, useUnsaved } from '../../stores/unsaved-store.ts'
import { UnsavedNote } from '../../ui/unsaved-note.tsx'

const PROXIES = ['system', 'none', 'manual'] as const

/** How the office's network is passed: its proxy, and the authority that it signs with. */
export function NetworkSection({ settings }: { settings: ServiceSettingsView }) {
  const form = useUnsaved<NetworkSettings>('network', settings.network)
  const network = form.value
  const [password, setPassword] = useSecretField()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const problemAt = (path: string) =>
    formatMessage(error?.fields?.find((field) => field.path === path)?.message ?? '')
  const change = (part: Partial<NetworkSettings>) => form.set({ ...network, ...part })

  async function save() {
    setBusy(true)
    const failed = await useService.getState().change(() =>
      call('service.save_network', {
        network,
        ...(password === '' ? {} : { proxy_password: password }),
      }),
    )
    setBusy(false)
    setError(failed)
    if (failed !== null) return
    form.kept(network)
    setPassword('')
    notifications.show({ message: messages().settings.networkSaved, color: 'teal' })
  }

  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="network-title">
      <Title order={2} id="network-title" mb="sm">
        {messages().settings.network}
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack gap="sm">
          <Select
            label={messages().settings.proxy}
            data={PROXIES.map((value) => ({ value, label: messages().settings.proxies[value] }))}
            value={network.proxy}
            allowDeselect={false}
            onChange={(proxy) => change({ proxy: proxy ?? 'system' })}
          />
          {network.proxy === 'manual' && (
            <TextInput
              label={messages().settings.proxyAddress}
              placeholder="http://proxy.office.example:8080"
              value={network.proxy_url}
              onChange={(event) => change({ proxy_url: event.currentTarget.value })}
              error={problemAt('proxy_url')}
              spellCheck={false}
            />
          )}
          {network.proxy !== 'none' && (
            <Group grow align="flex-start">
              <TextInput
                label={messages().settings.proxyUser}
                description={messages().settings.onlyIfAsked}
                value={network.proxy_user}
                onChange={(event) => change({ proxy_user: event.currentTarget.value })}
                autoComplete="off"
                spellCheck={false}
              />
              <PasswordInput
                label={messages().settings.proxyPassword}
                placeholder={settings.has_proxy_password ? messages().settings.inKeychain : ''}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                disabled={network.proxy_user === ''}
                error={problemAt('proxy_password')}
                autoComplete="off"
              />
            </Group>
          )}
          <Textarea
            label={messages().settings.certificate}
            description={messages().settings.pem}
            value={network.extra_ca}
            onChange={(event) => change({ extra_ca: event.currentTarget.value })}
            error={problemAt('extra_ca')}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
          />
          {error !== null && <ErrorNote error={error} />}
          <Group>
            <Button type="submit" variant="default" w="fit-content" loading={busy}>
              {messages().settings.saveNetwork}
            </Button>
            <UnsavedNote
              isChanged={form.isChanged || password !== ''}
              onDrop={() => {
                form.drop()
                setPassword('')
              }}
            />
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
