import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { CommissionLine, MoneyChanges, Split } from '../../../src-shared/domain/money.ts'
import { keepMoney, showMoney } from '../../../src-shared/entry/money.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { splitProblem, wholeCommission } from '../../../src-shared/money/splits.ts'
import { changeMoney } from './change-money.tsx'
import { useConfirmClose } from '../../ui/confirm-close.tsx'
import { DayInput } from '../../ui/day-input.tsx'
import { EntryInput } from '../../ui/entry-input.tsx'
import { formatCents } from '../../ui/formats.ts'
import { readTyped, restOf, typedAmounts, typedOf, type MoneyField, type Typed } from './commission-typed.ts'
import { SplitsFields } from './splits-fields.tsx'
import { readSplits, typedSplitsOf, type TypedSplit } from './splits-typed.ts'

/** The changes with those of the splits. Null while the splits are unreadable or exceed the commission. */
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

/** Everything that a broker writes by hand about a commission. An empty field is what the offer tells. */
export function CommissionDialog({ line, clawback_days, onClose }: CommissionDialogProps) {
  const [opened] = useState(() => typedOf(line.hand))
  const [typed, setTyped] = useState(opened)
  const [openedSplits] = useState(() => typedSplitsOf(line.hand.splits))
  const [typedSplits, setTypedSplits] = useState(openedSplits)
  const { ledger: text, noName } = messages().money
  const { expected_cents, settled_cents } = typedAmounts(typed, line.from_offer.expected_cents)
  const commission_cents = wholeCommission(expected_cents, settled_cents)
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
  async function keep(event: FormEvent) {
    event.preventDefault()
    if (changes === null) return
    const isSame = Object.keys(changes).length === 0
    if (isSame || (await changeMoney(line.deal_id, changes, text.saved))) onClose()
  }
  return (
    <Modal
      opened
      onClose={closing.onClose}
      title={text.editTitle(line.legal_name || noName)}
      size={760}
      closeOnClickOutside={false}
    >
      <form onSubmit={(event) => void keep(event)}>
        <Stack gap="sm">
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
          {closing.question ?? (
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {text.cancel}
              </Button>
              <Button type="submit" disabled={changes === null}>
                {text.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Modal>
  )
}
