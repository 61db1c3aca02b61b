import { Button, Group, Paper, SegmentedControl, Select, Stack, Table, Text, Title } from '@mantine/core'
import { IconCoin, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import {
  COMMISSION_STATES,
  type CommissionLine,
  type CommissionState,
  type Ledger,
} from '../../../src-shared/features/money/money-view.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { isInState, overpaidCents } from '../../../src-shared/features/money/ledger.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { loadMoney, useLedger } from './money-store.ts'
import { changeMoney, NothingYet } from './money-parts.tsx'
import { dayText, formatCents, formatCount, wholeMonthText } from '../../platform/ui/formats.ts'
import { run, saveFile } from '../../platform/ui/command.tsx'
import { CommissionDialog } from './commission-dialog.tsx'
import classes from './money.module.css'
import { Reading } from '../../platform/ui/loaded.tsx'
import { inTableRow, RowBoundary } from '../../platform/ui/error-boundary.tsx'
import { countEntry, isUnderstood } from '../../../src-shared/platform/entry/number-entry.ts'
import type { BadgeLook } from '../../../src-shared/platform/words/vocabulary.ts'
import { NumberEntryInput } from '../../platform/ui/entry-input.tsx'
import { COMMISSION_BASES, type CommissionBasis } from '../../../src-shared/platform/partner/offer-units.ts'
import { DataTable, Hint, Chip, Quiet, LinkButton, PopoverButton } from '../../platform/ui/parts.tsx'

const LINES_AT_ONCE = 100

const LOOKS: Record<CommissionState, BadgeLook> = {
  expected: 'blue',
  at_risk: 'orange',
  settled: 'green',
  clawed_back: 'red',
}

export function CommissionsTab() {
  const ledger = useLedger((state) => state.value?.ledger ?? null)
  const error = useLedger((state) => state.error)
  const text = messages().money
  if (ledger === null) return error === null ? <Reading label={text.reading} lines={8} /> : null
  return ledger.lines.length === 0 ? (
    <NothingYet
      icon={IconCoin}
      title={messages().money.ledger.emptyTitle}
      text={messages().money.ledger.emptyText}
    />
  ) : (
    <LedgerView ledger={ledger} />
  )
}

function LedgerView({ ledger }: { ledger: Ledger }) {
  const [state, setState] = useState<CommissionState | 'all'>('all')
  const [shown, setShown] = useState(LINES_AT_ONCE)
  const [edited, setEdited] = useState<string | null>(null)
  const text = messages().money
  const { columns } = text.ledger
  const figures = [columns.amount, columns.expected, columns.settled].map((label) => ({
    label,
    isFigure: true,
  }))
  const inState = ledger.lines.filter((line) => state === 'all' || isInState(line, state))
  const editedLine = ledger.lines.find(({ deal_id }) => deal_id === edited)
  const saveAs = () =>
    void saveFile(call('money.export', { state: state === 'all' ? null : state }), messages().common.savedAs)
  useActions('app', [{ id: 'money.export', label: text.actions.export, keys: 'mod+E', run: saveAs }])
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          value={state}
          onChange={(chosen) => {
            setState(chosen)
            setShown(LINES_AT_ONCE)
          }}
          aria-label={text.ledger.filter}
          maw="100%"
          data={['all' as const, ...COMMISSION_STATES].map((one) => ({
            value: one,
            label: one === 'all' ? text.ledger.all : text.ledger.states[one],
          }))}
        />
        <Button leftSection={<IconDownload size={16} />} onClick={saveAs}>
          {text.ledger.export}
        </Button>
      </Group>
      {state !== 'all' && <Hint size="sm">{text.ledger.stateHelp[state]}</Hint>}
      {inState.length === 0 ? (
        <Text size="md" c="dimmed">
          {text.ledger.noneInState}
        </Text>
      ) : (
        <DataTable
          columns={[columns.merchant, columns.step, ...figures, columns.clawbackOn, columns.state, '']}
          minWidth={880}
          horizontalSpacing={6}
          verticalSpacing={6}
          fz="sm"
          aria-label={messages().money.tabs.commissions}
          highlightOnHover
        >
          {inState.slice(0, shown).map((line) => (
            <RowBoundary key={line.deal_id} of={line} renderNote={inTableRow(8)}>
              <Line line={line} basis={ledger.commission_basis} onEdit={() => setEdited(line.deal_id)} />
            </RowBoundary>
          ))}
        </DataTable>
      )}
      {inState.length > shown && (
        <Button w="fit-content" onClick={() => setShown(shown + LINES_AT_ONCE)}>
          {messages().today.showMore(Math.min(LINES_AT_ONCE, inState.length - shown))}
        </Button>
      )}
      <CommissionMonths months={ledger.months} />
      <CommissionBasisSelect basis={ledger.commission_basis} />
      <ClawbackDays key={ledger.clawback_days} days={ledger.clawback_days} />
      {editedLine !== undefined && (
        <CommissionDialog
          line={editedLine}
          clawback_days={ledger.clawback_days}
          onClose={() => setEdited(null)}
        />
      )}
    </Stack>
  )
}

