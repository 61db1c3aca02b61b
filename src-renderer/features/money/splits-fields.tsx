import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { keepMoney, showMoney } from '../../../src-shared/entry/money.ts'
import { keepPercent, showPercent } from '../../../src-shared/entry/percent.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { ownShare, splitProblem } from '../../../src-shared/money/splits.ts'
import { EntryInput } from '../../ui/entry-input.tsx'
import { formatCents } from '../../ui/formats.ts'
import { readSplits, shareProblem, type TypedSplit } from './splits-typed.ts'

/** As many as a commission is ever split into. */
const MOST_SPLITS = 20

interface SplitsFieldsProps {
  typed: TypedSplit[]
  /** The whole commission, null while it is unknown. */
  commission_cents: number | null
  onChange: (typed: TypedSplit[]) => void
}

/** The splits of a commission: other brokers and referrers, each with a percentage or an amount. */
export function SplitsFields({ typed, commission_cents, onChange }: SplitsFieldsProps) {
  const text = messages().money.splits
  const splits = readSplits(typed)
  const change = (key: number, changes: Partial<TypedSplit>) =>
    onChange(typed.map((split) => (split.key === key ? { ...split, ...changes } : split)))
  const add = () => {
    const key = 1 + Math.max(-1, ...typed.map((split) => split.key))
    onChange([...typed, { key, name: '', share: '', unit: 'percent' }])
  }
  const problem = splits === null ? null : splitProblem(splits, commission_cents)
  return (
    <Fieldset legend={text.title}>
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {text.help}
        </Text>
        {typed.map((split, at) => (
          <SplitRow
            key={split.key}
            number={at + 1}
            split={split}
            onChange={(changes) => change(split.key, changes)}
            onRemove={() => onChange(typed.filter(({ key }) => key !== split.key))}
          />
        ))}
        <Group justify="space-between">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={add}
            disabled={typed.length >= MOST_SPLITS}
          >
            {text.add}
          </Button>
          {typed.length > 0 && (
            <Text size="sm" role="status" {...(problem !== null && { c: 'red' })}>
              {problem !== null
                ? text.splitProblems[problem]
                : commission_cents === null
                  ? text.unknown
                  : splits !== null &&
                    text.ownOf(
                      formatCents(ownShare(splits, commission_cents)),
                      formatCents(commission_cents),
                    )}
            </Text>
          )}
        </Group>
      </Stack>
    </Fieldset>
  )
}

interface SplitRowProps {
  number: number
  split: TypedSplit
  onChange: (changes: Partial<TypedSplit>) => void
  onRemove: () => void
}

function SplitRow({ number, split, onChange, onRemove }: SplitRowProps) {
  const text = messages().money.splits
  const isPercent = split.unit === 'percent'
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" data-split={number}>
      <TextInput
        flex={1}
        placeholder={text.name}
        aria-label={text.nameOf(number)}
        maxLength={200}
        value={split.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={split.name.trim() === '' && split.share !== '' ? text.noName : undefined}
      />
      <EntryInput
        w={150}
        placeholder={text.share}
        aria-label={text.shareOf(number)}
        inputMode="decimal"
        maxLength={40}
        value={split.share}
        keep={isPercent ? keepPercent : keepMoney}
        show={isPercent ? showPercent : showMoney}
        problem={split.share === '' ? null : shareProblem(split)}
        onChange={(share) => onChange({ share })}
      />
      <Select
        w={170}
        aria-label={text.unitOf(number)}
        data={[
          { value: 'percent', label: text.percent },
          { value: 'dollars', label: text.dollars },
        ]}
        value={split.unit}
        onChange={(unit) => onChange({ unit: unit === 'percent' ? 'percent' : 'dollars' })}
        allowDeselect={false}
      />
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={text.remove(number)} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  )
}
