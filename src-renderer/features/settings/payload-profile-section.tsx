import { Alert, Button, FileButton, Group, Paper, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { AppError, Result } from '../../../src-shared/errors.ts'
import type { ChannelOutput } from '../../../src-shared/ipc/contract.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { localizedProfile } from '../../../src-shared/profile/localized-profile.ts'
import { call } from '../../api/funding-desk.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { ProfileChanges } from './profile-changes.tsx'
import { useUnsaved } from '../../stores/unsaved-store.ts'

type View = ChannelOutput<'profile.view'>

const ProfileEditor = lazy(() =>
  import('./profile-editor.tsx').then((file) => ({ default: file.ProfileEditor })),
)

/**
 * Settings of the payload profile (the data file that describes the fields of the application form). The broker can view, edit, import,
 * check, compare, save and restore it.
 */
export function PayloadProfileSection() {
  const [view, setView] = useState<View | null>(null)
  const {
    value: text,
    set: setText,
    drop,
  } = useUnsaved<string | null>('payload_profile', null, view?.profile ?? null)
  const [error, setError] = useState<AppError | null>(null)
  const texts = messages().profiles
  useEffect(() => {
    void call('profile.view', {}).then((read) => (read.ok ? setView(read.value) : setError(read.error)))
  }, [])

  async function keep(work: () => Promise<Result<View>>) {
    const kept = await work()
    setError(kept.ok ? null : kept.error)
    if (!kept.ok) return
    setView(kept.value)
    drop()
    // Load the environment again, so that the forms of this window use the new profile.
    await useEnvironment.getState().load()
    notifications.show({ message: texts.saved, color: 'teal', role: 'status' })
  }
  const leave = () => {
    drop()
    setError(null)
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="profile-title">
      <Group justify="space-between">
        <Title order={2} id="profile-title">
          {texts.title}
        </Title>
        {view !== null && (
          <Text size="xs" c="dimmed">
            {texts.revision(localizedProfile(view.profile).title, view.profile.version)}
            {view.is_standard ? '' : ` (${texts.yours})`}
          </Text>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.about}
      </Text>
      {error !== null && <ErrorNote error={error} />}
      {view === null && error === null && <Reading lines={1} height={60} />}
      {view?.is_unreadable === true && (
        <Alert color="orange" mb="sm">
          {texts.unreadable}
        </Alert>
      )}
      {view !== null && text === null && <Present view={view} />}
      {text !== null && (
        <Suspense fallback={<Reading lines={1} height={416} />}>
          <ProfileEditor
            label={texts.asJson}
            text={text}
            check={(profile_json) => call('profile.check', { profile_json })}
            onChange={setText}
            onSave={() => void keep(() => call('profile.save', { profile_json: text }))}
            onLeave={leave}
          />
        </Suspense>
      )}
      <Group mt="sm" gap="xs">
        {view !== null && text === null && (
          <Button size="xs" variant="default" onClick={() => setText(JSON.stringify(view.profile, null, 2))}>
            {texts.edit}
          </Button>
        )}
        <FileButton accept="application/json,.json" onChange={(file) => void file?.text().then(setText)}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {texts.import}
            </Button>
          )}
        </FileButton>
        {view !== null && (!view.is_standard || view.is_unreadable) && (
          <Button size="xs" variant="subtle" onClick={() => void keep(() => call('profile.reset', {}))}>
            {texts.reset}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

function Present({ view: { profile, changes } }: { view: View }) {
  const text = messages().profiles
  return (
    <>
      <Text size="sm">{text.fields(fieldCount(profile), profile.sections.length)}</Text>
      {changes.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="sm">
            {text.changesStandard(changes.length)}
          </Text>
          <ProfileChanges changes={changes} label={text.changesStandard(changes.length)} />
        </>
      )}
    </>
  )
}

function fieldCount({ sections }: PayloadProfile): number {
  return sections.reduce(
    (sum, { fields = [], list }) => sum + fields.length + (list === undefined ? 0 : list.fields.length),
    0,
  )
}
