import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../src-shared/errors.ts'
import {
  LONGEST_PATTERN,
  NAME_PLACEHOLDERS,
  namesByPattern,
  patternProblems,
  USUAL_PATTERN,
  type NameValues,
  type PatternProblem,
} from '../../../src-shared/handout/name-pattern.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useUnsaved } from '../../stores/unsaved-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { insertAtCaret } from '../../ui/insert-at-caret.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { PlaceholderButtons } from '../../ui/placeholder-buttons.tsx'
import { UnsavedNote } from '../../ui/unsaved-note.tsx'
import classes from './handout.module.css'

/** Settings of the names that files get when they leave the app. */
export function FileNamesSection() {
  const [saved, setSaved] = useState<string | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const form = useUnsaved<{ pattern: string }>(
    'file_names',
    { pattern: saved ?? '' },
    saved === null ? null : { pattern: saved },
  )
  const input = useRef<HTMLInputElement>(null)
  useEffect(load, [])
  function load() {
    setError(null)
    void call('handout.settings', {}).then((read) =>
      read.ok ? setSaved(read.value.pattern) : setError(read.error),
    )
  }
  const text = messages().handout.names
  const { pattern } = form.value
  const set = (next: string) => form.set({ pattern: next })
  const [problem] = saved === null ? [] : patternProblems(pattern)
  async function save() {
    const kept = await call('handout.save_pattern', { pattern })
    if (!kept.ok) return notifyError(kept.error)
    form.kept(form.value)
    setSaved(kept.value.pattern)
    notifications.show({ message: text.saved, color: 'teal' })
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="file-names-title">
      <Title order={2} id="file-names-title" mb={4}>
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.text}
      </Text>
      {error !== null && <ErrorNote error={error} onAgain={load} />}
      {error === null && saved !== null && (
        <Stack gap="sm">
          <TextInput
            ref={input}
            label={text.pattern}
            value={pattern}
            maxLength={LONGEST_PATTERN}
            spellCheck={false}
            error={problem === undefined ? null : problemText(problem)}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
          <PlaceholderButtons
            label={text.placeholders}
            names={NAME_PLACEHOLDERS}
            meaningOf={(name) => text.meanings[name]}
            onInsert={(name) => insertAtCaret(input.current, `{${name}}`, set)}
          />
          <div>
            <Text size="sm" fw={500}>
              {text.preview}
            </Text>
            <ul className={classes.preview} data-testid="name-preview" aria-live="polite">
              {problem === undefined &&
                namesByPattern(pattern, sampleFiles()).map((name) => (
                  <Text key={name} component="li" size="sm" c="dimmed">
                    {name}
                  </Text>
                ))}
            </ul>
          </div>
          <Group>
            <Button
              variant="default"
              disabled={problem !== undefined || !form.isChanged}
              onClick={() => void save()}
            >
              {messages().common.save}
            </Button>
            {pattern !== USUAL_PATTERN && (
              <Button variant="subtle" onClick={() => set(USUAL_PATTERN)}>
                {text.usual}
              </Button>
            )}
            <UnsavedNote isChanged={form.isChanged} onDrop={form.drop} />
          </Group>
        </Stack>
      )}
    </Paper>
  )
}

function problemText(problem: PatternProblem): string {
  const { problems } = messages().handout.names
  switch (problem.problem) {
    case 'unknown':
      return problems.unknown(problem.names.map((name) => `{${name}}`))
    case 'illegal':
      return problems.illegal(problem.characters)
    case 'empty':
    case 'too_long':
    case 'no_placeholder':
      return problems[problem.problem]
  }
}

/** Sample files for the preview: two statements of one month, and a document without a month. */
function sampleFiles(): NameValues[] {
  const { merchant, statement, check } = messages().handout.names.samples
  const of = { merchant, dba: '', reference: 'JB-2026-11', date: '2026-05-04' }
  return [
    { ...of, kind: statement, month: '2026-03', n: '1', name: 'eStmt_0331.pdf' },
    { ...of, kind: statement, month: '2026-03', n: '2', name: 'eStmt_0331b.pdf' },
    { ...of, kind: check, month: '', n: '3', name: 'scan0007.pdf' },
  ]
}
