import { storeMessage } from '../../../src-shared/messages/message.ts'
import { Alert, Anchor, Button, Group, List, Textarea, Badge, Table } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Result } from '../../../src-shared/errors.ts'
import type { ChannelOutput } from '../../../src-shared/ipc/contract.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { placeInJson } from './place-in-json.ts'
import type { ProfileChange } from '../../../src-shared/profile/diff-profiles.ts'

type Checked = ChannelOutput<'profile.check'>

interface EditorProps {
  label: string
  text: string
  /** Returns the problems of a text or, without problems, its changes. */
  check: (text: string) => Promise<Result<Checked>>
  onChange: (text: string) => void
  onSave: () => void
  onLeave: () => void
}

/** A profile as text: nothing is kept before it was checked as it stands, and its changes were seen. */
export function ProfileEditor({ label, text, check: ask, onChange, onSave, onLeave }: EditorProps) {
  const [checked, setChecked] = useState<{ text: string; found: Checked } | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const say = messages().profiles
  const found = checked?.text === text ? checked.found : null
  const isGood = found !== null && found.problems.length === 0
  function select(path: string) {
    const { from, to, line } = placeInJson(text, path)
    const box = input.current
    if (box === null) return
    box.focus()
    box.setSelectionRange(from, to)
    // Browsers do not scroll to a selection automatically.
    box.scrollTop = (box.scrollHeight / text.split('\n').length) * Math.max(0, line - 4)
  }
  async function check() {
    const read = await ask(text)
    if (read.ok) setChecked({ text, found: read.value })
    else notifyError(read.error)
  }
  return (
    <>
      <Textarea
        ref={input}
        aria-label={label}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        rows={20}
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace' } }}
      />
      <div role="status" data-testid="profile-check">
        {found !== null && found.problems.length > 0 && (
          <Alert color="red" mt="sm" title={say.wrong(found.problems.length)}>
            <List size="sm">
              {found.problems.map(({ path, message }) => (
                <List.Item key={path + storeMessage(message)}>
                  {path !== '' && (
                    <>
                      <Anchor component="button" type="button" size="sm" onClick={() => select(path)}>
                        {say.line(placeInJson(text, path).line)}
                      </Anchor>{' '}
                      <code>{path}: </code>
                    </>
                  )}
                  {formatMessage(message)}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {isGood && (
          <Alert color="teal" mt="sm" title={say.good}>
            {found.changes.length === 0 ? say.unchanged : say.changesNow(found.changes.length)}
          </Alert>
        )}
      </div>
      {isGood && found.changes.length > 0 && (
        <ProfileChanges changes={found.changes} label={say.changesNow(found.changes.length)} />
      )}
      <Group mt="sm" gap="xs">
        <Button size="xs" variant={isGood ? 'default' : 'filled'} onClick={() => void check()}>
          {say.check}
        </Button>
        <Button size="xs" disabled={!isGood || found.changes.length === 0} onClick={onSave}>
          {say.save}
        </Button>
        <Button size="xs" variant="default" onClick={onLeave}>
          {say.discard}
        </Button>
      </Group>
    </>
  )
}

const COLORS = { added: 'green', removed: 'red', changed: 'blue' } as const

function kindOf({ before, after }: ProfileChange): keyof typeof COLORS {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}

/** Differences between two profiles, one line each. */
export function ProfileChanges({ changes, label }: { changes: ProfileChange[]; label: string }) {
  const text = messages().profiles
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table verticalSpacing={4} fz="xs" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.change}</Table.Th>
            <Table.Th>{text.what}</Table.Th>
            <Table.Th>{text.before}</Table.Th>
            <Table.Th>{text.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => {
            const kind = kindOf(change)
            return (
              <Table.Tr key={change.path} data-change={kind}>
                <Table.Td>
                  <Badge color={COLORS[kind]} variant="light" tt="none" radius="sm">
                    {text.kinds[kind]}
                  </Badge>
                </Table.Td>
                <Table.Th scope="row" fw={500}>
                  {change.label}
                  <div>
                    <code>{change.path}</code>
                  </div>
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{change.before ?? '–'}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{change.after ?? '–'}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
