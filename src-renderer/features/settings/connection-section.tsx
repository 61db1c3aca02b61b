import { Button, Group, Paper, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useOffice } from '../../stores/office-store.ts'
import { CredentialsForm } from '../setup/credentials-form.tsx'
import { ForgetDialog } from './forget-dialog.tsx'

/** Which service the applications go to, and with which credentials. */
export function ConnectionSection() {
  const environment = useOffice((state) => state.environment)
  const [isForgetting, setForgetting] = useState(false)
  if (environment === null) return null
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="connection-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="connection-title">
          Connection to the funding partner
        </Title>
        {environment.has_client_secret && (
          <Button variant="subtle" color="red" size="xs" onClick={() => setForgetting(true)}>
            Forget the credentials
          </Button>
        )}
      </Group>
      <CredentialsForm
        key={environment.environment}
        saveLabel="Test and save"
        onSaved={() => notifications.show({ message: 'The connection works and is kept.', color: 'teal' })}
      />
      {isForgetting && <ForgetDialog what="credentials" onClose={() => setForgetting(false)} />}
    </Paper>
  )
}