interface LineProps {
  line: CommissionLine
  basis: Ledger['commission_basis']
  onEdit: () => void
}

function Line({ line, basis, onEdit }: LineProps) {
  const { ledger: text, splits } = messages().money
  const { deal_id, expected_cents, outstanding_cents, hand, state } = line
  const name = line.legal_name || messages().common.noName
  const rest = outstanding_cents ?? 0
  const settle = () => {
    const payment = { kind: 'received' as const, on: dayOf(new Date().toISOString()), cents: rest }
    void changeMoney(deal_id, { payments: [...hand.payments, payment] }, text.saved(name))
  }
  return (
    <Table.Tr data-commission={deal_id} data-state={state}>
      <Table.Th scope="row" fw={400} miw={170}>
        <LinkButton fw={600} c="inherit" ta="left" mih={24} onClick={onEdit} aria-label={text.edit(name)}>
          {name}
        </LinkButton>
        {hand.note !== null && hand.note !== '' && (
          <Text size="xs" c="dimmed" lineClamp={1}>
            {hand.note}
          </Text>
        )}
        {line.shares.length > 0 && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {splits.list(line.shares.map((share) => `${share.name} ${formatCents(share.cents)}`).join(', '))}
          </Text>
        )}
        {line.own_cents !== null && line.own_cents < 0 && (
          <Text size="xs" c="red">
            {splits.splitProblems.amount}
          </Text>
        )}
      </Table.Th>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {text.steps[line.step]}
        <Hint>{dayText(line.step_on)}</Hint>
      </Table.Td>
      <Figure cents={line.amount_cents} byHand={hand.amount_cents !== null} />
      <Figure
        cents={expected_cents}
        byHand={hand.expected_cents !== null}
        calculated={line.expected_from === 'calculated' ? basis : null}
        own_cents={line.shares.length > 0 ? line.own_expected_cents : null}
      />
      <Table.Td className={classes.number}>
        <Share whole={line.settled_cents} own={line.shares.length > 0 ? line.own_settled_cents : null} />
        <Payments line={line} name={name} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {line.clawback_on === null ? '–' : dayText(line.clawback_on)}
      </Table.Td>
      <Table.Td>
        <Chip look={LOOKS[state]}>{text.states[state]}</Chip>
      </Table.Td>
      <Table.Td className={classes.number}>
        {rest > 0 && (
          <Button size="compact-sm" onClick={settle} aria-label={text.settleOf(name, formatCents(rest))}>
            {state === 'expected' ? text.settle : text.settleRest}
          </Button>
        )}
        <Quiet
          size="compact-sm"
          component="a"
          href={hrefOf({ screen: 'deal', deal_id })}
          aria-label={`${text.openDeal}: ${name}`}
        >
          {text.openDeal}
        </Quiet>
      </Table.Td>
    </Table.Tr>
  )
}

/** A commission: the broker's share first, if other people get a part of it. */
function Share({ whole, own }: { whole: number | null; own: number | null }) {
  const { splits } = messages().money
  if (own === null) return formatCents(whole)
  return (
    <span title={splits.ownOf(formatCents(own), formatCents(whole))}>
      {formatCents(own)}{' '}
      <Text span size="xs" c="dimmed">
        {splits.ofWhole(formatCents(whole))}
      </Text>
    </span>
  )
}

