import { EditorView } from '@codemirror/view'
import { Alert, Anchor, Button, Group, List } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import type { FieldProblem, Result } from '../../../src-shared/errors.ts'
import type { ChannelOutput } from '../../../src-shared/ipc/contract.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { storeMessage } from '../../../src-shared/messages/message.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { JsonEditor } from './json-editor.tsx'
import { placesInJson, type Place } from './places-in-json.ts'
import { ProfileChanges } from './profile-changes.tsx'

type Checked = ChannelOutput<'profile.check'>

interface EditorProps {
  label: string
  text: string
  /** Checks a profile text. Returns its problems or, if it has none, its changes compared with the current profile. */
  check: (text: string) => Promise<Result<Checked>>
  onChange: (text: string) => void
  onSave: () => void
  onLeave: () => void
}

/**
 * An editor for the text of a profile. Lets the broker save the text only after the app has checked exactly this text and shown its
 * changes.
 */
export function ProfileEditor({ label, text, check: ask, onChange, onSave, onLeave }: EditorProps) {
  const [checked, setChecked] = useState<{ text: string; found: Checked } | null>(null)
  const viewRef = useRef<EditorView>(null)
  const list = useId()
  const texts = messages().profiles
  const found = checked?.text === text ? checked.found : null
  const problems = found?.problems ?? NONE
  const places = placesInJson(problems.length > 0 ? text : '')
  const isGood = found !== null && found.problems.length === 0
  function select({ from, to }: Place) {
    viewRef.current?.focus()
    viewRef.current?.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    })
  }
  async function check() {
    const read = await ask(text)
    if (read.ok) setChecked({ text, found: read.value })
    else notifyError(read.error)
  }
  return (
    <>
      <JsonEditor
        label={label}
        text={text}
        problems={problems}
        describedBy={list}
        onChange={onChange}
        viewRef={viewRef}
      />
      <div role="status" id={list} data-testid="profile-check">
        {problems.length > 0 && (
          <Alert color="red" mt="sm" title={texts.wrong(problems.length)}>
            <List size="sm" style={{ overflowWrap: 'anywhere' }}>
              {problems.map(({ path, message }) => {
                const place = path === '' ? places.error : places.at(path)
                return (
                  <List.Item key={path + storeMessage(message)}>
                    {place !== null && (
                      <Anchor
                        component="button"
                        type="button"
                        size="sm"
                        c="inherit"
                        underline="always"
                        onClick={() => select(place)}
                      >
                        {texts.line(place.line)}
                      </Anchor>
                    )}{' '}
                    {path !== '' && <code>{path}: </code>}
                    {formatMessage(message)}
                  </List.Item>
                )
              })}
            </List>
          </Alert>
        )}
        {isGood && (
          <Alert color="teal" mt="sm" title={texts.good}>
            {found.changes.length === 0 ? texts.unchanged : texts.changesNow(found.changes.length)}
          </Alert>
        )}
      </div>
      {isGood && found.changes.length > 0 && (
        <ProfileChanges changes={found.changes} label={texts.changesNow(found.changes.length)} />
      )}
      <Group mt="sm" gap="xs">
        <Button size="xs" variant={isGood ? 'default' : 'filled'} onClick={() => void check()}>
          {texts.check}
        </Button>
        <Button size="xs" disabled={!isGood || found.changes.length === 0} onClick={onSave}>
          {texts.save}
        </Button>
        <Button size="xs" variant="default" onClick={onLeave}>
          {texts.discard}
        </Button>
      </Group>
    </>
  )
}

const NONE: FieldProblem[] = []
