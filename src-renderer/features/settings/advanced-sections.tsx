import { storeMessage } from '../../../src-shared/messages/message.ts'
import { useEffect, useState } from 'react'
import { useService } from '../../stores/server-stores.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { EndpointsSection } from './endpoints-section.tsx'
import { PayloadProfileSection } from './payload-profile-section.tsx'
import {
  Button,
  Group,
  Paper,
  Text,
  Title,
  PasswordInput,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ServiceSettingsView, NetworkSettings } from '../../../src-shared/domain/service-settings.ts'
import { countEntry, decimalEntry, isUnderstood } from '../../../src-shared/entry/number-entry.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { NumberEntryInput } from '../../ui/entry-input.tsx'
import { changeAppearance, useTechnicalDetails } from '../../stores/appearance-store.ts'
import { hrefOf } from '../../navigation/route.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { rateLimitOf, useUnsaved, useSecretField } from '../../stores/unsaved-store.ts'
import { UnsavedNote } from '../../ui/unsaved-note.tsx'
import type { AppError } from '../../../src-shared/errors.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'

/**
 * Settings that a broker rarely needs: the form, the paths of the partner's API, the network, and the limits for requests. Leads to the call
 * log.
 */
export function AdvancedSections() {
  const { value: settings, error, load } = useService()
  useEffect(() => {
    void load()
  }, [load])
  if (error !== null) return <ErrorNote error={error} onAgain={() => void load()} />
  if (settings === null) return <Reading lines={3} height={120} />
  return (
    <>
      {settings.unreadable.map((problem) => (
        <ErrorNote key={storeMessage(problem.message)} error={problem} />
      ))}
      <PayloadProfileSection />
      <EndpointsSection settings={settings} />
      <NetworkSection settings={settings} />
      <RateLimitSection settings={settings} />
      <TechnicalDetailsSection />
      <CallLogSection />
    </>
  )
}

function TechnicalDetailsSection() {
  const isOn = useTechnicalDetails()
  const text = messages().settings
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="technical-title">
      <Title order={2} id="technical-title" mb="sm">
        {text.technical}
      </Title>
      <Switch
        label={text.technicalDetails}
        description={text.technicalDetailsHint}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) =>
          void changeAppearance(() => ({ technical_details: checked }))
        }
      />
    </Paper>
  )
}

function CallLogSection() {
  const text = messages().calls
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="call-log-title">
      <Title order={2} id="call-log-title" mb={4}>
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.what}
      </Text>
      <Button variant="default" component="a" href={hrefOf({ screen: 'calls' })}>
        {text.open}
      </Button>
    </Paper>
  )
}

const RATE = decimalEntry({ from: 0, to: 100, decimals: 1 })
const MINUTES = countEntry({ from: 1, to: 60 })

/** Limits for the number of requests to the partner's API: in total, and for polling each deal. */
function RateLimitSection({ settings }: { settings: ServiceSettingsView }) {
  const form = useUnsaved('pace', rateLimitOf(settings))
  const { rate, minutes } = form.value
  async function save() {
    const failed = await useService.getState().change(() =>
      call('service.save_rate_limit', {
        requests_per_second: Number(rate),
        asking_interval_minutes: Number(minutes),
      }),
    )
    if (failed !== null) return notifyError(failed)
    form.kept(form.value)
    notifications.show({ message: messages().settings.rateLimitSaved, color: 'teal' })
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="pace-title">
      <Title order={2} id="pace-title" mb={4}>
        {messages().settings.rateLimit}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {messages().settings.rateLimitAbout}
      </Text>
      <Group align="flex-end">
        <NumberEntryInput
          label={messages().settings.maxRequests}
          entry={RATE}
          value={rate}
          onChange={(kept) => form.set({ ...form.value, rate: kept })}
          w={220}
        />
        <NumberEntryInput
          label={messages().settings.pollingMinimum}
          entry={MINUTES}
          value={minutes}
          onChange={(kept) => form.set({ ...form.value, minutes: kept })}
          w={260}
        />
        <Button
          variant="default"
          onClick={() => void save()}
          disabled={!isUnderstood(RATE, rate) || !isUnderstood(MINUTES, minutes)}
        >
          {messages().settings.saveRateLimit}
        </Button>
        <UnsavedNote isChanged={form.isChanged} onDrop={form.drop} />
      </Group>
    </Paper>
  )
}

const PROXIES = ['system', 'none', 'manual'] as const

/** Settings for access through the office's network: the network's proxy and certificate authority. */
function NetworkSection({ settings }: { settings: ServiceSettingsView }) {
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
