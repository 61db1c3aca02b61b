import { Button, Group, Input, Paper, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { isUnderstood, type NumberEntry } from '../../../src-shared/platform/entry/number-entry.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { run } from './command.tsx'
import { NumberEntryInput } from './entry-input.tsx'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { Hint, Quiet } from './parts.tsx'

interface SettingsSectionProps {
  /** The heading gets the id `${id}-title`. */
  id: string
  title: string
  about?: ReactNode
  aside?: ReactNode
  rows?: Rows
  children?: ReactNode
  testId?: string
}

/** A section of the settings: its heading, what it is about, and its settings as a table or as content. */
export function SettingsSection({ id, title, about, aside, rows, children, testId }: SettingsSectionProps) {
  return (
    <Paper
      withBorder
      p="lg"
      component="section"
      aria-labelledby={`${id}-title`}
      {...(testId !== undefined && { 'data-testid': testId })}
    >
      <Group justify="space-between" mb={about === undefined ? 'sm' : 4}>
        <Title order={2} id={`${id}-title`}>
          {title}
        </Title>
        {aside}
      </Group>
      {about !== undefined && (
        <Text c="dimmed" mb="sm">
          {about}
        </Text>
      )}
      {rows !== undefined && <SettingsRows rows={rows} />}
      {children}
    </Paper>
  )
}

interface SwitchRow {
  switch: string
  hint?: string | undefined
  value: boolean
  disabled?: boolean
  set: (value: boolean) => void
}

interface ChoiceRow {
  choice: string
  hint?: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  width?: number
  set: (value: string) => void
}

interface ButtonsRow {
  buttons: readonly (readonly [label: string, press: () => void, isPrimary?: boolean] | false)[]
}

/** The settings of a section, in order. `false` stands for a setting that does not apply. */
type Rows = readonly (SwitchRow | ChoiceRow | ButtonsRow | { content: ReactNode } | false)[]

export function SettingsRows({ rows }: { rows: Rows }) {
  return (
    <Stack gap="md">{rows.map((row, at) => row && <Fragment key={at}>{renderRow(row)}</Fragment>)}</Stack>
  )
}

function renderRow(row: Exclude<Rows[number], false>): ReactNode {
  if ('content' in row) return row.content
  if ('switch' in row)
    return (
      <Switch
        label={row.switch}
        description={row.hint}
        checked={row.value}
        disabled={row.disabled ?? false}
        onChange={({ currentTarget }) => row.set(currentTarget.checked)}
      />
    )
  if ('choice' in row)
    return (
      <Select
        label={row.choice}
        description={row.hint}
        w={row.width ?? 260}
        maw="100%"
        allowDeselect={false}
        data={row.options.map(([value, label]) => ({ value, label }))}
        value={row.value}
        onChange={(value) => value !== null && row.set(value)}
      />
    )
  return (
    <Group>
      {row.buttons.map(
        (button) =>
          button && (
            <Button key={button[0]} variant={button[2] ? 'filled' : 'default'} onClick={button[1]}>
              {button[0]}
            </Button>
          ),
      )}
    </Group>
  )
}

interface FormState<T> {
  value: T
  isChanged: boolean
  set: (next: T) => void
  drop: () => void
  kept: (sent: T) => void
}

interface NumbersFormProps<Key extends string> {
  form: FormState<Record<Key, string>>
  numbers: readonly { key: Key; label: string; entry: NumberEntry; width: number }[]
  saveLabel: string
  savedText: string
  save: (value: Record<Key, string>) => Promise<Result<unknown>>
}

export function NumbersForm<Key extends string>(props: NumbersFormProps<Key>) {
  const { form, numbers, saveLabel, savedText, save } = props
  const { value, set, kept, isChanged, drop } = form
  const press = async () => (await run(save(value), savedText)) !== null && kept(value)
  return (
    // All parts keep their distance from the top, so that an error below a field moves none of them.
    <Group align="flex-start">
      {numbers.map(({ key, label, entry, width }) => (
        <NumberEntryInput
          key={key}
          label={label}
          entry={entry}
          value={value[key]}
          onChange={(typed) => set({ ...value, [key]: typed })}
          w={width}
        />
      ))}
      <Input.Wrapper label={'\u00a0'} labelElement="div" labelProps={{ 'aria-hidden': true }}>
        <Group>
          <Button
            onClick={() => void press()}
            disabled={!numbers.every(({ key, entry }) => isUnderstood(entry, value[key]))}
          >
            {saveLabel}
          </Button>
          <UnsavedNote isChanged={isChanged} onDrop={drop} />
        </Group>
      </Input.Wrapper>
    </Group>
  )
}

export function UnsavedNote({ isChanged, onDrop }: { isChanged: boolean; onDrop: () => void }) {
  const text = messages().settings.unsaved
  return (
    <Group gap="xs" role="status">
      {isChanged && (
        <>
          <Hint>{text.note}</Hint>
          <Quiet onClick={onDrop}>{messages().common.unsaved.leave}</Quiet>
        </>
      )}
    </Group>
  )
}
