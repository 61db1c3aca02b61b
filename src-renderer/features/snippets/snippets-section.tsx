import { ActionIcon, Badge, Button, Group, Menu, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ok } from '../../../src-shared/errors.ts'
import { language, messages } from '../../../src-shared/messages/messages.ts'
import {
  LONGEST_NAME,
  LONGEST_SIGNATURE,
  MOST_SNIPPETS,
  type Snippet,
  type SnippetSettings,
} from '../../../src-shared/snippets/snippet.ts'
import { changeSnippets, saveSnippetSettings, useSnippets } from '../../stores/snippets-store.ts'
import { useUnsaved } from '../../stores/unsaved-store.ts'
import { offerUndo, run } from '../../ui/command.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { UnsavedNote } from '../../ui/unsaved-note.tsx'
import { SettingsSection } from '../settings/rows.tsx'
import { SnippetEditor } from './snippet-editor.tsx'
import classes from './snippets.module.css'

/** Manages the broker's message snippets: create, edit, duplicate, delete, and order them. */
export function SnippetsSection() {
  const snippets = useSnippets()
  const { value: settings, error } = snippets
  useEffect(() => useSnippets.follow(), [])
  if (settings === null || error !== null) return <NotLoaded of={snippets} lines={1} height={240} />
  return (
    <>
      <SnippetList settings={settings} />
      <AboutYou settings={settings} />
    </>
  )
}

function SnippetList({ settings: { snippets } }: { settings: SnippetSettings }) {
  const [edited, setEdited] = useState<{ snippet: Snippet; isNew: boolean } | null>(null)
  const text = messages().snippets
  const isFull = snippets.length >= MOST_SNIPPETS
  const add = () =>
    setEdited({
      isNew: true,
      snippet: { snippet_id: crypto.randomUUID(), name: '', language: language(), subject: '', body: '' },
    })
  return (
    <SettingsSection
      id="snippets"
      title={text.title}
      testId="snippets"
      about={text.text}
      aside={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} />}
          disabled={isFull}
          title={isFull ? text.tooMany : undefined}
          onClick={add}
        >
          {text.add}
        </Button>
      }
    >
      {snippets.length === 0 && <Text size="sm">{text.none}</Text>}
      <div role="list">
        {snippets.map((snippet, at) => (
          <div key={snippet.snippet_id} className={classes.row} role="listitem" data-snippet={snippet.name}>
            <Text size="sm" className={classes.name}>
              {snippet.name}
            </Text>
            <Badge variant="light" color="gray" radius="sm" tt="uppercase">
              {snippet.language}
            </Badge>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={text.editNamed(snippet.name)}
              onClick={() => setEdited({ snippet, isNew: false })}
            >
              {text.edit}
            </Button>
            <SnippetMenu
              snippet={snippet}
              isFirst={at === 0}
              isLast={at === snippets.length - 1}
              isFull={isFull}
            />
          </div>
        ))}
      </div>
      {edited !== null && <SnippetEditor {...edited} onClose={() => setEdited(null)} />}
    </SettingsSection>
  )
}

interface SnippetMenuProps {
  snippet: Snippet
  isFirst: boolean
  isLast: boolean
  isFull: boolean
}

function SnippetMenu({ snippet, isFirst, isLast, isFull }: SnippetMenuProps) {
  const text = messages().snippets
  const { snippet_id, name } = snippet
  const move = (step: number) =>
    void changeSnippets((snippets) => {
      const at = snippets.findIndex((one) => one.snippet_id === snippet_id)
      return snippets.toSpliced(at, 1).toSpliced(at + step, 0, snippet)
    })
  const duplicate = () =>
    void changeSnippets((snippets) => {
      const at = snippets.findIndex((one) => one.snippet_id === snippet_id)
      const copy = {
        ...snippet,
        snippet_id: crypto.randomUUID(),
        name: text.copyOf(name).slice(0, LONGEST_NAME),
      }
      return snippets.toSpliced(at + 1, 0, copy)
    })
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={text.more(name)}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={isFull} onClick={duplicate}>
          {text.duplicate}
        </Menu.Item>
        <Menu.Item disabled={isFirst} onClick={() => move(-1)}>
          {text.moveUp}
        </Menu.Item>
        <Menu.Item disabled={isLast} onClick={() => move(1)}>
          {text.moveDown}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void remove(snippet)}>{text.delete}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Deletes a snippet and offers an undo. */
async function remove(snippet: Snippet): Promise<void> {
  const place = useSnippets.getState().value?.snippets.indexOf(snippet) ?? 0
  const isDeleted = await changeSnippets((snippets) =>
    snippets.filter(({ snippet_id }) => snippet_id !== snippet.snippet_id),
  )
  if (!isDeleted) return
  // Insert into the current list, which may have changed since the deletion.
  const putBack = async () => ok(await changeSnippets((snippets) => snippets.toSpliced(place, 0, snippet)))
  offerUndo(messages().snippets.deleted(snippet.name), putBack, crypto.randomUUID())
}

/** The broker's own texts for the placeholders. */
function AboutYou({ settings }: { settings: SnippetSettings }) {
  const { broker_name, signature } = settings
  const form = useUnsaved('about_you', { broker_name, signature })
  const text = messages().snippets
  async function save() {
    const saved = await run(saveSnippetSettings({ ...settings, ...form.value }), text.youSaved)
    if (saved !== null) form.kept(form.value)
  }
  return (
    <SettingsSection id="about-you" title={text.you}>
      <Stack gap="sm">
        <TextInput
          label={text.myName}
          value={form.value.broker_name}
          maxLength={100}
          onChange={({ currentTarget }) => form.set({ ...form.value, broker_name: currentTarget.value })}
        />
        <Textarea
          label={text.signature}
          description={text.signatureHint}
          value={form.value.signature}
          maxLength={LONGEST_SIGNATURE}
          autosize
          minRows={3}
          maxRows={8}
          onChange={({ currentTarget }) => form.set({ ...form.value, signature: currentTarget.value })}
        />
        <Group>
          <Button variant="default" disabled={!form.isChanged} onClick={() => void save()}>
            {messages().common.save}
          </Button>
          <UnsavedNote isChanged={form.isChanged} onDrop={form.drop} />
        </Group>
      </Stack>
    </SettingsSection>
  )
}
