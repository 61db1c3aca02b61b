import {
  Badge,
  Button,
  Group,
  Menu,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import { language, type Language, LANGUAGES, messages } from '../../../src-shared/platform/texts/messages.ts'
import {
  isSnippetPlaceholder,
  LONGEST_BODY,
  LONGEST_NAME,
  LONGEST_SIGNATURE,
  LONGEST_SUBJECT,
  MOST_SNIPPETS,
  type Snippet,
  SNIPPET_PLACEHOLDERS,
  type SnippetSettings,
} from '../../../src-shared/features/snippets/snippet.ts'
import { changeSnippets, saveSnippetSettings, useSnippets } from './snippets-store.ts'
import { useUnsaved } from '../../platform/page/unsaved-store.ts'
import { notifyDone, offerUndo, run } from '../../platform/ui/command.tsx'
import { NotLoaded } from '../../platform/ui/loaded.tsx'
import { SettingsSection, UnsavedNote } from '../../platform/ui/settings-rows.tsx'
import classes from './snippets.module.css'
import { placeholdersIn } from '../../../src-shared/platform/base/placeholders.ts'
import {
  fillSnippet,
  type SnippetSources,
  type FilledPart,
} from '../../../src-shared/features/snippets/render-snippet.ts'
import { openItem, SAMPLE_OFFER } from '../../../src-shared/features/snippets/sample-deal.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { Dialog, useConfirmClose } from '../../platform/ui/dialog.tsx'
import { insertAtCaret, PlaceholderButtons } from '../../platform/ui/placeholder-buttons.tsx'
import { MoreMenu, Quiet } from '../../platform/ui/parts.tsx'
import { useSpoken } from '../../platform/ui/use-spoken.ts'

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
      {snippets.length === 0 && <Text>{text.none}</Text>}
      <div role="list">
        {snippets.map((snippet, at) => (
          <div key={snippet.snippet_id} className={classes.row} role="listitem" data-snippet={snippet.name}>
            <Text className={classes.name}>{snippet.name}</Text>
            <Badge variant="light" color="gray" radius="sm" tt="uppercase">
              {snippet.language}
            </Badge>
            <Quiet
              aria-label={text.editNamed(snippet.name)}
              onClick={() => setEdited({ snippet, isNew: false })}
            >
              {text.edit}
            </Quiet>
            <MoreMenu label={text.more(snippet.name)}>
              <Menu.Item disabled={isFull} onClick={() => duplicate(snippet)}>
                {text.duplicate}
              </Menu.Item>
              <Menu.Item disabled={at === 0} onClick={() => move(snippet, -1)}>
                {text.moveUp}
              </Menu.Item>
              <Menu.Item disabled={at === snippets.length - 1} onClick={() => move(snippet, 1)}>
                {text.moveDown}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => void remove(snippet)}>{messages().common.delete}</Menu.Item>
            </MoreMenu>
          </div>
        ))}
      </div>
      {edited !== null && <SnippetEditor {...edited} onClose={() => setEdited(null)} />}
    </SettingsSection>
  )
}

const placeOf = (snippets: readonly Snippet[], { snippet_id }: Snippet) =>
  snippets.findIndex((one) => one.snippet_id === snippet_id)

function move(snippet: Snippet, step: number): void {
  void changeSnippets((snippets) => {
    const at = placeOf(snippets, snippet)
    return snippets.toSpliced(at, 1).toSpliced(at + step, 0, snippet)
  })
}

function duplicate(snippet: Snippet): void {
  const name = messages().snippets.copyOf(snippet.name).slice(0, LONGEST_NAME)
  void changeSnippets((snippets) => {
    const copy = { ...snippet, snippet_id: crypto.randomUUID(), name }
    return snippets.toSpliced(placeOf(snippets, snippet) + 1, 0, copy)
  })
}

async function remove(snippet: Snippet): Promise<void> {
  const place = useSnippets.getState().value?.snippets.indexOf(snippet) ?? 0
  const isDeleted = await changeSnippets((snippets) =>
    snippets.filter(({ snippet_id }) => snippet_id !== snippet.snippet_id),
  )
  if (!isDeleted) return
  // Insert into the current list, which may have changed since the deletion.
  const putBack = async () => ok(await changeSnippets((snippets) => snippets.toSpliced(place, 0, snippet)))
  offerUndo(messages().snippets.deleted(snippet.name), putBack)
}

function AboutYou({ settings }: { settings: SnippetSettings }) {
  const { broker_name, signature } = settings
  const form = useUnsaved('about_you', { broker_name, signature })
  const text = messages().snippets
  async function save() {
    const saved = await run(saveSnippetSettings({ ...settings, ...form.value }), messages().common.saved)
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
          <Button disabled={!form.isChanged} onClick={() => void save()}>
            {messages().common.save}
          </Button>
          <UnsavedNote isChanged={form.isChanged} onDrop={form.drop} />
        </Group>
      </Stack>
    </SettingsSection>
  )
}

interface SnippetEditorProps {
  snippet: Snippet
  isNew: boolean
  onClose: () => void
}

