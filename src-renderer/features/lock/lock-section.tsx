import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  LOCK_MINUTES,
  SHORTEST_PIN,
  type LockSettings,
  type LockView,
} from '../../../src-shared/features/lock/lock.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { Form } from '../../platform/ui/parts.tsx'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { lockNow } from './follow-lock.ts'
import { useSecretField } from '../../platform/page/unsaved-store.ts'
import { run, useCommand } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { NotLoaded, useLoaded } from '../../platform/ui/loaded.tsx'
import { SettingsRows, SettingsSection } from '../../platform/ui/settings-rows.tsx'

export function LockSection() {
  const lock = useLoaded(() => call('lock.settings', {}))
  if (lock.value === null) return <NotLoaded of={lock} lines={1} height={240} />
  const text = messages().lock
  return (
    <SettingsSection id="lock" title={messages().shell.sections.lock} about={text.about}>
      {lock.value.has_pin ? (
        <WithPin view={lock.value} onChange={lock.put} />
      ) : (
        <Stack gap="xs">
          <Text>
            {text.setUpText} {text.needsCode}
          </Text>
          <PinForm sets action={text.save} onDone={lock.put} />
        </Stack>
      )}
    </SettingsSection>
  )
}

function WithPin({ view, onChange }: { view: LockView; onChange: (view: LockView) => void }) {
  const { settings, system, reports_screen_lock } = view
  const [dialog, setDialog] = useState<'change' | 'remove' | null>(null)
  const text = messages().lock
  async function save(change: Partial<LockSettings>) {
    const changed = { ...settings, ...change }
    onChange({ ...view, settings: changed })
    onChange((await run(call('lock.save_settings', changed))) ?? view)
  }
  function done(changed: LockView) {
    setDialog(null)
    onChange(changed)
  }
  return (
    <>
      <SettingsRows
        rows={[
          {
            choice: text.after,
            value: String(settings.after_minutes ?? 0),
            options: [
              ['0', text.never],
              ...LOCK_MINUTES.map((minutes) => [String(minutes), text.minutes(minutes)] as const),
            ],
            set: (chosen: string) =>
              void save({ after_minutes: LOCK_MINUTES.find((one) => String(one) === chosen) ?? null }),
          },
          {
            switch: reports_screen_lock ? text.withScreen : text.withSleep,
            hint: reports_screen_lock ? undefined : text.linuxNote,
            value: settings.with_screen,
            set: (with_screen) => void save({ with_screen }),
          },
          system === 'touch_id' && {
            switch: text.touchId,
            hint: text.touchIdHint,
            value: settings.by_system,
            set: (by_system) => void save({ by_system }),
          },
          {
            buttons: [
              [text.lockNow, () => void lockNow(), true],
              [text.changePin, () => setDialog('change')],
              [text.turnOff, () => setDialog('remove')],
            ],
          },
        ]}
      />
      {dialog !== null && (
        <Dialog title={dialog === 'change' ? text.change : text.turnOffNow} onClose={() => setDialog(null)}>
          <PinForm
            asks
            sets={dialog === 'change'}
            action={dialog === 'change' ? text.change : text.turnOffNow}
            onDone={done}
          />
        </Dialog>
      )}
    </>
  )
}

interface PinFormProps {
  asks?: boolean
  sets?: boolean
  action: string
  onDone: (view: LockView) => void
}

function PinForm({ asks = false, sets = false, action, onDone }: PinFormProps) {
  const [present, setPresent] = useSecretField()
  const [pin, setPin] = useSecretField()
  const [again, setAgain] = useSecretField()
  const command = useCommand()
  const text = messages().lock
  const isTooShort = pin !== '' && [...pin].length < SHORTEST_PIN
  const isReady = (!sets || (!isTooShort && pin !== '' && again === pin)) && (!asks || present !== '')
  async function submit() {
    if (!isReady) return
    const work: Promise<Result<LockView>> = sets
      ? call('lock.set_pin', { pin, present: asks ? present : null })
      : call('lock.remove_pin', { present })
    const done = await command.run(work, sets ? text.pinIsSet : text.pinIsRemoved)
    if (done === null) return
    for (const clear of [setPresent, setPin, setAgain]) clear('')
    onDone(done)
  }
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm" maw={360}>
        {asks && <Pin label={text.current} value={present} onChange={setPresent} isFirst />}
        {sets && (
          <>
            <Pin
              label={text.newPin}
              value={pin}
              onChange={setPin}
              error={isTooShort && text.tooShort(SHORTEST_PIN)}
            />
            <Pin
              label={text.again}
              value={again}
              onChange={setAgain}
              error={again !== '' && !pin.startsWith(again) && text.differ}
            />
          </>
        )}
        {command.error !== null && <ErrorNote error={command.error} />}
        <Button variant="filled" type="submit" loading={command.busy} disabled={!isReady} w="fit-content">
          {action}
        </Button>
      </Stack>
    </Form>
  )
}

interface PinProps {
  label: string
  value: string
  onChange: (value: string) => void
  isFirst?: boolean
  error?: string | false
}

function Pin({ label, value, onChange, isFirst = false, error = false }: PinProps) {
  return (
    <PasswordInput
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoComplete={isFirst ? 'current-password' : 'new-password'}
      visibilityToggleButtonProps={{ 'aria-label': messages().lock.showPin }}
      error={error}
      data-autofocus={isFirst || undefined}
    />
  )
}
