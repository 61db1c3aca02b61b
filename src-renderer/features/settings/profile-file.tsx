import { Alert, Button, FileButton, Group, List } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import type { AppError, Result } from '../../../src-shared/errors.ts'
import type { ChannelInput, ChannelOutput } from '../../../src-shared/app/contract.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { storeMessage } from '../../../src-shared/messages/message.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { call } from '../../api/funding-desk.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { lineInJson } from './line-in-json.ts'
import { ProfileChanges } from './profile-changes.tsx'

type Checked = ChannelOutput<'profile.check'>

interface ProfileFileProps {
  what: ChannelInput<'profile.export'>['what']
  /** Checks the text of a profile. Returns its problems or, if it has none, its changes compared with the current profile. */
  check: (text: string) => Promise<Result<Checked>>
  /** Saves a checked profile. Returns the error if that failed. */
  save: (text: string) => Promise<AppError | null>
  /** Returns to the standard profile. Missing if the standard profile is in use. */
  reset?: (() => Promise<AppError | null>) | undefined
  /** The current profile. Hidden while an imported file is shown. */
  children: ReactNode
}

/**
 * Exports a profile to a file, and imports a file that the broker edited elsewhere. Saves an imported profile only after the app has shown
 * its changes.
 */
export function ProfileFile({ what, check, save, reset, children }: ProfileFileProps) {
  const [imported, setImported] = useState<{ text: string; found: Checked } | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const texts = messages().profiles
  const { problems, changes } = imported?.found ?? { problems: [], changes: [] }

  async function read(file: File | null) {
    if (file === null) return
    const text = await file.text()
    const found = await check(text)
    setError(found.ok ? null : found.error)
    setImported(found.ok ? { text, found: found.value } : null)
  }
  async function run(work: () => Promise<AppError | null>) {
    const failed = await work()
    setError(failed)
    if (failed === null) setImported(null)
  }
  async function write() {
    const saved = await call('profile.export', { what })
    if (!saved.ok) notifyError(saved.error)
    else if (saved.value.saved_as !== null)
      notifications.show({ message: texts.exported(saved.value.saved_as), color: 'teal', role: 'status' })
  }
  return (
    <>
      {imported === null && children}
      <div role="status" data-testid="profile-check">
        {problems.length > 0 && (
          <Alert color="red" mt="sm" title={texts.wrong(problems.length)}>
            <List size="sm" style={{ overflowWrap: 'anywhere' }}>
              {problems.map(({ path, message }) => (
                <List.Item key={path + storeMessage(message)}>
                  {texts.line(lineInJson(imported?.text ?? '', path))} {path !== '' && <code>{path}: </code>}
                  {formatMessage(message)}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {imported !== null && problems.length === 0 && (
          <Alert color="teal" mt="sm" title={texts.good}>
            {changes.length === 0 ? texts.unchanged : texts.changesNow(changes.length)}
          </Alert>
        )}
      </div>
      {changes.length > 0 && <ProfileChanges changes={changes} label={texts.changesNow(changes.length)} />}
      {error !== null && <ErrorNote error={error} />}
      <Group mt="sm" gap="xs">
        {imported !== null && changes.length > 0 && (
          <Button size="xs" onClick={() => void run(() => save(imported.text))}>
            {texts.save}
          </Button>
        )}
        {imported === null && (
          <Button size="xs" variant="default" onClick={() => void write()}>
            {texts.export}
          </Button>
        )}
        <FileButton accept="application/json,.json" onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {texts.import}
            </Button>
          )}
        </FileButton>
        {imported !== null && (
          <Button size="xs" variant="default" onClick={() => void run(async () => null)}>
            {texts.discard}
          </Button>
        )}
        {reset !== undefined && (
          <Button size="xs" variant="subtle" onClick={() => void run(reset)}>
            {texts.reset}
          </Button>
        )}
      </Group>
    </>
  )
}
