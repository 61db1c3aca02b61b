import { Alert, Group, Paper, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import type { AppError, Result } from '../../../src-shared/errors.ts'
import type { ChannelOutput } from '../../../src-shared/app/contract.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { localizedProfile } from '../../../src-shared/profile/localized-profile.ts'
import { call } from '../../api/funding-desk.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { ProfileChanges } from './profile-changes.tsx'
import { ProfileFile } from './profile-file.tsx'

type View = ChannelOutput<'profile.view'>

/** Settings of the payload profile (the data file that describes the fields of the application form). */
export function PayloadProfileSection() {
  const [view, setView] = useState<View | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const texts = messages().profiles
  useEffect(() => {
    void call('profile.view', {}).then((read) => (read.ok ? setView(read.value) : setError(read.error)))
  }, [])

  async function keep(work: () => Promise<Result<View>>): Promise<AppError | null> {
    const kept = await work()
    if (!kept.ok) return kept.error
    setView(kept.value)
    // Load the environment again, so that the forms of this window use the new profile.
    await useEnvironment.getState().load()
    notifications.show({ message: texts.saved, color: 'teal', role: 'status' })
    return null
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
      {view !== null && (
        <ProfileFile
          what="form"
          check={(profile_json) => call('profile.check', { profile_json })}
          save={(profile_json) => keep(() => call('profile.save', { profile_json }))}
          reset={
            view.is_standard && !view.is_unreadable ? undefined : () => keep(() => call('profile.reset', {}))
          }
        >
          <Present view={view} />
        </ProfileFile>
      )}
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
