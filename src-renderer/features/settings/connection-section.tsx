import { Button, Group, Paper, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useOffice } from '../../stores/office-store.ts'
import { CredentialsForm } from '../setup/credentials-form.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { words } from '../../../src-shared/messages/messages.ts'

/** Which service the applications go to, and with which credentials. */
export function ConnectionSection() {
  const environment = useOffice((state) => state.environment)
  const [isForgetting, setForgetting] = useState(false)
  if (environment === null) return null
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="connection-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="connection-title">
          {words().settings.connectionTitle}
        </Title>
        {environment.has_client_secret && (
          <Button variant="subtle" color="red" size="xs" onClick={() => setForgetting(true)}>
            {words().settings.forgetCredentials}
          </Button>
        )}
      </Group>
      <CredentialsForm
        key={environment.environment}
        saveLabel={words().settings.testAndSave}
        onSaved={() => notifications.show({ message: words().settings.connectionWorks, color: 'teal' })}
      />
      {isForgetting && <ForgetDialog what="credentials" onClose={() => setForgetting(false)} />}
    </Paper>
  )
}
