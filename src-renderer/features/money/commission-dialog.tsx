import {
  expectedOf,
  type MoneyField,
  paymentProblem,
  readPayments,
  readSplits,
  readTyped,
  shareProblem,
  type Typed,
  type TypedPayment,
  typedOf,
  typedPaymentsOf,
  type TypedSplit,
  typedSplitsOf,
} from './commission-typed.ts'
import { Button, Fieldset, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type CommissionLine,
  type CommissionPayment,
  type MoneyChanges,
  MOST_PAYMENTS,
  PAYMENT_KINDS,
  type Split,
} from '../../../src-shared/features/money/money-view.ts'
import { overpaidCents } from '../../../src-shared/features/money/ledger.ts'
import { addDays, dayOf } from '../../../src-shared/platform/base/days.ts'
import { showDay } from '../../../src-shared/platform/entry/date.ts'
import { keepMoney, moneyText, showMoney } from '../../../src-shared/platform/entry/money.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import {
  isCovered,
  ownShare,
  paymentTotals,
  splitProblem,
  totalCommission,
} from '../../../src-shared/features/money/splits.ts'
import { changeMoney } from './money-parts.tsx'
import { Dialog, useConfirmClose } from '../../platform/ui/dialog.tsx'
import { DayInput, EntryInput } from '../../platform/ui/entry-input.tsx'
import { formatCents } from '../../platform/ui/formats.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { keepPercent, showPercent } from '../../../src-shared/platform/entry/number.ts'
import { Hint, IconButton } from '../../platform/ui/parts.tsx'

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

