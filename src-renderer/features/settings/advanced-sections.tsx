import {
  Button,
  Group,
  PasswordInput,
  Select,
  Stack,
  Textarea,
  TextInput,
  Alert,
  Badge,
  FileButton,
  List,
  Table,
  Text,
} from '@mantine/core'
import { useEffect, type ReactNode, useState } from 'react'
import type {
  NetworkSettings,
  ServiceSettingsView,
} from '../../../src-shared/features/connection/service-settings.ts'
import { countEntry, decimalEntry } from '../../../src-shared/platform/entry/number-entry.ts'
import { storeMessage } from '../../../src-shared/platform/texts/message.ts'
import { Form, DataTable, Hint } from '../../platform/ui/parts.tsx'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { changeAppearance, useSupportMode } from '../../platform/page/appearance-store.ts'
import { useService } from '../../platform/page/server-stores.ts'
import { rateLimitOf, useSecretField, useUnsaved } from '../../platform/page/unsaved-store.ts'
import { useCommand, notifyDone, saveFile } from '../../platform/ui/command.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { NotLoaded, useLoaded } from '../../platform/ui/loaded.tsx'
import { NumbersForm, SettingsSection, UnsavedNote } from '../../platform/ui/settings-rows.tsx'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import type { ChannelInput, ChannelOutput } from '../../../src-shared/app/contract.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { diffEndpoints, type ProfileChange } from '../../../src-shared/features/form/diff-profiles.ts'
import type { EndpointProfile } from '../../../src-shared/platform/partner/endpoint-profile.ts'
import { localizedProfile } from '../../../src-shared/features/form/localized-profile.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { isAssumed, standardEndpoints } from '../../../src-shared/platform/partner/standard-endpoints.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { lineInJson } from '../../platform/page/line-in-json.ts'

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
            <Button component="a" href={hrefOf({ screen: 'calls' })}>
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
            <Button type="submit" w="fit-content" loading={busy}>
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

export function PayloadProfileSection() {
  const loaded = useLoaded(() => call('profile.view', {}))
  const view = loaded.value
  const text = messages().profiles

  async function keep(work: Promise<Result<ChannelOutput<'profile.view'>>>) {
    const kept = await work
    if (!kept.ok) return kept
    loaded.put(kept.value)
    // Load the environment again, so that the forms of this window use the new profile.
    await useEnvironment.getState().load()
    notifyDone(text.saved)
    return kept
  }
  if (view === null)
    return (
      <SettingsSection id="profile" title={text.title} about={text.about}>
        <NotLoaded of={loaded} lines={1} height={60} />
      </SettingsSection>
    )
  const { profile, changes, is_standard, is_unreadable } = view
  return (
    <SettingsSection
      id="profile"
      title={text.title}
      about={text.about}
      aside={
        <Hint>
          {text.revision(localizedProfile(profile).title, profile.version)}
          {is_standard ? '' : ` (${text.yours})`}
        </Hint>
      }
    >
      {is_unreadable && (
        <Alert color="orange" mb="sm">
          {text.unreadable}
        </Alert>
      )}
      <ProfileFile
        what="form"
        check={(profile_json) => call('profile.check', { profile_json })}
        save={(profile_json) => keep(call('profile.save', { profile_json }))}
        reset={is_standard && !is_unreadable ? undefined : () => keep(call('profile.reset', {}))}
      >
        <Text>{text.fields(fieldCount(profile), profile.sections.length)}</Text>
        {changes.length > 0 && (
          <>
            <Text fw={600} mt="sm">
              {text.changesStandard(changes.length)}
            </Text>
            <ProfileChanges changes={changes} label={text.changesStandard(changes.length)} />
          </>
        )}
      </ProfileFile>
    </SettingsSection>
  )
}

function fieldCount({ sections }: PayloadProfile): number {
  return sections.reduce(
    (sum, { fields = [], list }) => sum + fields.length + (list === undefined ? 0 : list.fields.length),
    0,
  )
}

/**
 * Lists the path of each operation of the partner's API. Marks the paths that the specification does not show. The broker can change these
 * paths here.
 */
export function EndpointsSection({ settings }: { settings: ServiceSettingsView }) {
  const { endpoints, is_standard_profile } = settings
  const changes = diffEndpoints(standardEndpoints, endpoints)
  const text = messages().endpoints

  async function change(work: Promise<Result<ServiceSettingsView>>) {
    const changed = await useService.getState().change(work)
    if (changed.ok) notifyDone(text.saved)
    return changed
  }
  const title = is_standard_profile ? text.standard : endpoints.title
  return (
    <SettingsSection
      id="endpoints"
      title={text.title}
      about={text.what}
      aside={<Hint>{text.revision(title, endpoints.version, is_standard_profile)}</Hint>}
    >
      <ProfileFile
        what="endpoints"
        check={(profile_json) => call('service.check_endpoints', { profile_json })}
        save={(profile_json) => change(call('service.save_endpoints', { profile_json }))}
        reset={is_standard_profile ? undefined : () => change(call('service.reset_endpoints', {}))}
      >
        {changes.length > 0 && (
          <ProfileChanges changes={changes} label={messages().profiles.changesStandard(changes.length)} />
        )}
        <Operations profile={endpoints} />
      </ProfileFile>
    </SettingsSection>
  )
}