/** Edits a snippet. Shows the filled-in text of a sample deal while the broker types. */
function SnippetEditor({ snippet, isNew, onClose }: SnippetEditorProps) {
  const [edited, setEdited] = useState(snippet)
  const [saving, setSaving] = useState(false)
  const body = useRef<HTMLTextAreaElement>(null)
  const subject = useRef<HTMLInputElement>(null)
  const last = useRef<'subject' | 'body'>('body')
  const all = messages().snippets
  const text = all.editor
  const isChanged = JSON.stringify(edited) !== JSON.stringify(snippet)
  const close = useConfirmClose(isChanged, onClose)
  const put = (changes: Partial<Snippet>) => setEdited((was) => ({ ...was, ...changes }))
  const unknown = placeholdersIn(`${edited.subject}\n${edited.body}`).filter(
    (name) => !isSnippetPlaceholder(name),
  )
  function insert(name: string) {
    if (last.current === 'subject')
      insertAtCaret(subject.current, `{${name}}`, (next) => put({ subject: next.slice(0, LONGEST_SUBJECT) }))
    else insertAtCaret(body.current, `{${name}}`, (next) => put({ body: next.slice(0, LONGEST_BODY) }))
  }
  async function save() {
    setSaving(true)
    const kept = { ...edited, name: edited.name.trim() }
    const isSaved = await changeSnippets((snippets) =>
      snippets.some(({ snippet_id }) => snippet_id === kept.snippet_id)
        ? snippets.map((one) => (one.snippet_id === kept.snippet_id ? kept : one))
        : [...snippets, kept],
    )
    setSaving(false)
    if (!isSaved) return
    notifyDone(text.saved(kept.name))
    onClose()
  }
  return (
    <Dialog
      onClose={close.onClose}
      title={isNew ? messages().snippets.add : text.title}
      size="xl"
      gap="md"
      question={close.question}
      action={{
        label: messages().common.save,
        run: () => void save(),
        busy: saving,
        disabled: edited.name.trim() === '',
      }}
    >
      <Group align="flex-end" wrap="wrap">
        <TextInput
          label={messages().common.name}
          value={edited.name}
          maxLength={LONGEST_NAME}
          data-autofocus
          flex={1}
          miw={200}
          onChange={({ currentTarget }) => put({ name: currentTarget.value })}
        />
        <SegmentedControl
          aria-label={messages().shell.languageLabel}
          value={edited.language}
          onChange={(chosen) => put({ language: chosen as Language })}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      <TextInput
        ref={subject}
        label={text.subject}
        value={edited.subject}
        maxLength={LONGEST_SUBJECT}
        onFocus={() => (last.current = 'subject')}
        onChange={({ currentTarget }) => put({ subject: currentTarget.value })}
      />
      <Textarea
        ref={body}
        label={text.body}
        value={edited.body}
        maxLength={LONGEST_BODY}
        autosize
        minRows={6}
        maxRows={14}
        error={unknown.length > 0 ? text.unknown(unknown.map((name) => `{${name}}`)) : null}
        onFocus={() => (last.current = 'body')}
        onChange={({ currentTarget }) => put({ body: currentTarget.value })}
      />
      <Stack gap={4} role="group" aria-label={messages().handout.names.placeholders}>
        {(Object.keys(SNIPPET_PLACEHOLDERS) as (keyof typeof SNIPPET_PLACEHOLDERS)[]).map((group) => (
          <PlaceholderButtons
            key={group}
            label={all.groups[group]}
            names={SNIPPET_PLACEHOLDERS[group]}
            meaningOf={(name) => all.placeholders[name]}
            onInsert={insert}
          />
        ))}
      </Stack>
      <SamplePreview snippet={edited} />
    </Dialog>
  )
}

function SamplePreview({ snippet }: { snippet: Snippet }) {
  const spoken = useSpoken(snippet.language)
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const settings = useSnippets((state) => state.value)
  if (spoken === null || profile === null) return null
  const filled = fillSnippet(snippet, sampleSources(profile, settings), spoken)
  return (
    <div>
      <Text fw={500} mb={4}>
        {messages().snippets.editor.preview}
      </Text>
      <div
        className={classes.preview}
        data-testid="snippet-preview"
        role="region"
        aria-label={messages().snippets.editor.preview}
        // The keyboard must reach the region to scroll it.
        tabIndex={0}
      >
        <Text fw={600} component="div">
          <FilledText parts={filled.subject} />
        </Text>
        <FilledText parts={filled.body} />
      </div>
    </div>
  )
}

/** A sample deal in a state without a rule about offers, so that the preview shows every figure. */
function sampleSources(
  profile: PayloadProfile,
  settings: { broker_name: string; signature: string } | null,
): SnippetSources {
  const { sample } = messages().snippets
  const [kind = ''] = profile.expected_documents
  const label = profile.document_kinds.find(({ value }) => value === kind)?.label ?? kind
  return {
    deal: {
      legal_name: sample.merchant,
      reference: 'JB-2026-11',
      amount_cents: 35_000_00,
      funded_cents: 30_000_00,
      values: {
        company: {
          dba: sample.merchant,
          address: { state: 'OR' },
          owners: { rsample: { first_name: sample.first_name, last_name: sample.last_name } },
        },
      },
      offers: [SAMPLE_OFFER],
      has_offer: true,
      checklist: [openItem(`kind:${kind}`, label)],
    },
    profile,
    offer_ids: [SAMPLE_OFFER.offer_id],
    broker_name: settings?.broker_name || sample.me,
    signature: settings?.signature ?? '',
    made_at: '2026-05-04T12:00:00',
  }
}

export function FilledText({ parts }: { parts: readonly FilledPart[] }) {
  return (
    <Text className={classes.text} component="div">
      {parts.map((part, at) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <mark key={at} className={classes.part} data-part={part.kind} title={hintOf(part)}>
            {part.kind === 'left_out' ? '—' : part.text}
            {part.kind !== 'value' && <VisuallyHidden> ({hintOf(part)})</VisuallyHidden>}
          </mark>
        ),
      )}
    </Text>
  )
}

function hintOf({ kind, placeholder }: FilledPart): string | undefined {
  const text = messages().snippets.dialog
  if (kind === 'unknown') return text.unknown(placeholder ?? '')
  if (kind === 'empty') return text.empty
  if (kind === 'left_out') return text.leftOut
  return placeholder === null ? undefined : `{${placeholder}}`
}
