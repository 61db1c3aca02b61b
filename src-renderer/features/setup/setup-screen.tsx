import { Button, Center, Group, List, Paper, ScrollArea, Stack, Stepper, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { navigate } from '../../navigation/route.ts'
import { useOffice } from '../../stores/office-store.ts'
import { RecoveryCode } from '../vault/recovery-code.tsx'
import { RestoreBackup } from '../vault/restore-backup.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { RelayForm } from './relay-form.tsx'

/** The first run: from nothing to a connection that was proved, in three steps. */
export function SetupScreen() {
  const configured = useOffice((state) => state.environment?.configured === true)
  const [step, setStep] = useState(configured ? 1 : 0)
  // The route is pinned: once there are credentials, the first screen would be the pipeline, and this one gone.
  useEffect(() => navigate({ screen: 'setup' }), [])
  return (
    <ScrollArea h="100%">
      <Center mih="100vh" p="md">
        <Paper withBorder p="xl" w={640} maw="100%" component="main">
          <Title order={1} mb={4}>
            Welcome to Funding Desk
          </Title>
          <Text c="dimmed" mb="lg">
            Two minutes, then your first application can go out.
          </Text>
          <Stepper active={step} size="xs" iconSize={28} mb="md">
            <Stepper.Step label="Connection">
              <CredentialsForm saveLabel="Save and continue" onSaved={() => setStep(1)} />
            </Stepper.Step>
            <Stepper.Step label="Offer alerts">
              <Text size="sm" mb="sm">
                The relay of your office receives the funding partner's notifications and hands them to this
                computer, so that you learn of an offer within a second.
              </Text>
              <RelayForm onDone={() => setStep(2)} onSkip={() => setStep(2)} />
            </Stepper.Step>
            <Stepper.Step label="Recovery code">
              <RecoveryCode onDone={() => setStep(3)} onLater={() => setStep(3)} />
            </Stepper.Step>
            <Stepper.Completed>
              <Done onFinish={() => navigate({ screen: 'pipeline' })} />
            </Stepper.Completed>
          </Stepper>
          {step === 0 && (
            <Group justify="space-between" mt="xl">
              <Text size="sm" c="dimmed">
                Worked with Funding Desk on another computer?
              </Text>
              <RestoreBackup />
            </Group>
          )}
        </Paper>
      </Center>
    </ScrollArea>
  )
}

function Done({ onFinish }: { onFinish: () => void }) {
  const environment = useOffice((state) => state.environment)
  return (
    <Stack gap="sm">
      <Title order={2}>You are set up</Title>
      <List size="sm" spacing={4}>
        <List.Item>Applications go to {environment?.base_url}.</List.Item>
        <List.Item>
          {environment?.webhook_url
            ? 'Offers are announced here as soon as they exist.'
            : 'No relay is paired yet: the funding partner is asked now and then, so offers are announced later than they could be. Pair one under Settings at any time.'}
        </List.Item>
        <List.Item>Drafts are saved on this computer, encrypted, with every change; also offline.</List.Item>
      </List>
      <Button onClick={onFinish} w="fit-content">
        Open the pipeline
      </Button>
    </Stack>
  )
}
