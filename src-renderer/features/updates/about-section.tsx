import { Alert, Button, Code, Group, Progress, ScrollArea, Stack, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Diagnostics } from '../../../src-shared/features/diagnostics/diagnostics.ts'
import type { UpdateView } from '../../../src-shared/features/updates/update.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { checkForUpdates, noteText, setAutomaticUpdates, useUpdates } from './updates-store.ts'
import { run, saveFile } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { formatInstant, formatShare } from '../../platform/ui/formats.ts'
import { Facts } from '../../platform/ui/parts.tsx'
import { SettingsSection } from '../../platform/ui/settings-rows.tsx'

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
      <SettingsSection id="about" title={messages().shell.sections.about}>
        <Facts width={200} facts={facts} />
      </SettingsSection>
      <UpdatesPart />
      <DiagnosticsPart />
    </>
  )
}

function UpdatesPart() {
  const view = useUpdates((state) => state.value)
  if (view === null) return null
  const text = messages().updates
  const { state, version, releases, automatic, installed_by, note } = view
  const [what, more] = wordsOf(view)
  const isTrouble = state.step === 'failed' || state.step === 'withdrawn'
  const isBusy = state.step === 'checking' || state.step === 'downloading'
  return (
    <SettingsSection
      id="updates"
      title={text.title}
      about={`${text.version(version)} · ${text.releases[releases]}`}
      aside={
        state.step !== 'impossible' && (
          <Button disabled={isBusy} onClick={checkForUpdates}>
            {text.check}
          </Button>
        )
      }
    >
      <Stack gap="sm" data-step={state.step}>
        {note !== null && note.kind !== 'updated' && (
          <Alert color="yellow">{noteText(note, installed_by)}</Alert>
        )}
        {/* A screen reader announces changes of this text, but not each percent of the progress. */}
        <Text role="status">
          {!isTrouble && (
            <>
              {what}{' '}
              <Text span inherit c="dimmed">
                {more}
              </Text>
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
            <Text c="dimmed" className="tabular">
              {formatShare(state.percent / 100)}
            </Text>
          </Group>
        )}
        {(state.step === 'downloading' || state.step === 'ready') && state.notes !== '' && (
          <div>
            <Title order={3} size="sm" mb={4}>
              {text.whatIsNew(state.version)}
            </Title>
            <Text mah="12em" style={{ overflowY: 'auto', whiteSpace: 'pre-line' }} tabIndex={0}>
              {state.notes}
            </Text>
          </div>
        )}
        {state.step === 'ready' && (
          <Button variant="filled" w="fit-content" onClick={() => void run(call('updates.restart', {}))}>
            {text.restart}
          </Button>
        )}
        {state.step !== 'impossible' && (
          <Switch
            label={text.automatic}
            description={text.automaticWhat[installed_by]}
            checked={automatic}
            onChange={({ currentTarget }) => setAutomaticUpdates(currentTarget.checked)}
          />
        )}
      </Stack>
    </SettingsSection>
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
  const show = async () => setShown(await run(call('diagnostics.view', {})))
  async function save() {
    if (await saveFile(call('diagnostics.save', {}), messages().common.savedAs)) setShown(null)
  }
  return (
    <SettingsSection
      id="diagnostics"
      title={text.diagnostics}
      about={text.diagnosticsText}
      rows={[{ buttons: [[text.showDiagnostics, () => void show()]] }]}
    >
      {shown !== null && (
        <Dialog
          title={text.diagnostics}
          size="xl"
          onClose={() => setShown(null)}
          action={{
            label: text.saveDiagnostics,
            run: () => void save(),
            focus: 'action',
            cancel: messages().common.close,
          }}
        >
          <ScrollArea h={420} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': text.diagnostics }}>
            <Code block data-testid="diagnostics">
              {JSON.stringify(shown, null, 2)}
            </Code>
          </ScrollArea>
        </Dialog>
      )}
    </SettingsSection>
  )
}