/** Adds the payments to the changes, if they changed. Returns null while one is unreadable or more was clawed back than paid. */
function withPayments(
  changes: MoneyChanges | null,
  before: readonly CommissionPayment[],
  payments: CommissionPayment[] | null,
): MoneyChanges | null {
  if (changes === null || payments === null || !isCovered(paymentTotals(payments))) return null
  return JSON.stringify(payments) === JSON.stringify(before) ? changes : { ...changes, payments }
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
  const [openedPayments] = useState(() => withBlank(typedPaymentsOf(line.hand.payments)))
  const [typedPayments, setTypedPayments] = useState(openedPayments)
  const {
    money: { ledger: text },
    common: { noName },
  } = messages()
  const payments = readPayments(typedPayments)
  const { settled_cents, clawed_back_cents } = paymentTotals(payments ?? [])
  const expected_cents = expectedOf(typed, line.from_offer.expected_cents)
  const commission_cents = totalCommission(expected_cents, settled_cents)
  const read = readTyped(opened, typed)
  const changes = withPayments(
    withSplits(read.changes, line.hand.splits, typedSplits, commission_cents),
    line.hand.payments,
    payments,
  )
  const isChanged =
    JSON.stringify(typed) !== JSON.stringify(opened) ||
    JSON.stringify(typedSplits) !== JSON.stringify(openedSplits) ||
    JSON.stringify(typedPayments) !== JSON.stringify(openedPayments)
  const closing = useConfirmClose(isChanged, onClose)
  const isOpen = settled_cents !== null && expected_cents !== null && clawed_back_cents < settled_cents
  const rest = isOpen ? Math.max(0, expected_cents - settled_cents) : 0
  const over = overpaidCents({ expected_cents, settled_cents })
  const expectNoMore = () =>
    setTyped((before) => ({ ...before, expected_cents: moneyText(settled_cents ?? 0) }))
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
    if (isSame || (await changeMoney(line.deal_id, changes, text.saved(line.legal_name || noName)))) onClose()
  }
  return (
    <Dialog
      onClose={closing.onClose}
      title={text.editTitle(line.legal_name || noName)}
      size={760}
      closeOnClickOutside={false}
      question={closing.question}
      action={{
        label: messages().common.save,
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
      <PaymentsFields typed={typedPayments} payments={payments} onChange={setTypedPayments} />
      {rest > 0 && (
        <Group gap="sm">
          <Text>{text.restExpected(formatCents(rest))}</Text>
          <Button size="compact-sm" onClick={expectNoMore}>
            {text.expectNoMore}
          </Button>
        </Group>
      )}
      {over > 0 && <Text>{text.overExpected(formatCents(over))}</Text>}
      <DayInput
        label={text.columns.clawbackOn}
        description={text.clawbackHelp(clawback_days)}
        placeholder={line.step === 'funded' ? showDay(addDays(line.step_on, clawback_days)) : ''}
        {...field('clawback_on')}
      />
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

/** Adds an empty row if there is none, in which the broker can type at once. */
const withBlank = (typed: TypedPayment[]) => (typed.length === 0 ? [blankPayment(0)] : typed)

const blankPayment = (key: number): TypedPayment => ({
  key,
  kind: 'received',
  on: dayOf(new Date().toISOString()),
  amount: '',
})

interface PaymentsFieldsProps {
  typed: TypedPayment[]
  payments: CommissionPayment[] | null
  onChange: (typed: TypedPayment[]) => void
}

/** The history of a commission's payments and clawbacks. */
function PaymentsFields({ typed, payments, onChange }: PaymentsFieldsProps) {
  const text = messages().money.payments
  const totals = paymentTotals(payments ?? [])
  const [added, setAdded] = useState<number | null>(null)
  const add = () => {
    const key = 1 + Math.max(-1, ...typed.map((one) => one.key))
    setAdded(key)
    onChange([...typed, blankPayment(key)])
  }
  const change = (key: number, changes: Partial<TypedPayment>) =>
    onChange(typed.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  return (
    <Fieldset legend={text.title}>
      <Stack gap="xs">
        {typed.map((row, at) => {
          const { key, kind, on, amount } = row
          return (
            <Group key={key} gap="xs" align="flex-start" wrap="nowrap">
              <DayInput
                flex={1}
                aria-label={text.dayOf(at + 1)}
                value={on}
                rules={{ yearIsOptional: true }}
                problem={on.trim() === '' && amount.trim() !== '' ? text.noDay : null}
                onChange={(day) => change(key, { on: day })}
              />
              <EntryInput
                w={150}
                placeholder={text.amount}
                aria-label={text.amountOf(at + 1)}
                inputMode="decimal"
                autoFocus={key === added}
                data-autofocus={at === typed.length - 1 || undefined}
                value={amount}
                keep={keepMoney}
                show={showMoney}
                problem={paymentProblem(row)}
                onChange={(kept) => change(key, { amount: kept })}
              />
              <Select
                w={170}
                aria-label={text.kindOf(at + 1)}
                data={PAYMENT_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
                value={kind}
                onChange={(chosen) => chosen !== null && change(key, { kind: chosen })}
                allowDeselect={false}
              />
              <IconButton
                icon={IconX}
                label={text.remove(at + 1)}
                size={36}
                iconSize={16}
                onClick={() => onChange(typed.filter((one) => one.key !== key))}
              />
            </Group>
          )
        })}
        <Group justify="space-between">
          <Button
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={add}
            disabled={typed.length >= MOST_PAYMENTS}
          >
            {text.add}
          </Button>
          {payments !== null && payments.length > 0 && (
            <Text role="status" {...(!isCovered(totals) && { c: 'red' })}>
              {isCovered(totals)
                ? text.totals(formatCents(totals.settled_cents), formatCents(totals.clawed_back_cents))
                : text.tooMuch}
            </Text>
          )}
        </Group>
      </Stack>
    </Fieldset>
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
  const [added, setAdded] = useState<number | null>(null)
  const add = () => {
    const key = 1 + Math.max(-1, ...typed.map((split) => split.key))
    setAdded(key)
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
            isNew={split.key === added}
            onChange={(changes) => change(split.key, changes)}
            onRemove={() => onChange(typed.filter(({ key }) => key !== split.key))}
          />
        ))}
        <Group justify="space-between">
          <Button
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={add}
            disabled={typed.length >= MOST_SPLITS}
          >
            {text.add}
          </Button>
          {(splits === null || splits.length > 0) && (
            <Text role="status" {...(problem !== null && { c: 'red' })}>
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
  /** True for a row that the broker just added. It takes the focus. */
  isNew: boolean
  onChange: (changes: Partial<TypedSplit>) => void
  onRemove: () => void
}

function SplitRow({ number, split, isNew, onChange, onRemove }: SplitRowProps) {
  const text = messages().money.splits
  const isPercent = split.unit === 'percent'
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" data-split={number}>
      <TextInput
        flex={1}
        placeholder={messages().common.name}
        aria-label={text.nameOf(number)}
        maxLength={200}
        autoFocus={isNew}
        value={split.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={split.name.trim() === '' && split.share.trim() !== '' ? text.noName : undefined}
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
        problem={shareProblem(split)}
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