function Operations({ profile }: { profile: EndpointProfile }) {
  const { operation: title, methodAndPath, assumed } = messages().endpoints
  return (
    <DataTable
      columns={[title, methodAndPath, '']}
      rows={Object.entries(profile.endpoints).map(([operation, { method, path }]) => ({
        key: operation,
        cells: [
          operation,
          <code key="path" style={{ overflowWrap: 'anywhere' }}>{`${method} ${path}`}</code>,
          isAssumed(profile, operation) && (
            <Badge key="assumed" color="orange" size="xs">
              {assumed}
            </Badge>
          ),
        ],
      }))}
      minWidth={420}
      verticalSpacing={4}
      fz="xs"
    />
  )
}

type Checked = ChannelOutput<'profile.check'>

interface ProfileFileProps {
  what: ChannelInput<'profile.export'>['what']
  /** Checks the text of a profile. Returns its problems or, if it has none, its changes compared with the current profile. */
  check: (text: string) => Promise<Result<Checked>>
  save: (text: string) => Promise<Result<unknown>>
  /** Returns to the standard profile. Missing if the standard profile is in use. */
  reset?: (() => Promise<Result<unknown>>) | undefined
  /** The current profile. Hidden while an imported file is shown. */
  children: ReactNode
}

/**
 * Exports a profile to a file, and imports a file that the broker edited elsewhere. Saves an imported profile only after the app has shown
 * its changes.
 */
function ProfileFile({ what, check, save, reset, children }: ProfileFileProps) {
  const [imported, setImported] = useState<{ text: string; found: Checked } | null>(null)
  const command = useCommand()
  const texts = messages().profiles
  const { problems, changes } = imported?.found ?? { problems: [], changes: [] }

  async function read(file: File | null) {
    if (file === null) return
    const text = await file.text()
    const found = await command.run(check(text))
    setImported(found && { text, found })
  }
  async function keep(work: Promise<Result<unknown>>) {
    if ((await command.run(work)) !== null) setImported(null)
  }
  function discard() {
    command.dismiss()
    setImported(null)
  }
  const write = () => void saveFile(call('profile.export', { what }), texts.exported)
  return (
    <>
      {imported === null && children}
      <div role="status" data-testid="profile-check">
        {problems.length > 0 && (
          <Alert color="red" mt="sm" title={texts.wrong(problems.length)}>
            <List size="sm" style={{ overflowWrap: 'anywhere' }}>
              {problems.map(({ path, message }) => (
                <List.Item key={path + storeMessage(message)}>
                  {texts.line(lineInJson(imported?.text ?? '', path))} {path !== '' && <code>{path}: </code>}
                  {formatMessage(message)}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {imported !== null && problems.length === 0 && (
          <Alert color="teal" mt="sm" title={texts.good}>
            {changes.length === 0 ? texts.unchanged : texts.changesNow(changes.length)}
          </Alert>
        )}
      </div>
      {changes.length > 0 && <ProfileChanges changes={changes} label={texts.changesNow(changes.length)} />}
      {command.error !== null && <ErrorNote error={command.error} />}
      <Group mt="sm" gap="xs">
        {imported !== null && changes.length > 0 && (
          <Button variant="filled" size="xs" onClick={() => void keep(save(imported.text))}>
            {messages().common.save}
          </Button>
        )}
        {imported === null && (
          <Button size="xs" onClick={write}>
            {texts.export}
          </Button>
        )}
        <FileButton accept="application/json,.json" onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} size="xs">
              {texts.import}
            </Button>
          )}
        </FileButton>
        {imported !== null && (
          <Button size="xs" onClick={discard}>
            {messages().common.cancel}
          </Button>
        )}
        {reset !== undefined && (
          <Button size="xs" variant="subtle" onClick={() => void keep(reset())}>
            {texts.reset}
          </Button>
        )}
      </Group>
    </>
  )
}

const COLORS = { added: 'green', removed: 'red', changed: 'blue' } as const

function kindOf({ before, after }: ProfileChange): keyof typeof COLORS {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}

function ProfileChanges({ changes, label }: { changes: ProfileChange[]; label: string }) {
  const text = messages().profiles
  return (
    <DataTable
      columns={[text.change, text.what, text.before, text.after]}
      minWidth={480}
      verticalSpacing={4}
      fz="xs"
      aria-label={label}
    >
      {changes.map((change) => {
        const kind = kindOf(change)
        return (
          <Table.Tr key={change.path} data-change={kind}>
            <Table.Td>
              <Badge color={COLORS[kind]}>{text.kinds[kind]}</Badge>
            </Table.Td>
            <Table.Th scope="row" fw={500}>
              {change.label}
              <div>
                <code>{change.path}</code>
              </div>
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{change.before ?? '–'}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{change.after ?? '–'}</Table.Td>
          </Table.Tr>
        )
      })}
    </DataTable>
  )
}