/** One line about the payments of a commission. A click lists them. */
function Payments({ line, name }: { line: CommissionLine; name: string }) {
  const { ledger: text, payments, splits } = messages().money
  const { hand, outstanding_cents, clawed_back_cents, own_cents } = line
  const [first, ...others] = hand.payments
  if (first === undefined) return null
  const over_cents = overpaidCents(line)
  const rest =
    (outstanding_cents ?? 0) > 0
      ? text.stillExpected(formatCents(outstanding_cents))
      : over_cents > 0
        ? text.overExpected(formatCents(over_cents))
        : ''
  const whole = Math.max(line.expected_cents ?? 0, line.settled_cents ?? 0)
  const isSplit = line.shares.length > 0 && own_cents !== null
  if (others.length === 0 && rest === '' && !isSplit) return <Hint>{dayText(first.on)}</Hint>
  const summary =
    rest ||
    (clawed_back_cents > 0
      ? payments.clawedBack(formatCents(clawed_back_cents))
      : others.length === 0
        ? dayText(first.on)
        : payments.count(hand.payments.length))
  return (
    <PopoverButton
      position="bottom-end"
      className={classes.payments}
      title={payments.of(name)}
      aria-label={`${payments.of(name)}: ${summary}`}
      renderContent={(close) => (
        <Stack gap={4}>
          {isSplit && <Text>{splits.ownOf(formatCents(own_cents), formatCents(whole))}</Text>}
          {hand.payments.map(({ kind, on, cents }, at) => (
            <Text key={at} className="tabular">
              {payments.line[kind](dayText(on), formatCents(cents))}
            </Text>
          ))}
          {rest !== '' && <Text>{rest}</Text>}
          <Button size="compact-xs" w="fit-content" onClick={close}>
            {messages().common.close}
          </Button>
        </Stack>
      )}
    >
      {summary}
    </PopoverButton>
  )
}

interface FigureProps {
  cents: number | null
  byHand: boolean
  /** The method by which the app calculated the figure. Missing if the figure comes from the partner or the broker. */
  calculated?: Ledger['commission_basis']
  /** The part that remains for the broker, if the commission is split with other people. */
  own_cents?: number | null
}

function Figure({ cents, byHand, calculated = null, own_cents = null }: FigureProps) {
  const { ledger: text } = messages().money
  return (
    <Table.Td className={classes.number}>
      {cents === null ? (
        <Text span c="dimmed">
          {text.unknown}
        </Text>
      ) : (
        <span
          className={byHand ? classes.hand : ''}
          {...(byHand && { title: messages().money.ledger.expectedFrom.hand })}
        >
          <Share whole={cents} own={own_cents} />
        </span>
      )}
      {calculated !== null && (
        <Text size="xs" c="dimmed" title={text.calculatedHint[calculated]}>
          {messages().offers.calculated}
        </Text>
      )}
    </Table.Td>
  )
}

const DAYS = countEntry({ from: 0, to: 365 })

function ClawbackDays({ days }: { days: number }) {
  const [typed, setTyped] = useState(String(days))
  const text = messages().money.ledger
  async function keep() {
    const saved = await run(call('money.save_clawback_days', { days: Number(typed) }), text.clawbackSaved)
    // Load the figures again, because the sums on the dashboard depend on this number of days.
    if (saved !== null) await loadMoney()
  }
  return (
    <Group align="flex-start" gap="sm">
      <NumberEntryInput
        label={text.clawbackDays}
        description={text.clawbackDaysHelp}
        entry={DAYS}
        value={typed}
        onChange={setTyped}
        w={320}
      />
      <Button
        mt={24}
        disabled={!isUnderstood(DAYS, typed) || Number(typed) === days}
        onClick={() => void keep()}
      >
        {messages().common.save}
      </Button>
    </Group>
  )
}

function CommissionBasisSelect({ basis }: { basis: Ledger['commission_basis'] }) {
  const text = messages().money.ledger
  async function keep(chosen: CommissionBasis | null) {
    if (chosen === null || chosen === basis) return
    const saved = await run(call('money.save_commission_basis', { basis: chosen }), text.basisSaved)
    // Load the figures again, because the sums on the dashboard depend on this basis.
    if (saved !== null) await loadMoney()
  }
  return (
    <Select
      label={text.basis}
      description={text.basisHelp}
      data={COMMISSION_BASES.map((value) => ({ value, label: text.bases[value] }))}
      value={basis}
      onChange={(chosen) => void keep(chosen)}
      allowDeselect={false}
      w={320}
    />
  )
}

function CommissionMonths({ months }: { months: Ledger['months'] }) {
  const text = messages().money.ledger
  const figures = [text.columns.lines, ...COMMISSION_STATES.map((state) => text.states[state])]
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="commission-months">
      <Title order={2} id="commission-months">
        {text.months}
      </Title>
      <Hint mb="xs">{text.monthsAbout}</Hint>
      <DataTable
        columns={[text.columns.month, ...figures.map((label) => ({ label, isFigure: true }))]}
        rows={months.map(({ month, lines, sums }) => ({
          key: month,
          data: { 'data-month': month },
          cells: [
            wholeMonthText(month),
            formatCount(lines),
            ...COMMISSION_STATES.map((state) => (sums[state] === 0 ? '–' : formatCents(sums[state]))),
          ],
        }))}
        minWidth={560}
        hasNames
        verticalSpacing={4}
        fz="sm"
        aria-labelledby="commission-months"
      />
    </Paper>
  )
}
