import {
  Paper,
  Table,
  Title,
  Alert,
  Button,
  Group,
  Progress,
  Stack,
  Switch,
  Text,
  Code,
  Modal,
  ScrollArea,
} from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import type { UpdateView } from '../../../src-shared/domain/update.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import {
  checkForUpdates,
  noteText,
  restartNow,
  setAutomaticUpdates,
  useUpdates,
} from '../../stores/updates-store.ts'
import { formatInstant } from '../../ui/formats.ts'
import classes from './settings.module.css'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Diagnostics } from '../../../src-shared/diagnostics.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Shows the version of the app. */
export function AboutSection() {
  const info = useEnvironment((state) => state.value?.info ?? null)
  if (info === null) return null
  const facts = [
    ['Funding Desk', info.version],
    ['Electron', info.electron],
    ['Chromium', info.chromium],
  ] as const
  return (
    <>
      <Paper withBorder p="lg" component="section" aria-labelledby="about-title">
        <Title order={2} id="about-title" mb="sm">
          {messages().shell.sections.about}
        </Title>
        <Table withRowBorders={false} layout="fixed">
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={200}>{name}</Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <UpdatesPart />
      <DiagnosticsPart />
    </>
  )
}

/** Shows the current version, an available update, and when that update will be installed. */
function UpdatesPart() {
  const view = useUpdates((state) => state.value)
  if (view === null) return null
  const text = messages().updates
  const { state, version, releases, automatic, installed_by, note } = view
  const [what, more] = wordsOf(view)
  const isTrouble = state.step === 'failed' || state.step === 'withdrawn'
  const isBusy = state.step === 'checking' || state.step === 'downloading'
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="updates-title" data-step={state.step}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2} id="updates-title" mb={4}>
            {text.title}
          </Title>
          <Text size="sm" c="dimmed">
            {text.version(version)} · {text.releases[releases]}
          </Text>
        </div>
        {state.step !== 'impossible' && (
          <Button variant="default" disabled={isBusy} onClick={() => void checkForUpdates()}>
            {text.check}
          </Button>
        )}
      </Group>
      <Stack gap="sm">
        {note !== null && note.kind !== 'updated' && (
          <Alert color="yellow">{noteText(note, installed_by)}</Alert>
        )}
        {/* A screen reader announces changes of this text, but not each percent of the progress. */}
        <Text size="sm" role="status">
          {!isTrouble && (
            <>
              {what} <span className={classes.mark}>{more}</span>
            </>
          )}
        </Text>
        {isTrouble && (
          <Alert color="yellow" title={what}>
            {more}
          </Alert>
        )}
        {state.step === 'downloading' && (
          <Group gap="sm">
            <Progress value={state.percent} aria-label={text.progress} flex={1} />
            <Text size="sm" c="dimmed" className="tabular">
              {state.percent} %
            </Text>
          </Group>
        )}
        {(state.step === 'downloading' || state.step === 'ready') && state.notes !== '' && (
          <div>
            <Title order={3} size="sm" mb={4}>
              {text.whatIsNew(state.version)}
            </Title>
            <Text size="sm" className={classes.notes} tabIndex={0}>
              {state.notes}
            </Text>
          </div>
        )}
        {state.step === 'ready' && (
          <div>
            <Button onClick={() => void restartNow()}>{text.restart}</Button>
          </div>
        )}
        {state.step !== 'impossible' && (
          <Switch
            label={text.automatic}
            description={text.automaticWhat[installed_by]}
            checked={automatic}
            onChange={({ currentTarget }) => void setAutomaticUpdates(currentTarget.checked)}
          />
        )}
      </Stack>
    </Paper>
  )
}

/** Returns two texts for the state of an update: the state itself, and what it means for the broker. */
function wordsOf({ state, version, automatic, installed_by }: UpdateView): [what: string, more: string] {
  const text = messages().updates
  switch (state.step) {
    case 'impossible':
      return [text.impossible[state.why], '']
    case 'unchecked':
      return [automatic ? text.unchecked : text.uncheckedManual, '']
    case 'checking':
      return [text.checking, '']
    case 'current':
      return [text.current, text.checkedAt(formatInstant(state.checked_at))]
    case 'downloading':
      return [text.downloading(state.version), '']
    case 'ready':
      return [text.ready(state.version), text.readyWhat[installed_by]]
    case 'withdrawn':
      return [text.withdrawn(version), text.withdrawnWhat(state.version)]
    case 'failed':
      return [formatMessage(state.message), formatMessage(state.advice)]
  }
}

/** Shows the broker the whole diagnostics file before the broker saves it for the support team. */
function DiagnosticsPart() {
  const [shown, setShown] = useState<Diagnostics | null>(null)
  const text = messages().shell
  async function show() {
    const collected = await call('diagnostics.view', {})
    if (collected.ok) setShown(collected.value)
    else notifyError(collected.error)
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="diagnostics-title">
      <Title order={2} id="diagnostics-title" mb={4}>
        {text.diagnostics}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.diagnosticsText}
      </Text>
      <Button variant="default" onClick={() => void show()}>
        {text.showDiagnostics}
      </Button>
      {shown !== null && <BundleDialog bundle={shown} onClose={() => setShown(null)} />}
    </Paper>
  )
}

function BundleDialog({ bundle, onClose }: { bundle: Diagnostics; onClose: () => void }) {
  const text = messages().shell
  async function save() {
    const saved = await call('diagnostics.save', {})
    if (!saved.ok) return notifyError(saved.error)
    if (saved.value.saved_as === null) return
    notifications.show({ message: text.diagnosticsSaved(saved.value.saved_as), color: 'teal' })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={text.diagnostics} size="xl">
      <Stack gap="sm">
        <ScrollArea h={420} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': text.diagnostics }}>
          <Code block data-testid="diagnostics">
            {JSON.stringify(bundle, null, 2)}
          </Code>
        </ScrollArea>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages().common.close}
          </Button>
          <Button onClick={() => void save()} data-autofocus>
            {text.saveDiagnostics}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
