import { Button, Group, Paper, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useEnvironment } from '../../stores/environment-store.ts'
import { CredentialsForm } from '../setup/credentials-form.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { messages } from '../../../src-shared/messages/messages.ts'

/** Which service the applications go to, and with which credentials. */
export function ConnectionSection() {
  const environment = useEnvironment((state) => state.environment)
  const [isForgetting, setForgetting] = useState(false)
  if (environment === null) return null
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="connection-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="connection-title">
          {messages().settings.connectionTitle}
        </Title>
        {environment.has_client_secret && (
          <Button variant="subtle" color="red" size="xs" onClick={() => setForgetting(true)}>
            {messages().settings.forgetCredentials}
          </Button>
        )}
      </Group>
      <CredentialsForm
        key={environment.environment}
        saveLabel={messages().settings.testAndSave}
        onSaved={() => notifications.show({ message: messages().settings.connectionWorks, color: 'teal' })}
      />
      {isForgetting && <ForgetDialog what="credentials" onClose={() => setForgetting(false)} />}
    </Paper>
  )
}
