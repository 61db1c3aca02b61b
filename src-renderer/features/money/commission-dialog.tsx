import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { CommissionLine } from '../../../src-shared/domain/money.ts'
import { keepMoney, showMoney } from '../../../src-shared/entry/money.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { changeMoney } from './change-money.tsx'
import { useCloseAsking } from '../../ui/close-asking.tsx'
import { EntryInput } from '../../ui/entry-input.tsx'
import { formatCents } from '../../ui/formats.ts'
import { readTyped, restOf, typedOf, type MoneyField, type Typed } from './commission-typed.ts'

interface CommissionDialogProps {
  line: CommissionLine
  clawback_days: number
  onClose: () => void
}

/** Everything that a broker writes by hand about a commission. An empty field is what the offer tells. */
export function CommissionDialog({ line, clawback_days, onClose }: CommissionDialogProps) {
  const [opened] = useState(() => typedOf(line.hand))
  const [typed, setTyped] = useState(opened)
  const { ledger: text, noName } = words().money
  const read = readTyped(opened, typed)
  const isChanged = JSON.stringify(typed) !== JSON.stringify(opened)
  const closing = useCloseAsking(isChanged, onClose)
  const rest = restOf(typed, line.from_offer.expected_cents)
  const expectNoMore = () => setTyped((before) => ({ ...before, expected_cents: before.settled_cents }))
  const isSettled = typed.settled_cents.trim() !== ''
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
    },
  })
  const money = (name: MoneyField, told: number | null) => ({
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    keep: keepMoney,
    show: showMoney,
    inputMode: 'decimal' as const,
    placeholder: told === null ? '' : formatCents(told),
    problem: read.problems[name] ?? null,
  })
  async function keep(event: FormEvent) {
    event.preventDefault()
    if (read.changes === null) return
    const isSame = Object.keys(read.changes).length === 0
    if (isSame || (await changeMoney(line.deal_id, read.changes, text.saved))) onClose()
  }
  return (
    <Modal
      opened
      onClose={closing.onClose}
      title={text.editTitle(line.legal_name || noName)}
      size="lg"
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
            <TextInput
              type="date"
              label={text.columns.settledOn}
              disabled={!isSettled}
              {...field('settled_on')}
            />
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
            <TextInput
              type="date"
              label={text.columns.clawbackOn}
              description={text.clawbackHelp(clawback_days)}
              {...field('clawback_on')}
            />
            <TextInput
              type="date"
              label={text.columns.clawedBackOn}
              disabled={!isSettled}
              {...field('clawed_back_on')}
            />
          </Group>
          <Textarea
            label={text.columns.note}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2000}
            {...field('note')}
          />
          {closing.question ?? (
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {text.cancel}
              </Button>
              <Button type="submit" disabled={read.changes === null}>
                {text.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Modal>
  )
}
