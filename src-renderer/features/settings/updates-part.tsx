import { Alert, Button, Group, Paper, Progress, Stack, Switch, Text, Title } from '@mantine/core'
import type { UpdateView } from '../../../src-shared/domain/update.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
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

/** Which version runs, whether there is a newer one, and when it is installed. */
export function UpdatesPart() {
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
        {/* A screen reader hears what changes here, and not each percent. */}
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

/** How it stands, and what that means for the broker. */
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
