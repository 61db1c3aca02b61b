import { Button, Fieldset, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type {
  CommissionLine,
  MoneyChanges,
  Split,
  MoneyHand,
} from '../../../src-shared/features/money/money-view.ts'
import { keepMoney, showMoney, moneyText, typedCents } from '../../../src-shared/platform/entry/money.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { ownShare, splitProblem, totalCommission } from '../../../src-shared/features/money/splits.ts'
import { changeMoney } from './money-parts.tsx'
import { Dialog, useConfirmClose } from '../../platform/ui/dialog.tsx'
import { DayInput, EntryInput } from '../../platform/ui/entry-input.tsx'
import { formatCents } from '../../platform/ui/formats.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import {
  keepPercent,
  showPercent,
  decimalsOf,
  readPercent,
} from '../../../src-shared/platform/entry/number.ts'
import { Hint, IconButton } from '../../platform/ui/parts.tsx'
import { keepDay, readDate } from '../../../src-shared/platform/entry/date.ts'
import { MONEY_ENTRY, type Understood } from '../../../src-shared/platform/entry/number-entry.ts'

/**
 * Adds the splits (other people's shares of the commission) to the changes, if they changed. Returns null while a split is unreadable or
 * the splits exceed the commission.
 */
function withSplits(
  changes: MoneyChanges | null,
  before: readonly Split[],
  typed: readonly TypedSplit[],
  commission_cents: number | null,
): MoneyChanges | null {
  const splits = readSplits(typed)
  if (changes === null || splits === null || splitProblem(splits, commission_cents) !== null) return null
  return JSON.stringify(splits) === JSON.stringify(before) ? changes : { ...changes, splits }
}

interface CommissionDialogProps {
  line: CommissionLine
  clawback_days: number
  onClose: () => void
}

/** A dialog in which the broker enters the amounts and dates of a commission. For an empty field, the app uses the value from the offer. */
export function CommissionDialog({ line, clawback_days, onClose }: CommissionDialogProps) {
  const [opened] = useState(() => typedOf(line.hand))
  const [typed, setTyped] = useState(opened)
  const [openedSplits] = useState(() => typedSplitsOf(line.hand.splits))
  const [typedSplits, setTypedSplits] = useState(openedSplits)
  const { ledger: text, noName } = messages().money
  const { expected_cents, settled_cents } = typedAmounts(typed, line.from_offer.expected_cents)
  const commission_cents = totalCommission(expected_cents, settled_cents)
  const read = readTyped(opened, typed)
  const changes = withSplits(read.changes, line.hand.splits, typedSplits, commission_cents)
  const isChanged =
    JSON.stringify(typed) !== JSON.stringify(opened) ||
    JSON.stringify(typedSplits) !== JSON.stringify(openedSplits)
  const closing = useConfirmClose(isChanged, onClose)
  const rest = restOf(typed, line.from_offer.expected_cents)
  const expectNoMore = () => setTyped((before) => ({ ...before, expected_cents: before.settled_cents }))
  const isSettled = typed.settled_cents.trim() !== ''
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  })
  const money = (name: MoneyField, reported: number | null) => ({
    ...field(name),
    keep: keepMoney,
    show: showMoney,
    inputMode: 'decimal' as const,
    placeholder: reported === null ? '' : formatCents(reported),
    problem: read.problems[name] ?? null,
  })
  async function keep() {
    if (changes === null) return
    const isSame = Object.keys(changes).length === 0
    if (isSame || (await changeMoney(line.deal_id, changes, text.saved))) onClose()
  }
  return (
    <Dialog
      onClose={closing.onClose}
      title={text.editTitle(line.legal_name || noName)}
      size={760}
      closeOnClickOutside={false}
      question={closing.question}
      action={{
        label: text.save,
        run: () => void keep(),
        disabled: changes === null,
        isForm: true,
        onCancel: onClose,
      }}
    >
      <Group grow align="flex-start">
        <EntryInput
          label={text.columns.amount}
          description={text.amountHelp}
          {...money('amount_cents', line.from_offer.amount_cents)}
        />
        <EntryInput
          label={text.columns.expected}
          description={text.expectedHelp}
          {...money('expected_cents', line.from_offer.expected_cents)}
        />
      </Group>
      <Group grow align="flex-start">
        <EntryInput
          label={text.columns.settled}
          description={text.settledHelp}
          data-autofocus
          {...money('settled_cents', null)}
        />
        <DayInput label={text.columns.settledOn} disabled={!isSettled} {...field('settled_on')} />
      </Group>
      {rest > 0 && (
        <Group gap="sm">
          <Text size="sm">{text.restExpected(formatCents(rest))}</Text>
          <Button size="compact-sm" variant="default" onClick={expectNoMore}>
            {text.expectNoMore}
          </Button>
        </Group>
      )}
      <Group grow align="flex-start">
        <DayInput
          label={text.columns.clawbackOn}
          description={text.clawbackHelp(clawback_days)}
          {...field('clawback_on')}
        />
        <DayInput label={text.columns.clawedBackOn} disabled={!isSettled} {...field('clawed_back_on')} />
      </Group>
      <SplitsFields typed={typedSplits} commission_cents={commission_cents} onChange={setTypedSplits} />
      <Textarea
        label={text.columns.note}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={typed.note}
        onChange={(event) => field('note').onChange(event.currentTarget.value)}
      />
    </Dialog>
  )
}

const MOST_SPLITS = 20

interface SplitsFieldsProps {
  typed: TypedSplit[]
  commission_cents: number | null
  onChange: (typed: TypedSplit[]) => void
}

