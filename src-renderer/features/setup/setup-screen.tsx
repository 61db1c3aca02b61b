import { Button, Divider, Group, List, Paper, ScrollArea, Stack, Stepper, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { PairLink } from '../../../src-shared/platform/addresses/deep-link.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { navigate } from '../../platform/navigation/route.ts'
import {
  runWebhookTest,
  switchDemo,
  useDemo,
  useWebhooks,
  useWebhookTest,
} from '../../platform/page/server-stores.ts'
import { useEnvironment, useSetup } from '../../platform/page/environment-store.ts'
import { usePairLink } from '../connection/pair-link-store.ts'
import { useCommand } from '../../platform/ui/command.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { RecoveryCode } from '../backup/recovery-code.tsx'
import { RestoreBackup } from '../backup/restore-backup.tsx'
import { CredentialsForm } from '../connection/credentials-form.tsx'
import { PairLinkNote } from '../connection/pair-link-note.tsx'
import { RelayForm } from '../connection/relay-form.tsx'
import { RecipientText } from '../../platform/page/environment-badge.tsx'
import { WebhookTestSteps } from '../webhooks/webhooks-section.tsx'
import classes from './setup.module.css'
import { Hint, Quiet } from '../../platform/ui/parts.tsx'

const DONE = 3

/** The setup at the first run of the app. It ends when a test event arrives. The broker can skip a step and return to it later. */
export function SetupScreen() {
  const configured = useEnvironment((state) => state.value?.environment.configured === true)
  const running = useDemo((state) => state.value.running)
  const [step, setStep] = useState(configured ? 1 : 0)
  // Set the route explicitly. Otherwise, the app would replace this screen with the pipeline as soon as credentials are saved.
  useEffect(() => navigate({ screen: 'setup' }), [])
  const link = usePairLink((state) => state.link)
  // A new link leads to the step that it fills in, as soon as the broker can reach this step.
  const [followed, setFollowed] = useState<PairLink | null>(null)
  if (configured && link !== followed) {
    setFollowed(link)
    if (link !== null) setStep(1)
  }
  const text = messages().setup
  return (
    <ScrollArea h="100%">
      <Group justify="center" px="md" pb="md" className={classes.page}>
        <Paper withBorder p="xl" w={640} maw="100%" component="main">
          <Title order={1} mb={4}>
            {text.welcome}
          </Title>
          <Text size="md" c="dimmed" mb="lg">
            {text.twoMinutes}
          </Text>
          {running ? (
            <Done />
          ) : (
            <>
              {step === 0 && <PairLinkNote isLater />}
              {step === 0 && <TryDemo />}
              <Stepper active={step} onStepClick={setStep} size="xs" iconSize={28} mb="md">
                <Stepper.Step label={text.steps.connection} allowStepSelect={step > 0}>
                  <CredentialsForm isInSetup saveLabel={text.saveAndContinue} onSaved={() => setStep(1)} />
                </Stepper.Step>
                <Stepper.Step label={text.steps.alerts} allowStepSelect={configured}>
                  <Text mb="sm">{text.relayAbout}</Text>
                  <RelayForm onDone={() => setStep(2)} onSkip={() => setStep(2)} />
                </Stepper.Step>
                <Stepper.Step label={text.steps.recovery} allowStepSelect={configured}>
                  <RecoveryCode onDone={() => setStep(DONE)} onLater={() => setStep(DONE)} />
                </Stepper.Step>
                <Stepper.Completed>
                  <Done />
                </Stepper.Completed>
              </Stepper>
              {step === 0 && (
                <Quiet size="compact-sm" onClick={lookAround}>
                  {text.skip}
                </Quiet>
              )}
              {step === 0 && (
                <Group justify="space-between" mt="md">
                  <Hint size="sm">{text.fromAnotherComputer}</Hint>
                  <RestoreBackup />
                </Group>
              )}
            </>
          )}
        </Paper>
      </Group>
    </ScrollArea>
  )
}

function lookAround(): void {
  useSetup.setState({ skipped: true })
  navigate({ screen: 'pipeline' })
}

/** A button that starts the demo. Shown only if this build of the app contains the sandbox (the program that simulates the partner). */
function TryDemo() {
  const available = useDemo((state) => state.value.available)
  const { busy, error, run } = useCommand()
  const text = messages().setup.demo
  if (!available) return null
  return (
    <Stack gap={6} mb="md">
      <Button variant="light" size="md" loading={busy} onClick={() => void run(switchDemo('demo.start'))}>
        {text.try}
      </Button>
      <Hint role="status">{busy ? text.starting : text.about}</Hint>
      {error !== null && <ErrorNote error={error} />}
      <Divider label={text.or} mt="xs" />
    </Stack>
  )
}

function Done() {
  const environment = useEnvironment((state) => state.value?.environment ?? null)
  const running = useDemo((state) => state.value.running)
  const text = messages().setup
  const hasRelay = (environment?.webhook_url ?? null) !== null
  return (
    <Stack gap="sm">
      <Title order={2}>{running ? text.demo.doneTitle : text.doneTitle}</Title>
      <List size="sm" spacing={4}>
        {running && <List.Item>{text.demo.explore}</List.Item>}
        <List.Item>
          <RecipientText say={text.goTo} />
        </List.Item>
        <List.Item>{hasRelay ? text.announced : text.noRelay}</List.Item>
        <List.Item>{running ? text.demo.bannerText : text.drafts}</List.Item>
      </List>
      <Button variant="filled" autoFocus onClick={() => navigate({ screen: 'pipeline' })} w="fit-content">
        {text.openPipeline}
      </Button>
      {/* Below the button, because it grows with each step of the test, and a button that moves misses the broker's click. */}
      {hasRelay && <TestEvent />}
    </Stack>
  )
}

/** Sends a real test event when this component mounts, and reports each step. */
function TestEvent() {
  const { value: view, error } = useWebhooks()
  const { test } = useWebhookTest()
  const { error: failed, run } = useCommand()
  const begun = useRef(false)
  const text = messages().setup.test

  const fire = () => void run(fireTest())
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    fire()
  })

  const problem = failed ?? error
  const arrived = test?.done === true && test.stuck === null ? test.steps.at(-1) : undefined
  const hasNone = view !== null && view.registrations.every(({ origin }) => origin !== 'here')
  return (
    <Stack gap={6} data-testid="test-event" data-came-round={arrived?.after_ms}>
      <Title order={3}>{text.title}</Title>
      <Hint size="sm">{text.about}</Hint>
      {problem !== null && <ErrorNote error={problem} />}
      {hasNone && <Text>{text.nothing}</Text>}
      {test !== null && <WebhookTestSteps test={test} />}
      <div role="status">
        {arrived !== undefined && <Text fw={600}>{text.cameRound(arrived.after_ms)}</Text>}
        {test?.done === true && test.stuck !== null && <Text>{text.stuck}</Text>}
      </div>
      {(test?.done === true || problem !== null) && (
        <Button size="compact-sm" w="fit-content" onClick={fire}>
          {text.again}
        </Button>
      )}
    </Stack>
  )
}

/**
 * Makes the partner send a test event to the webhook that is registered for this computer. If no webhook is registered, the list of steps
 * says so.
 */
async function fireTest(): Promise<Result<unknown>> {
  await useWebhooks.getState().load()
  const here = useWebhooks.getState().value?.registrations.find(({ origin }) => origin === 'here')
  return here === undefined ? ok({}) : runWebhookTest(here.uuid)
}
