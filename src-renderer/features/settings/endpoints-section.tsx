import { Badge, Group, Paper, Table, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ServiceSettingsView } from '../../../src-shared/domain/service-settings.ts'
import type { AppError, Result } from '../../../src-shared/errors.ts'
import type { EndpointProfile } from '../../../src-shared/profile/endpoint-profile.ts'
import { isAssumed } from '../../../src-shared/profile/is-assumed.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { ProfileChanges } from './profile-changes.tsx'
import { ProfileFile } from './profile-file.tsx'
import { useService } from '../../stores/server-stores.ts'
import { diffEndpoints } from '../../../src-shared/profile/diff-profiles.ts'
import { standardEndpoints } from '../../../src-shared/profile/standard-endpoints.ts'

/**
 * Lists the path of each operation of the partner's API. Marks the paths that the specification does not show. The broker can change these
 * paths here.
 */
export function EndpointsSection({ settings }: { settings: ServiceSettingsView }) {
  const { endpoints } = settings
  const changes = diffEndpoints(standardEndpoints, endpoints)

  async function change(work: () => Promise<Result<ServiceSettingsView>>): Promise<AppError | null> {
    const failed = await useService.getState().change(work)
    if (failed === null) notifications.show({ message: messages().endpoints.saved, color: 'teal' })
    return failed
  }

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
      <ProfileFile
        what="endpoints"
        check={(profile_json) => call('service.check_endpoints', { profile_json })}
        save={(profile_json) => change(() => call('service.save_endpoints', { profile_json }))}
        reset={
          settings.is_standard_profile ? undefined : () => change(() => call('service.reset_endpoints', {}))
        }
      >
        {changes.length > 0 && (
          <ProfileChanges changes={changes} label={messages().profiles.changesStandard(changes.length)} />
        )}
        <Operations profile={endpoints} />
      </ProfileFile>
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
