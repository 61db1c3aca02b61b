import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useRef } from 'react'
import {
  LONGEST_PATTERN,
  NAME_PLACEHOLDERS,
  namesByPattern,
  type NameValues,
  type PatternProblem,
  patternProblems,
  USUAL_PATTERN,
} from '../../../src-shared/features/handout/name-pattern.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useUnsaved } from '../../platform/page/unsaved-store.ts'
import { run } from '../../platform/ui/command.tsx'
import { insertAtCaret, PlaceholderButtons } from '../../platform/ui/placeholder-buttons.tsx'
import { NotLoaded, useLoaded } from '../../platform/ui/loaded.tsx'
import { SettingsSection, UnsavedNote } from '../../platform/ui/settings-rows.tsx'
import classes from './handout.module.css'

export function FileNamesSection() {
  const loaded = useLoaded(() => call('handout.settings', {}))
  const saved = loaded.value?.pattern ?? null
  const form = useUnsaved<{ pattern: string }>(
    'file_names',
    { pattern: saved ?? '' },
    saved === null ? null : { pattern: saved },
  )
  const input = useRef<HTMLInputElement>(null)
  const text = messages().handout.names
  const { pattern } = form.value
  const set = (next: string) => form.set({ pattern: next })
  const [problem] = saved === null ? [] : patternProblems(pattern)
  async function save() {
    const kept = await run(call('handout.save_pattern', { pattern }), text.saved)
    if (kept === null) return
    form.kept(form.value)
    loaded.put(kept)
  }
  return (
    <SettingsSection id="file-names" title={text.title} about={text.text}>
      {saved === null ? (
        <NotLoaded of={loaded} lines={3} />
      ) : (
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
            <Text fw={500}>{text.preview}</Text>
            <ul className={classes.preview} data-testid="name-preview" aria-live="polite">
              {problem === undefined &&
                namesByPattern(pattern, sampleFiles()).map((name) => (
                  <Text key={name} component="li" c="dimmed">
                    {name}
                  </Text>
                ))}
            </ul>
          </div>
          <Group>
            <Button disabled={problem !== undefined || !form.isChanged} onClick={() => void save()}>
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
    </SettingsSection>
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

function sampleFiles(): NameValues[] {
  const { merchant, statement, check } = messages().handout.names.samples
  const of = { merchant, dba: '', reference: 'JB-2026-11', date: '2026-05-04' }
  return [
    { ...of, kind: statement, month: '2026-03', n: '1', name: 'eStmt_0331.pdf' },
    { ...of, kind: statement, month: '2026-03', n: '2', name: 'eStmt_0331b.pdf' },
    { ...of, kind: check, month: '', n: '3', name: 'scan0007.pdf' },
  ]
}
