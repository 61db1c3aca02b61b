import { Button, Group, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import type {
  NetworkSettings,
  ServiceSettingsView,
} from '../../../src-shared/features/connection/service-settings.ts'
import { countEntry, decimalEntry } from '../../../src-shared/platform/entry/number-entry.ts'
import { storeMessage } from '../../../src-shared/platform/texts/message.ts'
import { Form } from '../../platform/ui/parts.tsx'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { changeAppearance, useSupportMode } from '../../platform/page/appearance-store.ts'
import { useService } from '../../platform/page/server-stores.ts'
import { rateLimitOf, useSecretField, useUnsaved } from '../../platform/page/unsaved-store.ts'
import { useCommand } from '../../platform/ui/command.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { NotLoaded } from '../../platform/ui/loaded.tsx'
import { NumbersForm, SettingsSection, UnsavedNote } from '../../platform/ui/settings-rows.tsx'
import { EndpointsSection, PayloadProfileSection } from './profile-sections.tsx'

const RATE = decimalEntry({ from: 0, to: 100, decimals: 1 })
const MINUTES = countEntry({ from: 1, to: 60 })

/**
 * Settings that a broker needs only when support asks: the form, the paths of the partner's API, the network, and the limits for requests.
 * Leads to the call log. Hidden until the broker switches the support mode on.
 */
export function AdvancedSections() {
  const service = useService()
  const { value: settings, error, load } = service
  const isSupport = useSupportMode()
  useEffect(() => {
    void load()
  }, [load])
  if (settings === null || error !== null) return <NotLoaded of={service} lines={3} height={120} />
  const { settings: text, calls } = messages()
  return (
    <>
      {settings.unreadable.map((problem) => (
        <ErrorNote key={storeMessage(problem.message)} error={problem} />
      ))}
      <SettingsSection
        id="support"
        title={text.support}
        rows={[
          {
            switch: text.supportMode,
            hint: text.supportModeHint,
            value: isSupport,
            set: (support_mode) => void changeAppearance(() => ({ support_mode })),
          },
        ]}
      />
      {isSupport && (
        <>
          <PayloadProfileSection />
          <EndpointsSection settings={settings} />
          <NetworkSection settings={settings} />
          <RateLimitSection settings={settings} />
          <SettingsSection id="call-log" title={calls.title} about={calls.what}>
            <Button variant="default" component="a" href={hrefOf({ screen: 'calls' })}>
              {calls.open}
            </Button>
          </SettingsSection>
        </>
      )}
    </>
  )
}

function RateLimitSection({ settings }: { settings: ServiceSettingsView }) {
  const form = useUnsaved('pace', rateLimitOf(settings))
  const text = messages().settings
  return (
    <SettingsSection id="pace" title={text.rateLimit} about={text.rateLimitAbout}>
      <NumbersForm
        form={form}
        numbers={[
          { key: 'rate', label: text.maxRequests, entry: RATE, width: 220 },
          { key: 'minutes', label: text.pollingMinimum, entry: MINUTES, width: 260 },
        ]}
        saveLabel={text.saveRateLimit}
        savedText={text.rateLimitSaved}
        save={({ rate, minutes }) =>
          useService.getState().change(
            call('service.save_rate_limit', {
              requests_per_second: Number(rate),
              asking_interval_minutes: Number(minutes),
            }),
          )
        }
      />
    </SettingsSection>
  )
}

const PROXIES = ['system', 'none', 'manual'] as const

function NetworkSection({ settings }: { settings: ServiceSettingsView }) {
  const form = useUnsaved<NetworkSettings>('network', settings.network)
  const network = form.value
  const [password, setPassword] = useSecretField()
  const { busy, error, problemAt, run } = useCommand()
  const text = messages().settings
  const change = (part: Partial<NetworkSettings>) => form.set({ ...network, ...part })
  const field = (name: 'proxy_url' | 'proxy_user') => ({
    value: network[name],
    error: problemAt(name),
    spellCheck: false,
    autoComplete: 'off',
  })
  async function save() {
    const sent = { network, ...(password === '' ? {} : { proxy_password: password }) }
    const work = useService.getState().change(call('service.save_network', sent))
    if ((await run(work, text.networkSaved)) === null) return
    form.kept(network)
    setPassword('')
  }
  return (
    <SettingsSection id="network" title={text.network}>
      <Form onSubmit={save}>
        <Stack gap="sm">
          <Select
            label={text.proxy}
            data={PROXIES.map((value) => ({ value, label: text.proxies[value] }))}
            value={network.proxy}
            allowDeselect={false}
            onChange={(proxy) => change({ proxy: proxy ?? 'system' })}
          />
          {network.proxy === 'manual' && (
            <TextInput
              {...field('proxy_url')}
              label={text.proxyAddress}
              placeholder="http://proxy.office.example:8080"
              onChange={({ currentTarget }) => change({ proxy_url: currentTarget.value })}
            />
          )}
          {network.proxy !== 'none' && (
            <Group grow align="flex-start">
              <TextInput
                {...field('proxy_user')}
                label={text.proxyUser}
                description={text.onlyIfAsked}
                onChange={({ currentTarget }) => change({ proxy_user: currentTarget.value })}
              />
              <PasswordInput
                label={text.proxyPassword}
                placeholder={settings.has_proxy_password ? text.inKeychain : ''}
                value={password}
                onChange={({ currentTarget }) => setPassword(currentTarget.value)}
                disabled={network.proxy_user === ''}
                error={problemAt('proxy_password')}
                autoComplete="off"
              />
            </Group>
          )}
          <Textarea
            label={text.certificate}
            description={text.pem}
            value={network.extra_ca}
            onChange={({ currentTarget }) => change({ extra_ca: currentTarget.value })}
            error={problemAt('extra_ca')}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
          />
          {error !== null && <ErrorNote error={error} />}
          <Group>
            <Button type="submit" variant="default" w="fit-content" loading={busy}>
              {text.saveNetwork}
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
      </Form>
    </SettingsSection>
  )
}
