import { Button, Group, Modal, Paper, PasswordInput, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useEffect, useState } from 'react'
import {
  LOCK_MINUTES,
  type LockSettings,
  type LockView,
  SHORTEST_PIN,
} from '../../../src-shared/domain/lock.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { lockNow } from '../../stores/follow-lock.ts'
import { useSecretField } from '../../stores/unsaved-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { Reading } from '../../ui/reading.tsx'

/** Settings of the app's lock: the PIN, and when the app locks. Each choice except the PIN is saved immediately. */
export function LockSection() {
  const [view, setView] = useState<LockView | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(load, [])
  if (error !== null) return <ErrorNote error={error} onAgain={load} />
  if (view === null) return <Reading lines={1} height={240} />

  function load() {
    setError(null)
    void call('lock.settings', {}).then((read) => (read.ok ? setView(read.value) : setError(read.error)))
  }
  const text = messages().lock
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="lock-title">
      <Title order={2} id="lock-title" mb={4}>
        {messages().shell.sections.lock}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text.about}
      </Text>
      {view.has_pin ? <WithPin view={view} onChange={setView} /> : <FirstPin onSet={setView} />}
    </Paper>
  )
}

function FirstPin({ onSet }: { onSet: (view: LockView) => void }) {
  const text = messages().lock
  return (
    <Stack gap="xs">
      <Text size="sm">
        {text.setUpText} {text.needsCode}
      </Text>
      <PinForm asksPresent={false} action={text.save} onDone={onSet} />
    </Stack>
  )
}

function WithPin({ view, onChange }: { view: LockView; onChange: (view: LockView) => void }) {
  const { settings, system, reports_screen_lock } = view
  const [dialog, setDialog] = useState<'change' | 'remove' | null>(null)
  const text = messages().lock
  async function save(change: Partial<LockSettings>) {
    const changed = { ...settings, ...change }
    onChange({ ...view, settings: changed })
    const saved = await call('lock.save_settings', changed)
    onChange(saved.ok ? saved.value : view)
    if (!saved.ok) notifyError(saved.error)
  }
  function done(changed: LockView) {
    setDialog(null)
    onChange(changed)
  }
  return (
    <Stack gap="md">
      <Select
        label={text.after}
        w={260}
        allowDeselect={false}
        value={String(settings.after_minutes ?? 0)}
        onChange={(chosen) =>
          void save({ after_minutes: LOCK_MINUTES.find((one) => String(one) === chosen) ?? null })
        }
        data={[
          { value: '0', label: text.never },
          ...LOCK_MINUTES.map((minutes) => ({ value: String(minutes), label: text.minutes(minutes) })),
        ]}
      />
      <Switch
        label={reports_screen_lock ? text.withScreen : text.withSleep}
        description={reports_screen_lock ? undefined : text.linuxNote}
        checked={settings.with_screen}
        onChange={({ currentTarget: { checked } }) => void save({ with_screen: checked })}
      />
      {system === 'touch_id' && (
        <Switch
          label={text.touchId}
          description={text.touchIdHint}
          checked={settings.by_system}
          onChange={({ currentTarget: { checked } }) => void save({ by_system: checked })}
        />
      )}
      <Group>
        <Button onClick={() => void lockNow()}>{text.lockNow}</Button>
        <Button variant="default" onClick={() => setDialog('change')}>
          {text.changePin}
        </Button>
        <Button variant="default" onClick={() => setDialog('remove')}>
          {text.turnOff}
        </Button>
      </Group>
      <Modal opened={dialog === 'change'} onClose={() => setDialog(null)} title={text.change}>
        <PinForm asksPresent action={text.change} onDone={done} />
      </Modal>
      <Modal opened={dialog === 'remove'} onClose={() => setDialog(null)} title={text.turnOffNow}>
        <RemovePin onDone={done} />
      </Modal>
    </Stack>
  )
}

interface PinFormProps {
  asksPresent: boolean
  action: string
  onDone: (view: LockView) => void
}

function PinForm({ asksPresent, action, onDone }: PinFormProps) {
  const [present, setPresent] = useSecretField()
  const [pin, setPin] = useSecretField()
  const [again, setAgain] = useSecretField()
  const { error, isBusy, run } = usePinCall(onDone)
  const text = messages().lock
  const isTooShort = pin !== '' && [...pin].length < SHORTEST_PIN
  const isReady = !isTooShort && pin !== '' && again === pin && (!asksPresent || present !== '')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    void run(
      () => call('lock.set_pin', { pin, present: asksPresent ? present : null }),
      () => {
        for (const clear of [setPresent, setPin, setAgain]) clear('')
        notifications.show({ message: text.pinIsSet, color: 'teal' })
      },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={360}>
        {asksPresent && <Pin label={text.current} value={present} onChange={setPresent} isFirst />}
        <Pin
          label={text.newPin}
          value={pin}
          onChange={setPin}
          isNew
          error={isTooShort && text.tooShort(SHORTEST_PIN)}
        />
        <Pin
          label={text.again}
          value={again}
          onChange={setAgain}
          isNew
          error={again !== '' && !pin.startsWith(again) && text.differ}
        />
        {error !== null && <ErrorNote error={error} />}
        <Button type="submit" loading={isBusy} disabled={!isReady} w="fit-content">
          {action}
        </Button>
      </Stack>
    </form>
  )
}

function RemovePin({ onDone }: { onDone: (view: LockView) => void }) {
  const [present, setPresent] = useSecretField()
  const { error, isBusy, run } = usePinCall(onDone)
  const text = messages().lock
  function submit(event: FormEvent) {
    event.preventDefault()
    void run(
      () => call('lock.remove_pin', { present }),
      () => notifications.show({ message: text.pinIsRemoved, color: 'teal' }),
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Pin label={text.current} value={present} onChange={setPresent} isFirst />
        {error !== null && <ErrorNote error={error} />}
        <Button type="submit" loading={isBusy} disabled={present === ''} w="fit-content">
          {text.turnOffNow}
        </Button>
      </Stack>
    </form>
  )
}

interface PinProps {
  label: string
  value: string
  onChange: (value: string) => void
  isNew?: boolean
  isFirst?: boolean
  error?: string | false
}

function Pin({ label, value, onChange, isNew = false, isFirst = false, error = false }: PinProps) {
  return (
    <PasswordInput
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': messages().lock.showPin }}
      error={error}
      {...(isFirst && { 'data-autofocus': true })}
    />
  )
}

/** Runs a call that changes the PIN, and keeps its error. */
function usePinCall(onDone: (view: LockView) => void) {
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  async function run(work: () => ReturnType<typeof call<'lock.set_pin'>>, succeeded: () => void) {
    setIsBusy(true)
    const done = await work()
    setIsBusy(false)
    setError(done.ok ? null : done.error)
    if (!done.ok) return
    succeeded()
    onDone(done.value)
  }
  return { error, isBusy, run }
}
