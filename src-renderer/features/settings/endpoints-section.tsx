import { Badge, Button, FileButton, Group, Paper, Table, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'
import type { ServiceSettingsView } from '../../../src-shared/domain/service-settings.ts'
import type { AppError, Result } from '../../../src-shared/errors.ts'
import type { EndpointProfile } from '../../../src-shared/profile/endpoint-profile.ts'
import { isAssumed } from '../../../src-shared/profile/is-assumed.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { ProfileChanges } from './profile-changes.tsx'
import { useService } from '../../stores/server-stores.ts'
import { diffEndpoints } from '../../../src-shared/profile/diff-profiles.ts'
import { standardEndpoints } from '../../../src-shared/profile/standard-endpoints.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { useUnsaved } from '../../stores/unsaved-store.ts'

const ProfileEditor = lazy(() =>
  import('./profile-editor.tsx').then((file) => ({ default: file.ProfileEditor })),
)

/**
 * Lists the path of each operation of the partner's API. Marks the paths that the specification does not show. The broker can change these
 * paths here.
 */
export function EndpointsSection({ settings }: { settings: ServiceSettingsView }) {
  const { value: text, set: setText, drop } = useUnsaved<string | null>('endpoints', null, settings.endpoints)
  const [error, setError] = useState<AppError | null>(null)
  const { endpoints } = settings
  const changes = diffEndpoints(standardEndpoints, endpoints)

  async function change(work: () => Promise<Result<ServiceSettingsView>>) {
    const failed = await useService.getState().change(work)
    setError(failed)
    if (failed !== null) return
    drop()
    notifications.show({ message: messages().endpoints.saved, color: 'teal' })
  }
  const pick = (file: File | null) => void file?.text().then(setText)

  const texts = messages().endpoints
  const title = settings.is_standard_profile ? texts.standard : endpoints.title
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="endpoints-title">
      <Group justify="space-between">
        <Title order={2} id="endpoints-title">
          {texts.title}
        </Title>
        <Text size="xs" c="dimmed">
          {texts.revision(title, endpoints.version, settings.is_standard_profile)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.what}
      </Text>
      {changes.length > 0 && text === null && (
        <ProfileChanges changes={changes} label={messages().profiles.changesStandard(changes.length)} />
      )}
      {text === null ? (
        <Operations profile={endpoints} />
      ) : (
        <Suspense fallback={<Reading lines={1} height={416} />}>
          <ProfileEditor
            label={texts.asJson}
            text={text}
            check={(profile_json) => call('service.check_endpoints', { profile_json })}
            onChange={setText}
            onSave={() => void change(() => call('service.save_endpoints', { profile_json: text }))}
            onLeave={() => {
              drop()
              setError(null)
            }}
          />
        </Suspense>
      )}
      {error !== null && <ErrorNote error={error} />}
      <Group mt="sm" gap="xs">
        {text === null && (
          <Button size="xs" variant="default" onClick={() => setText(JSON.stringify(endpoints, null, 2))}>
            {texts.edit}
          </Button>
        )}
        <FileButton accept="application/json,.json" onChange={pick}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {texts.importFile}
            </Button>
          )}
        </FileButton>
        {!settings.is_standard_profile && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => void change(() => call('service.reset_endpoints', {}))}
          >
            {texts.backToStandard}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

function Operations({ profile }: { profile: EndpointProfile }) {
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table verticalSpacing={4} fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages().endpoints.operation}</Table.Th>
            <Table.Th>{messages().endpoints.methodAndPath}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(profile.endpoints).map(([operation, endpoint]) => (
            <Table.Tr key={operation}>
              <Table.Td>{operation}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <code>
                  {endpoint.method} {endpoint.path}
                </code>
              </Table.Td>
              <Table.Td>
                {isAssumed(profile, operation) && (
                  <Badge color="orange" size="xs">
                    {messages().endpoints.assumed}
                  </Badge>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