/** The splits of a commission: other brokers and referrers, each with a percentage or an amount. */
function SplitsFields({ typed, commission_cents, onChange }: SplitsFieldsProps) {
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
        <Hint>{text.help}</Hint>
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
      <IconButton icon={IconX} label={text.remove(number)} size={36} iconSize={16} onClick={onRemove} />
    </Group>
  )
}

const MONEY = ['amount_cents', 'expected_cents', 'settled_cents'] as const
const DAYS = ['settled_on', 'clawback_on', 'clawed_back_on'] as const
export type MoneyField = (typeof MONEY)[number]
export type Typed = Record<MoneyField | (typeof DAYS)[number] | 'note', string>

export function typedOf(hand: MoneyHand): Typed {
  return {
    amount_cents: textOf(hand.amount_cents),
    expected_cents: textOf(hand.expected_cents),
    settled_cents: textOf(hand.settled_cents),
    settled_on: hand.settled_on ?? '',
    clawback_on: hand.clawback_on ?? '',
    clawed_back_on: hand.clawed_back_on ?? '',
    note: hand.note ?? '',
  }
}

type Problems = Partial<Record<MoneyField, string>>

/**
 * Returns the changes that the broker typed, or null while an amount or a date is invalid. Omits fields that the broker did not change in
 * this dialog, because another window may have changed them since the dialog opened.
 */
export function readTyped(opened: Typed, typed: Typed): { changes: MoneyChanges | null; problems: Problems } {
  const changed = (name: keyof Typed) => typed[name] !== opened[name]
  const amounts = MONEY.filter(changed).map((name) => {
    const read = typed[name].trim() === '' ? { value: null } : MONEY_ENTRY.understand(typed[name])
    return { name, read }
  })
  const problems: Problems = Object.fromEntries(
    amounts.flatMap(({ name, read }) => ('problem' in read ? [[name, read.problem]] : [])),
  )
  const days = DAYS.filter(changed).map((name) => [name, typed[name].trim()] as const)
  // True if a date is unreadable. `problems` does not include dates, because the date field itself shows the problem.
  const isUnread = days.some(([, text]) => text !== '' && 'problem' in readDate(text))
  if (isUnread || Object.keys(problems).length > 0) return { changes: null, problems }
  return {
    changes: {
      ...Object.fromEntries(amounts.map(({ name, read }) => [name, 'value' in read ? read.value : null])),
      ...Object.fromEntries(days.map(([name, text]) => [name, keepDay(text) || null])),
      ...(changed('note') ? { note: typed.note.trim() === '' ? null : typed.note } : {}),
    },
    problems: {},
  }
}

/**
 * Parses the expected and the paid amount from the fields. An amount is null if its field is unreadable or empty. If the field of the
 * expected amount is empty, the offered amount is used.
 */
export function typedAmounts(
  typed: Typed,
  offered_cents: number | null,
): { expected_cents: number | null; settled_cents: number | null } {
  const expected = typed.expected_cents.trim()
  return {
    expected_cents: expected === '' ? offered_cents : typedCents(expected),
    settled_cents: typedCents(typed.settled_cents),
  }
}

/** Calculates from the fields the part of the commission that is not paid yet. Returns zero if an amount is unknown. */
export function restOf(typed: Typed, offered_cents: number | null): number {
  const { expected_cents, settled_cents } = typedAmounts(typed, offered_cents)
  if (settled_cents === null || expected_cents === null || typed.clawed_back_on !== '') return 0
  return Math.max(0, expected_cents - settled_cents)
}

function textOf(cents: number | null): string {
  return cents === null ? '' : moneyText(cents)
}

const MOST_DECIMALS = 6

/** Field values of a split (another person's share of the commission). `key` identifies the row while rows are added and removed. */
export interface TypedSplit {
  key: number
  name: string
  share: string
  unit: 'percent' | 'dollars'
}

export function typedSplitsOf(splits: readonly Split[]): TypedSplit[] {
  return splits.map(({ name, percent, amount_cents }, key) => ({
    key,
    name,
    share: percent ?? (amount_cents === null ? '' : moneyText(amount_cents)),
    unit: percent === null ? 'dollars' : 'percent',
  }))
}

export function readSplits(typed: readonly TypedSplit[]): Split[] | null {
  const splits = typed.flatMap((split) => readSplit(split) ?? [])
  return splits.length === typed.length ? splits : null
}

export function shareProblem({ unit, share }: TypedSplit): string | null {
  const read = unit === 'percent' ? understandShare(share) : MONEY_ENTRY.understand(share)
  return 'problem' in read ? read.problem : null
}

function readSplit({ name: typedName, share, unit }: TypedSplit): Split | null {
  const name = typedName.trim()
  if (name === '') return null
  if (unit === 'percent') {
    const read = understandShare(share)
    return 'value' in read ? { name, percent: read.value, amount_cents: null } : null
  }
  const read = MONEY_ENTRY.understand(share)
  return 'value' in read ? { name, percent: null, amount_cents: read.value } : null
}

function understandShare(share: string): Understood<string> {
  const read = readPercent(share)
  if ('problem' in read) return { problem: messages().numbers.percent[read.problem] }
  const { decimal } = read
  if (Number(decimal) <= 0 || Number(decimal) > 100) return { problem: messages().money.splits.outside }
  return decimalsOf(decimal) > MOST_DECIMALS
    ? { problem: messages().numbers.decimals(MOST_DECIMALS) }
    : { value: decimal }
}
