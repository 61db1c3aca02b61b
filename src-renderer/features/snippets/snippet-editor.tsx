import { Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { LANGUAGES, messages, type Language } from '../../../src-shared/messages/messages.ts'
import { placeholdersIn } from '../../../src-shared/placeholders.ts'
import { fillSnippet, type SnippetSources } from '../../../src-shared/snippets/render-snippet.ts'
import { openItem, SAMPLE_OFFER } from '../../../src-shared/snippets/sample-deal.ts'
import {
  isSnippetPlaceholder,
  LONGEST_BODY,
  LONGEST_NAME,
  LONGEST_SUBJECT,
  SNIPPET_PLACEHOLDERS,
  type Snippet,
} from '../../../src-shared/snippets/snippet.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { changeSnippets, useSnippets } from '../../stores/snippets-store.ts'
import { notifyDone } from '../../ui/command.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { insertAtCaret } from '../../ui/insert-at-caret.ts'
import { PlaceholderButtons } from '../../ui/placeholder-buttons.tsx'
import { useConfirmClose } from '../../ui/question.tsx'
import { FilledText } from './filled-text.tsx'
import classes from './snippets.module.css'
import { useSpoken } from './use-spoken.ts'

interface SnippetEditorProps {
  snippet: Snippet
  isNew: boolean
  onClose: () => void
}

/** Edits a snippet. Shows the filled-in text of a sample deal while the broker types. */
export function SnippetEditor({ snippet, isNew, onClose }: SnippetEditorProps) {
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
      title={isNew ? text.newTitle : text.title}
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
          label={text.name}
          value={edited.name}
          maxLength={LONGEST_NAME}
          data-autofocus
          flex={1}
          miw={200}
          onChange={({ currentTarget }) => put({ name: currentTarget.value })}
        />
        <SegmentedControl
          aria-label={text.language}
          value={edited.language}
          onChange={(language) => put({ language: language as Language })}
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
      <Stack gap={4} role="group" aria-label={text.insert}>
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
      <Text size="sm" fw={500} mb={4}>
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
        <Text size="sm" fw={600} component="div">
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
      values: {
        company: {
          dba: sample.merchant,
          address: { state: 'OR' },
          owners: [{ first_name: sample.first_name, last_name: sample.last_name }],
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
